import ForceLabGraphs
import ForceLabSettings
import ForceLabStudies

/// What has happened since the start or the last restart, as the `events:` of an experiment that does
/// the same: each side has its values at the start, and its changes with their iterations.
struct ReplayRecord {
  struct Event {
    let iteration: Int
    let what: String
    let value: SettingsNode
    /// The side that it happened to; nil for both.
    let side: Int?
    /// The node that a move or a pin is of.
    var node: Int?
  }

  /// An experiment has at most as many events.
  private static let limit = 10_000

  /// The settings of each side at the start.
  private var starts: [SettingsNode]
  private(set) var events: [Event] = []
  /// Why the changes cannot be repeated; nil if they can.
  private(set) var obstacle: String?

  var count: Int { events.count }

  /// Nothing has happened to `layouts`, except that nodes may be pinned.
  init(_ layouts: [RunningLayout], pins: [(node: Int, position: [Double])] = []) {
    starts = layouts.map { $0.study.encoded() }
    for pin in pins {
      let value = Self.pin(Self.name(of: pin.node, in: layouts[0]), pin.position)
      events.append(Event(iteration: 0, what: "pin", value: value, side: nil, node: pin.node))
    }
  }

  /// The first of the sides continues alone.
  mutating func keepFirstSide() {
    starts.removeLast(starts.count - 1)
    events.removeAll { ($0.side ?? 0) > 0 }
  }

  /// The iteration of the last event of a side; nil if there is none.
  func lastIteration(of side: Int) -> Int? {
    events.last { $0.side == nil || $0.side == side }?.iteration
  }

  func start(of side: Int) -> SettingsNode { starts[side] }

  mutating func cannotReplay(_ why: String) { obstacle = obstacle ?? why }

  /// A change of settings before the first tick is a change of the start.
  mutating func set(_ path: String, to value: SettingsNode, _ sides: [Side], side: Int) {
    // The next restart uses a placement, and begins a new record.
    guard !path.hasPrefix("placement") else { return }
    guard sides[side].layout.iteration > 0 else {
      return starts[side] = sides[side].layout.study.encoded()
    }
    add("set", .mapping(of: [(path, value)]), sides, side: side)
  }

  mutating func add(_ what: String, _ value: SettingsNode, _ sides: [Side], side: Int? = nil) {
    // Sides can differ in how far they are, if one has settled.
    let (chosen, first) = (side.map { [sides[$0]] } ?? sides, side ?? 0)
    for (index, each) in chosen.enumerated() {
      append(
        Event(
          iteration: each.layout.iteration, what: what, value: value,
          side: sides.count == 1 ? nil : first + index))
    }
  }

  /// Of the places of a node between two ticks, the last one counts.
  mutating func place(_ node: Int, at positions: [[Double]], isPinned: Bool, _ sides: [Side]) {
    for (index, position) in positions.enumerated() {
      let iteration = sides[index].layout.iteration
      let side = sides.count == 1 ? nil : index
      while let last = events.last, last.node == node, last.iteration == iteration,
        last.side == side
      {
        events.removeLast()
      }
      let name = Self.name(of: node, in: sides[index].layout)
      append(
        Event(
          iteration: iteration, what: "pin", value: Self.pin(name, position), side: side, node: node
        ))
      if !isPinned {
        append(Event(iteration: iteration, what: "unpin", value: name, side: side))
      }
    }
  }

  mutating func addNode(at position: [Double], _ label: String?, next: Int?, _ sides: [Side]) {
    var entries: [(key: String, value: SettingsNode)] = [
      ("place", .mapping(of: [("at", Self.list(position))]))
    ]
    let layout = sides[0].layout
    if let label, layout.graph.labels != nil {
      entries.append(("labels", .sequence([.scalar(.string(label))])))
    }
    if let next { entries.append(("link-to", .sequence([Self.name(of: next, in: layout)]))) }
    add("add-nodes", .mapping(of: entries), sides)
  }

  mutating func addEdge(_ from: Int, _ to: Int, _ sides: [Side]) {
    add("add-edges", .sequence([Self.pair(from, to, sides[0].layout)]), sides)
  }

  /// Call it before the nodes and edges are removed, while they have names.
  mutating func remove(_ nodes: Set<Int>, _ edges: [(Int, Int)], _ sides: [Side]) {
    let layout = sides[0].layout
    if !nodes.isEmpty {
      let names = nodes.sorted().map { Self.name(of: $0, in: layout) }
      add("remove-nodes", .sequence(names), sides)
    }
    if !edges.isEmpty {
      let pairs = edges.map { Self.pair($0.0, $0.1, layout) }
      add("remove-edges", .sequence(pairs), sides)
    }
  }

  private mutating func append(_ event: Event) {
    guard events.count < Self.limit else { return cannotReplay("there were too many changes") }
    events.append(event)
  }

  /// The events of a side, for an experiment.
  func settings(of side: Int) -> SettingsNode {
    .sequence(
      events.filter { $0.side == nil || $0.side == side }.map { event in
        .mapping(of: [("at", .scalar(.int(event.iteration))), (event.what, event.value)])
      })
  }

  /// The label of a node, its id or its number: the first that leads to it.
  private static func name(of node: Int, in layout: RunningLayout) -> SettingsNode {
    let id = layout.index(of: node).flatMap { layout.graph.ids?.texts[$0] }
    let names = [layout.name(of: node), id, String(node)].compactMap { $0 }
    return .scalar(.string(names.first { layout.node(named: $0) == node } ?? String(node)))
  }

  private static func pin(_ name: SettingsNode, _ position: [Double]) -> SettingsNode {
    .mapping(of: [("nodes", name), ("at", list(position))])
  }

  private static func pair(_ from: Int, _ to: Int, _ layout: RunningLayout) -> SettingsNode {
    .sequence([name(of: from, in: layout), name(of: to, in: layout)])
  }

  private static func list(_ numbers: [Double]) -> SettingsNode {
    .sequence(numbers.map { .scalar(.float($0)) })
  }
}
