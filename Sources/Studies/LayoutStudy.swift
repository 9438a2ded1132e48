import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench

public struct LayoutStudy: Study {
  public var graph: any GraphSource = MiserablesSource()
  public var shuffle = false
  public var dimensions = 2
  public var placement: any Placement = Phyllotaxis()
  public var engine: any Engine = SimulationEngine()
  public var timeBudget: TimeBudget?
  public var forces: [any Force] = [ManyBody(), LinkForce(), Center()]
  public var integrator: any Integrator = Verlet()
  public var repulsion: any Repulsion = KDTree()
  public var stop: [any StopRule] = []
  public var events: [Event] = []
  public var energyLimit: Double?
  var nodes = NodeTraits()
  public var overlaps: any OverlapRemoval = KeepOverlaps()
  var pin: [PinnedNode] = []
  public var threads = 1
  var record = Recording()
  public var metrics: [any Metric] = []
  public var targets: [String: Double] = [:]
  var view = LayoutView()

  public init() {}

  public static let manual = Manual<Self>(
    "layout", "Lays out a graph with forces and records movement, energy and time.",
    parameters: [
      Parameter("graph", \.graph, of: .graph, "The graph."),
      Parameter(
        "shuffle", \.shuffle,
        "Whether each repeat puts nodes and edges into another random order. Layouts depend on the "
          + "order; results keep that of the graph."),
      Parameter("dimensions", \.dimensions, within: Bounds(2...3), "2 or 3."),
      Parameter("placement", \.placement, of: .placement, "Start positions of the nodes."),
      Parameter(
        "engine", \.engine, of: .engine,
        "What computes the layout: the simulation, or another program."),
      Parameter(
        "time-budget", \.timeBudget,
        "Time for the whole layout, such as 100ms, instead of an engine: the layout of the lowest stress, or "
          + "`for` another objective, that it allows. The number of steps then depends on the speed of the "
          + "machine."),
      Parameter(
        "forces", \.forces, listOf: .force, "The forces, in the order in which they are applied."),
      Parameter("integrator", \.integrator, of: .integrator, "How the nodes move."),
      Parameter("repulsion", \.repulsion, of: .repulsion, "How pairwise forces are summed."),
      Parameter(
        "stop", \.stop, setOf: .stopRule, "Rules that end a run: the first that is met.",
        defaultDescription: "the integrator's alpha-min if it cools, else 1000 iterations"),
      Parameter(
        "events", \.events,
        "Changes of the layout while it runs: nodes and edges that are added or removed, values that are "
          + "set or moved, nodes that are pinned.",
        example: "[{at: 100, add-nodes: {count: 5, place: border}, reheat: 0.3}]"),
      Parameter(
        "energy-limit", \.energyLimit, above: 0,
        "Absolute total energy above which a trial counts as diverged; the kinetic energy if a force "
          + "has no potential.", defaultDescription: "none: a trial diverges if movement explodes"),
      Parameter("nodes", \.nodes, "Mass, charge, radius and size of the nodes."),
      Parameter(
        "overlaps", \.overlaps, of: .overlapRemoval,
        "How nodes of the finished layout that overlap are moved apart, before it is measured. It needs 'nodes: {size: …}'. "
          + "Its time is `overlap_seconds`, apart from `layout_seconds`."
      ),
      Parameter("pin", \.pin, "Nodes with fixed positions."),
      Parameter(
        "threads", \.threads, within: Bounds(1...256),
        "Number of threads that compute a tick. Only times depend on it."),
      Parameter("record", \.record, "What is recorded."),
      Parameter("metrics", \.metrics, listOf: .metric, "Measures of the finished layout."),
      Parameter(
        "targets", \.targets,
        "Values of metrics to reach, such as {stress: 0.05}: the metrics are measured during the layout, and "
          + "the time and the iteration at which a value was first reached are recorded."),
      Parameter("view", \.view, "How nodes and edges are drawn."),
    ])

  var attributeNames: AttributeNames {
    let drawn = view.attributeNames
    let laidOut = forces.reduce(into: usedEdgeAttributes) { $0.formUnion($1.edgeAttributes) }
    // With a layout, all attributes are kept for drawings and graph files.
    return AttributeNames(
      nodes: stages.reduce(into: drawn.nodes) { $0.formUnion($1.nodes.attributeNames) },
      edges: metrics.reduce(into: drawn.edges.union(laidOut)) { $0.formUnion($1.edgeAttributes) },
      words: drawn.words,
      keepsAll: record.layout == .final || record.frames > 0
        || events.contains { $0.actions.contains(where: \.usesAttributes) })
  }

  /// The attributes of edges that the layout depends on: weights, lengths and strengths.
  var usedEdgeAttributes: Set<String> {
    let simulated = isSimulation ? stages.flatMap(\.forces).map(\.edgeAttributes) : []
    let start = usedEngine.unusedKeys.contains("placement") ? [] : placement.edgeAttributes
    return simulated.reduce(usedEngine.edgeAttributes.union(start)) { $0.union($1) }
  }

