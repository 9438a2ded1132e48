import ForceLabSettings
import ForceLabStudies

/// A change of the layout, of both sides unless it names one. Nodes have the permanent numbers of
/// `RunningLayout`.
enum Act {
  case set(side: Int, path: String, value: SettingsNode)
  case remove(nodes: Set<Int>, edges: [(Int, Int)])
  /// Puts back what was removed, of each side.
  case restore([RunningLayout.Removed])
  /// Puts a node at a position of each side, pinned or not.
  case place(node: Int, at: [[Double]], isPinned: Bool)
  /// From the placement.
  case restart(seed: UInt64)
  /// Puts all nodes where they were in the order of their numbers, at rest: of each side, a list per
  /// axis.
  case put(seed: UInt64, positions: [[[Double]]])

  /// About how many numbers it keeps.
  var size: Int {
    switch self {
    case .put(_, let positions): positions.reduce(16) { $0 + $1.reduce(0) { $0 + $1.count } }
    case .restore(let sides): sides.reduce(16) { $0 + 16 * ($1.nodes.count + $1.edges.count) }
    default: 16
    }
  }
}

/// Changes that are undone together.
struct Change {
  let name: String
  /// What undoes the change, in this order.
  var acts: [Act]
  /// The gesture that it is a part of, such as a movement of a slider; 0 if none.
  var gesture = 0

  var size: Int { acts.reduce(0) { $0 + $1.size } }
}

/// The changes that can be undone and those that can be done again, as many as fit into memory.
struct History {
  private var done: [Change] = []
  private var undone: [Change] = []
  private static let countLimit = 1000
  private static let sizeLimit = 8_000_000

  var undoName: String? { done.last?.name }
  var redoName: String? { undone.last?.name }

  mutating func add(_ change: Change) {
    undone = []
    // What one gesture changes again is undone with it.
    if change.gesture != 0, change.gesture == done.last?.gesture { return }
    done.append(change)
    var size = done.reduce(0) { $0 + $1.size }
    while done.count > Self.countLimit || (size > Self.sizeLimit && done.count > 1) {
      size -= done.removeFirst().size
    }
  }

  /// Takes back the last change by `perform`, which returns what does it again.
  mutating func undo(_ perform: (Change) throws -> Change) rethrows {
    guard let change = done.last else { return }
    undone.append(try perform(change))
    done.removeLast()
  }

  mutating func redo(_ perform: (Change) throws -> Change) rethrows {
    guard let change = undone.last else { return }
    done.append(try perform(change))
    undone.removeLast()
  }
}
