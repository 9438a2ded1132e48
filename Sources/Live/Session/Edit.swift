import ForceLabStudies

/// A change of the layouts, or what undoes one.
enum Edit {
  /// Where the nodes of a layout were before a restart: their numbers, and a list of coordinates per axis.
  typealias Places = (seed: UInt64, nodes: [Int], positions: [[Double]])

  /// Event actions of each layout.
  case actions([LayoutEdit])
  /// From the placement, with the seed of each layout.
  case restart(seeds: [UInt64])
  /// Puts the nodes of each layout where they were, at rest, and brings its seed back.
  case move([Places])

  /// About how many numbers it keeps.
  var size: Int {
    switch self {
    case .actions(let edits):
      edits.flatMap(\.restored).reduce(32) { $0 + 16 * ($1.nodes.count + $1.edges.count) }
    case .restart: 16
    case .move(let layouts): layouts.reduce(16) { $0 + $1.nodes.count * (1 + $1.positions.count) }
    }
  }
}

/// Event actions of one layout, and then what no action can do: putting back what was removed.
struct LayoutEdit {
  var actions: [any EventAction] = []
  var restored: [RunningLayout.Removed] = []
}

/// The edits that can be undone and those that can be done again, as many as fit into memory.
struct History<Edit> {
  private struct Step {
    let name: String
    /// What takes the step back.
    let edit: Edit
    /// The gesture that it is a part of, such as a movement of a slider; 0 if none.
    var gesture = 0
  }

  private var done: [Step] = []
  private var undone: [Step] = []
  /// About how many numbers an edit keeps.
  private let size: (Edit) -> Int
  private let maxCount = 1000
  private let maxSize = 8_000_000

  init(size: @escaping (Edit) -> Int) { self.size = size }

  var undoName: String? { done.last?.name }
  var redoName: String? { undone.last?.name }

  mutating func add(_ name: String, undoneBy edit: Edit, gesture: Int = 0) {
    undone = []
    // What one gesture changes again is undone with it.
    if gesture != 0, gesture == done.last?.gesture { return }
    done.append(Step(name: name, edit: edit, gesture: gesture))
    var sum = done.reduce(0) { $0 + size($1.edit) }
    while done.count > maxCount || (sum > maxSize && done.count > 1) {
      sum -= size(done.removeFirst().edit)
    }
  }

  /// Takes back the last step by `perform`, which returns what does it again.
  mutating func undo(_ perform: (Edit) throws -> Edit) rethrows {
    try Self.move(from: &done, to: &undone, perform)
  }

  mutating func redo(_ perform: (Edit) throws -> Edit) rethrows {
    try Self.move(from: &undone, to: &done, perform)
  }

  private static func move(
    from steps: inout [Step], to others: inout [Step], _ perform: (Edit) throws -> Edit
  ) rethrows {
    // A step that fails is given up: most would fail again, and block those before them.
    guard let step = steps.popLast() else { return }
    others.append(Step(name: step.name, edit: try perform(step.edit)))
  }
}
