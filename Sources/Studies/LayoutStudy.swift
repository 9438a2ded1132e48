import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench

public struct LayoutStudy: Study {
  public var graph: any GraphSource = MiserablesSource()
  public var dimensions = 2
  public var placement: any Placement = Phyllotaxis()
  public var forces: [any Force] = [ManyBody(), LinkForce(), Center()]
  public var integrator: any Integrator = Verlet()
  public var repulsion: any Repulsion = KDTree()
  public var stop: [any StopRule] = []
  public var energyLimit: Double?
  public var nodes = NodeTraits()
  public var pin: [PinnedNode] = []
  public var threads = 1
  public var record = Recording()
  public var metrics: [any Metric] = []
  public var view = LayoutView()

  public init() {}

  public init(
    graph: any GraphSource = MiserablesSource(), dimensions: Int = 2,
    placement: any Placement = Phyllotaxis(),
    forces: [any Force] = [ManyBody(), LinkForce(), Center()],
    integrator: any Integrator = Verlet(), repulsion: any Repulsion = KDTree(),
    stop: [any StopRule] = [], energyLimit: Double? = nil, nodes: NodeTraits = NodeTraits(),
    pin: [PinnedNode] = [], threads: Int = 1, record: Recording = Recording(),
    metrics: [any Metric] = [], view: LayoutView = LayoutView()
  ) {
    self.graph = graph
    self.dimensions = dimensions
    self.placement = placement
    self.forces = forces
    self.integrator = integrator
    self.repulsion = repulsion
    self.stop = stop
    self.energyLimit = energyLimit
    self.nodes = nodes
    self.pin = pin
    self.threads = threads
    self.record = record
    self.metrics = metrics
    self.view = view
  }

  public static let manual = Manual<Self>(
    "layout", "Lays out a graph with forces and records movement, energy and time.",
    parameters: [
      Parameter("graph", \.graph, of: .graph, "The graph."),
      Parameter("dimensions", \.dimensions, within: Bounds(2...3), "2 or 3."),
      Parameter("placement", \.placement, of: .placement, "Start positions of the nodes."),
      Parameter(
        "forces", \.forces, listOf: .force, "The forces, in the order in which they are applied."),
      Parameter("integrator", \.integrator, of: .integrator, "How the nodes move."),
      Parameter("repulsion", \.repulsion, of: .repulsion, "How pairwise forces are summed."),
      Parameter(
        "stop", \.stop, setOf: .stopRule, "Rules that end a run: the first that is met.",
        defaultDescription: "the integrator's alpha-min if it cools, else 1000 iterations"),
      Parameter(
        "energy-limit", \.energyLimit, above: 0,
        "Absolute total energy above which a trial counts as diverged; the kinetic energy if a force "
          + "has no potential.", defaultDescription: "none"),
      Parameter("nodes", \.nodes, "Mass, charge and radius of the nodes."),
      Parameter("pin", \.pin, "Nodes with fixed positions."),
      Parameter(
        "threads", \.threads, within: Bounds(1...256),
        "Number of threads that compute a tick. Only times depend on it."),
      Parameter("record", \.record, "What is recorded."),
      Parameter("metrics", \.metrics, listOf: .metric, "Measures of the finished layout."),
      Parameter("view", \.view, "How nodes and edges are drawn."),
    ])

  var attributeNames: AttributeNames {
    let drawn = view.attributeNames
    return AttributeNames(
      nodes: nodes.attributeNames.union(drawn.nodes),
      edges: forces.reduce(into: drawn.edges) { $0.formUnion($1.edgeAttributes) })
  }

  var stopRules: [any StopRule] {
    guard stop.isEmpty else { return stop }
    return [
      integrator.finalAlpha.map { StopAtAlpha(minimum: $0) } ?? StopAfterIterations(count: 1000)
    ]
  }

  public var columns: [Column] {
    [
      .fact("nodes", use: .size), .fact("edges", use: .size), .hash("graph_hash", use: .graph),
      .measure("iterations", better: .lower, use: .iterations, importance: 6), Self.movement,
    ] + Self.energies + metrics.flatMap(\.columns) + [
      .hash("layout_hash", use: .outcome),
      .time("layout_seconds", "time for the layout", short: "time", use: .totalTime),
    ]
  }

  public var comparesLayouts: Bool { metrics.contains { $0.needs.contains(.first) } }

  public var sampleColumns: [Column] {
    [
      .fact("iteration", use: .iteration), .time("elapsed_ns", "time"), Self.movement,
      .measure("max_displacement", "greatest movement of a node", unit: "px/tick", better: .lower),
    ] + Self.energies + [.fact("alpha")] + potentialColumns
  }

  private static let movement = Column.measure(
    "movement", "movement of all nodes", short: "movement", unit: "px/tick", better: .lower,
    use: .movement, importance: 5)

  private static let energyUnit = "px²/tick²"

  private static let energies: [Column] = [
    .measure("kinetic_energy", short: "kinetic", unit: energyUnit, use: .energyPart, importance: 1),
    .measure("potential_energy", short: "potential", unit: energyUnit, importance: 2),
    .measure("total_energy", short: "energy", unit: energyUnit, use: .energy, importance: 3),
  ]

  /// One column per force. The second force of a name gets the suffix `_2`.
  private var potentialColumns: [Column] {
    forces.indices.map { index in
      let force = forces[index].name
      let earlier = forces[..<index].count { $0.name == force }
      let name = force + (earlier == 0 ? "" : "-\(earlier + 1)")
      return .measure(
        "potential_" + name.replacing("-", with: "_"), "potential of \(name)", short: name,
        unit: Self.energyUnit, use: .energyPart)
    }
  }
}

public struct Recording: Record {
  public enum Kept: String, Choice {
    case final, none
  }

  public var every = 1
  public var layout = Kept.final
  public var frames = 0

  public init() {}

  public init(every: Int = 1, layout: Kept = .final, frames: Int = 0) {
    (self.every, self.layout, self.frames) = (every, layout, frames)
  }

  public static let manual = Manual<Self>(
    "record", "What is recorded of a trial.",
    parameters: [
      Parameter(
        "every", \.every, within: Bounds(1...1_000_000_000), unit: "ticks",
        "Iterations between records of movement and energies. The last one is always recorded."),
      Parameter("layout", \.layout, "Whether the finished layout is kept."),
      Parameter(
        "frames", \.frames, within: Bounds(0...10_000),
        "Maximum number of frames for the player in the report: at least 2, or 0 for none. They are "
          + "taken from the first trial of each configuration, evenly spaced over its iterations."),
    ])

  public func check() throws(ParameterError) {
    guard frames != 1 else {
      throw ParameterError(
        "a run has at least two frames, its start and its end; use 0, or 2 or more",
        parameter: "frames")
    }
  }
}

public struct PinnedNode: Record {
  public var node = ""
  public var at: [Double] = []

  public init() {}

  public init(node: String = "", at: [Double] = []) {
    (self.node, self.at) = (node, at)
  }

  public static let manual = Manual<Self>(
    "pin", "Fixes a node at a position.",
    parameters: [
      Parameter(
        "node", \.node, "Label of the node, or its number from 0.", isRequired: true,
        example: "Valjean"),
      Parameter("at", \.at, unit: "px", "The position.", defaultDescription: "its start position"),
    ])
}
