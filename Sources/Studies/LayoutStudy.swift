import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench

/// The study that lays a graph out by forces.
public struct LayoutStudy: Study {
  /// The graph.
  public var graph: any GraphSource = MiserablesSource()
  /// 2 or 3.
  public var dimensions = 2
  /// Where the nodes start.
  public var placement: any Placement = Phyllotaxis()
  /// The forces, in the order in which they act.
  public var forces: [any Force] = [ManyBody(), LinkForce(), Center()]
  /// What moves the nodes.
  public var integrator: any Integrator = Verlet()
  /// How pairwise forces are summed.
  public var repulsion: any Repulsion = KDTree()
  /// When a run ends; by the integrator's alpha or after 1000 iterations if empty.
  public var stop: [any StopRule] = []
  /// The energy beyond which a trial has diverged.
  public var energyLimit: Double?
  /// What the nodes are like.
  public var nodes = NodeTraits()
  /// Nodes that keep their place.
  public var pin: [PinnedNode] = []
  /// How many threads share the work of a tick.
  public var threads = 1
  /// What is kept of a run.
  public var record = Recording()
  /// What is measured on the finished layout.
  public var metrics: [any Metric] = []
  /// What it looks like where it is drawn.
  public var view = LayoutView()

  /// Les Misérables by d3-force's usual forces.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "layout", "Lays a graph out by forces and records movement, energy and time.",
    parameters: [
      Parameter("graph", \.graph, of: .graph, "The graph."),
      Parameter("dimensions", \.dimensions, within: Bounds(2...3), "2 or 3."),
      Parameter("placement", \.placement, of: .placement, "Where the nodes start."),
      Parameter("forces", \.forces, listOf: .force, "The forces, in the order in which they act."),
      Parameter("integrator", \.integrator, of: .integrator, "What moves the nodes."),
      Parameter("repulsion", \.repulsion, of: .repulsion, "How pairwise forces are summed."),
      Parameter(
        "stop", \.stop, setOf: .stopRule, "When a run ends: at the first of these rules.",
        defaultDescription: "the integrator's alpha-min if it cools, else 1000 iterations"),
      Parameter(
        "energy-limit", \.energyLimit, above: 0,
        "Size of the total energy, or of the kinetic where a force has no potential, beyond which a "
          + "trial has diverged.", defaultDescription: "none"),
      Parameter("nodes", \.nodes, "Mass, charge and radius of the nodes."),
      Parameter("pin", \.pin, "Nodes that keep their place."),
      Parameter(
        "threads", \.threads, within: Bounds(1...256),
        "How many threads share the work of a tick; no result but time depends on it."),
      Parameter("record", \.record, "What is kept of a run."),
      Parameter("metrics", \.metrics, listOf: .metric, "What is measured on the finished layout."),
      Parameter("view", \.view, "What nodes and edges look like where the layout is drawn."),
    ])

  /// The attributes of the graph that are asked for.
  var attributeNames: AttributeNames {
    let drawn = view.attributeNames
    return AttributeNames(
      nodes: nodes.attributeNames.union(drawn.nodes),
      edges: forces.reduce(into: drawn.edges) { $0.formUnion($1.edgeAttributes) })
  }

  /// The stop rules that apply.
  var stopRules: [any StopRule] {
    guard stop.isEmpty else { return stop }
    return [integrator.finalAlpha.map { StopAtAlpha(minimum: $0) } ?? StopAfterIterations(count: 1000)]
  }

  public var columns: [Column] {
    [
      .fact("nodes", use: .size), .fact("edges", use: .size), .hash("graph_hash", use: .graph),
      .measure("iterations", better: .lower, use: .iterations, importance: 6), Self.movement,
    ] + Self.energies + metrics.flatMap(\.columns) + [
      .hash("layout_hash"),
      .time("layout_seconds", "time for the layout", short: "time", use: .totalTime),
    ]
  }

  public var comparesLayouts: Bool { metrics.contains { $0.needs.contains(.first) } }

  public var sampleColumns: [Column] {
    [
      .fact("iteration", use: .iteration), .time("elapsed_ns", "time"), Self.movement,
      .measure(
        "max_displacement", "greatest movement of a node", unit: "px/tick", better: .lower),
    ] + Self.energies + [.fact("alpha")] + potentialColumns
  }

  private static let movement = Column.measure(
    "movement", "movement of all nodes", short: "movement", unit: "px/tick", better: .lower,
    use: .movement, importance: 5)

  private static let energyUnit = "px²/tick²"

  private static let energies: [Column] = [
    .measure(
      "kinetic_energy", short: "kinetic", unit: energyUnit, use: .energyPart, importance: 1),
    .measure("potential_energy", short: "potential", unit: energyUnit, importance: 2),
    .measure("total_energy", short: "energy", unit: energyUnit, use: .energy, importance: 3),
  ]

  /// One column per force; of several of one name, the second ends in `_2`.
  private var potentialColumns: [Column] {
    forces.indices.map { index in
      let force = forces[index].name
      let earlier = forces[..<index].count { $0.name == force }
      let name = force + (earlier == 0 ? "" : "-\(earlier + 1)")
      return .measure(
        "potential_" + name.snakeCase, "potential of \(name)", short: name,
        unit: Self.energyUnit, use: .energyPart)
    }
  }
}

extension String {
  /// kebab-case, as in YAML, turned into snake_case, as in CSV.
  var snakeCase: String { replacing("-", with: "_") }
}

/// What is kept of a layout run.
public struct Recording: Record {
  /// What becomes of the finished layout.
  public enum Kept: String, Choice {
    /// It is written to `layouts/`.
    case final
    /// It is not kept.
    case none
  }

  /// Every how many iterations a row of `samples.csv` is written.
  public var every = 1
  /// What becomes of the finished layout.
  public var layout = Kept.final
  /// How many frames are kept of the first trial of each configuration.
  public var frames = 0

  /// Every iteration, and the finished layout.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "record", "What is kept of a run.",
    parameters: [
      Parameter(
        "every", \.every, within: Bounds(1...1_000_000_000), unit: "ticks",
        "Every how many iterations movement and energies are recorded; the last always is."),
      Parameter("layout", \.layout, "Whether the finished layout is kept."),
      Parameter(
        "frames", \.frames, within: Bounds(0...10_000),
        "At most how many frames, two or more, are kept of the first trial of each configuration, evenly "
          + "spaced over its iterations, for the player in the report; 0 for none."),
    ])

  public func check() throws(ParameterError) {
    guard frames != 1 else {
      throw ParameterError(
        "a run has two frames at least, its start and its end; ask for more, or for 0",
        parameter: "frames")
    }
  }
}

/// A node that keeps its place.
public struct PinnedNode: Record {
  /// The node's label, or its number from 0.
  public var node = ""
  /// Where it is held; where it starts if empty.
  public var at: [Double] = []

  /// No node yet.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "pin", "Holds a node in its place.",
    parameters: [
      Parameter(
        "node", \.node, "Label of the node, or its number from 0.", isRequired: true,
        example: "Valjean"),
      Parameter("at", \.at, unit: "px", "The place.", defaultDescription: "where the node starts"),
    ])
}