  var stopRules: [any StopRule] {
    guard stop.isEmpty else { return stop }
    return [
      integrator.finalAlpha.map { alpha in StopAtAlpha { $0.minimum = alpha } }
        ?? StopAfterIterations { $0.count = 1000 }
    ]
  }

  public var columns: [Column] {
    [
      .fact("nodes", use: .size), .fact("edges", use: .size),
    ] + GraphFacts.columns + (usedEdgeAttributes.isEmpty ? [] : [Self.edgeAttributes]) + [
      .hash("graph_hash", use: .graph),
      .measure("iterations", better: .lower, use: .iterations, importance: 6),
    ] + (isSimulation ? [Self.movement] + Self.energies : []) + metrics.flatMap(\.columns)
      + (isSimulation && !events.isEmpty ? EventLog.trialColumns : [])
      + trackedTargets.flatMap(\.columns) + [
        .hash("layout_hash", use: .outcome),
        .time("layout_seconds", "layout time", short: "time", use: .totalTime),
      ] + (overlaps is KeepOverlaps ? [] : [Self.overlapTime]) + usedEngine.columns
  }

  var usedEngine: any Engine { timeBudget.map { $0 as any Engine } ?? engine }

  public var isSimulation: Bool { usedEngine is SimulationEngine }

  public var unused: (keys: Set<String>, reader: String) {
    let keys = usedEngine.unusedKeys.subtracting(nodes.size == nil ? [] : ["nodes"])
    return timeBudget == nil
      ? (keys, "the engine '\(engine.name)'")
      : (keys.union(["engine"]), "a layout with 'time-budget'")
  }

  public var programs: [ExternalProgram] { usedEngine.programs(threads: threads) }

  public var isRandom: Bool {
    let used: [any Plugin] =
      isSimulation
      ? stages.flatMap { [$0.integrator, $0.repulsion] + $0.forces } : [usedEngine]
    let actions = isSimulation ? events.flatMap(\.actions) : []
    let plugins: [any Plugin] = [placement] + used + metrics + actions
    return shuffle || plugins.contains(where: \.isRandom)
  }

  public var randomization: String? {
    metrics.isEmpty && record.layout == .none
      ? nil : "'shuffle: true', 'placement: uniform' or a 'jitter' of the placement"
  }

  public var eventColumns: [Column] { isSimulation && !events.isEmpty ? EventLog.columns : [] }

  public var comparesLayouts: Bool { metrics.contains { $0.needs.contains(.first) } }

  public var sampleColumns: [Column] {
    let clock: [Column] = [.fact("iteration", use: .iteration), .time("elapsed_ns", "time")]
    let measures = QualityTracker.columns(of: self)
    guard isSimulation else { return measures.isEmpty ? [] : clock + measures }
    return clock + [
      Self.movement,
      .measure("max_displacement", "maximum movement of a node", unit: "px/tick", better: .lower),
    ] + Self.energies + [.fact("alpha")] + potentialColumns + measures
  }

  private static let overlapTime = Column.time(
    "overlap_seconds", "time to move nodes apart that overlap", short: "overlaps")

  private static let edgeAttributes = Column.fact(
    "edge_attributes", "attributes of edges that the layout depends on", use: .edgeAttributes,
    note: "empty if weights and other attributes of edges have no effect")

  private static let movement = Column.measure(
    "movement", "movement of all nodes", short: "movement", unit: "px/tick", better: .lower,
    use: .movement, importance: 5)

  private static let energyUnit = "px²/tick²"

  private static let energies: [Column] = [
    .measure("kinetic_energy", short: "kinetic", unit: energyUnit, use: .energyPart, importance: 1),
    .measure(
      "potential_energy", short: "potential", unit: energyUnit, importance: 2, note: partsNote),
    .measure(
      "total_energy", short: "energy", unit: energyUnit, use: .energy, importance: 3,
      note: partsNote),
  ]

  private static let partsNote = "empty if a force has no potential"

  /// One column per force. The second force of a name gets the suffix `_2`.
  private var potentialColumns: [Column] {
    forces.indices.map { index in
      let force = forces[index].name
      let earlier = forces[..<index].count { $0.name == force }
      let name = force + (earlier == 0 ? "" : "-\(earlier + 1)")
      return .measure(
        "potential_" + name.replacing("-", with: "_"), "potential of \(name)", short: name,
        unit: Self.energyUnit, use: .energyPart,
        note: type(of: forces[index]).potentialNote.map { "'\(force)' has \($0)" })
    }
  }
}

struct PinnedNode: Record {
  var node = ""
  var at: [Double] = []

  static let manual = Manual<Self>(
    "pin", "Fixes a node at a position.",
    parameters: [
      Parameter(
        "node", \.node, "Label of the node, or its id, or its number from 0.", isRequired: true,
        example: "Valjean"),
      Parameter(
        "at", \.at, unit: "px", "The position, which is needed with `time-budget`.",
        defaultDescription: "its start position"),
    ])
}
