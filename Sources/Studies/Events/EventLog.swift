import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench

/// The events of a run, and how they disturbed the layout.
struct EventLog {
  struct Entry {
    /// The index of the event in the list.
    let event: Int
    let iteration: Int
    let text: String
    let nodes, edges: Int
    /// The state before it, until the layout has settled.
    fileprivate var before: LayoutState?
    fileprivate let clock: Int64
    fileprivate(set) var settleIterations: Int?
    fileprivate(set) var settleNanoseconds: Int64?
    /// How far the nodes that stayed are from where they were, in px; nil if there are none.
    fileprivate(set) var displacement: (mean: Double, maximum: Double)?
  }

  private(set) var entries: [Entry] = []
  /// Whether `settledStates` are wanted, which need much memory.
  let keepsStates: Bool
  /// The positions of the nodes that stayed, before and after the events between two settled states.
  private(set) var settledStates: [SettledStates] = []
  private var firstOpen = 0
  private var openCount = 0
  private var lastSettled: LayoutState?

  /// The maximum number of coordinates that are kept of the states before events.
  private static let maxOpenCount = 50_000_000

  init(keepsStates: Bool) { self.keepsStates = keepsStates }

  mutating func add(
    _ event: Int, _ text: String, before: LayoutState, in layout: RunningLayout, clock: Int64
  ) {
    let count = before.nodes.count * before.positions.count + before.graph.edgeCount
    let isKept = openCount + count <= Self.maxOpenCount
    if isKept { openCount += count }
    entries.append(
      Entry(
        event: event, iteration: layout.iteration, text: text, nodes: layout.nodes.count,
        edges: layout.graph.edgeCount, before: isKept ? before : nil, clock: clock))
  }

  /// Notes that the layout has settled.
  mutating func settle(_ layout: RunningLayout, clock: Int64) {
    let now = layout.state
    if let last = lastSettled, firstOpen < entries.count {
      settledStates.append(SettledStates(last, now))
    }
    for index in firstOpen..<entries.count {
      entries[index].settleIterations = layout.iteration - entries[index].iteration
      entries[index].settleNanoseconds = clock - entries[index].clock
      let distances = entries[index].before.map { SettledStates($0, now).distances } ?? []
      entries[index].displacement = distances.max().map { maximum in
        (distances.reduce(0, +) / Double(distances.count), maximum)
      }
      entries[index].before = nil
    }
    (firstOpen, openCount) = (entries.count, 0)
    if keepsStates { lastSettled = now }
  }

  // MARK: Columns

  /// Of `events.csv`, after the trial's number.
  static let columns: [Column] = [
    .fact("event", "number of the event in the list"), .fact("iteration", use: .iteration),
    .fact("what", "what happened", use: .event),
    .fact("nodes"), .fact("edges"),
    .measure("settle_iterations", "settling time in iterations", better: .lower),
    .time("settle_seconds", "settling time"),
    .measure(
      "mean_displacement", "mean displacement of the nodes that stayed", unit: "px", better: .lower),
    .measure(
      "max_displacement", "maximum displacement of the nodes that stayed", unit: "px",
      better: .lower),
  ]

  var rows: [[Field]] {
    entries.map { entry in
      [
        .integer(entry.event + 1), .integer(entry.iteration), .text(entry.text),
        .integer(entry.nodes), .integer(entry.edges),
        Field(integer: entry.settleIterations),
        Field(entry.settleNanoseconds.map { Double($0) / 1e9 }),
        Field(entry.displacement?.mean), Field(entry.displacement?.maximum),
      ]
    }
  }

  /// Of a trial with events.
  static let trialColumns: [Column] = [
    .fact("events", "number of events"), .fact("final_nodes"), .fact("final_edges"),
    .measure(
      "settle_iterations", "mean settling time in iterations",
      short: "to settle", better: .lower, importance: 5),
    .measure(
      "event_displacement", "mean displacement by an event, on average", short: "displacement",
      unit: "px", better: .lower, importance: 7),
    .measure(
      "event_max_displacement", "maximum displacement by an event", short: "max displacement",
      unit: "px", better: .lower, importance: 4),
    .time(
      "settle_seconds", "mean settling time", short: "to settle",
      importance: 3),
  ]

  func values(of layout: RunningLayout) -> [String: Field] {
    func mean(_ values: [Double]) -> Field {
      values.isEmpty ? .none : .number(values.reduce(0, +) / Double(values.count))
    }
    return [
      "events": .integer(entries.count), "final_nodes": .integer(layout.nodes.count),
      "final_edges": .integer(layout.graph.edgeCount),
      "settle_iterations": mean(entries.compactMap { $0.settleIterations.map(Double.init) }),
      "settle_seconds": mean(
        entries.compactMap { $0.settleNanoseconds.map { Double($0) / 1e9 } }),
      "event_displacement": mean(entries.compactMap { $0.displacement?.mean }),
      "event_max_displacement": Field(entries.compactMap { $0.displacement?.maximum }.max()),
    ]
  }
}

extension RunningLayout {
  var state: LayoutState { LayoutState(graph, nodes, at: positions) }
}
