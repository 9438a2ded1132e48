import ForceLabGraphs
import ForceLabPlugins

/// Lays out the edges that hold a graph together locally, as if there were no others.
public struct BackbonePlacement: ContextPlacement {
  public var minStrength = 0.1
  public var start: any Placement = Multilevel()
  public var ticks = 100
  public var startTemperature = 30.0

  public init() {}

  public static let manual = Manual<Self>(
    "backbone",
    "Leaves out the edges that connect distant parts of the graph, and lays out the others by the layout's own forces. In "
      + "a network of hubs, a random graph or a small world, far more of the nearest nodes are neighbors then, at the price "
      + "of more stress.",
    parameters: [
      Parameter(
        "min-strength", \.minStrength, in: 0...,
        "Edges of at least this strength are kept, and of the others only those of a spanning forest. The strength of an "
          + "edge is the number of common neighbors of its ends divided by that of all their neighbors; without any, the "
          + "part of the pairs of a neighbor of one end and a neighbor of the other that have an edge, up to 32 neighbors. Above 1, the "
          + "forest alone is kept."),
      Parameter("start", \.start, of: .placement, "The placement to start from."),
      Parameter("ticks", \.ticks, within: Bounds(1...1_000_000), unit: "ticks", "Number of ticks."),
      Parameter(
        "start-temperature", \.startTemperature, above: 0, unit: "px",
        "Maximum movement of a node in the first tick, which falls linearly to 0."),
    ],
    source:
      "A. Nocaj, M. Ortmann and U. Brandes, “Untangling the hairballs of multi-centered, small-world online social media "
      + "networks”, 2015")

  /// Throws the errors of `start`, and a `ParameterError` if the layout diverges.
  /// Cost: that of `start` and of the ticks.
  public func coordinates(
    in context: PlacementContext, using generator: inout SeededGenerator
  ) throws -> [[Double]] {
    var sparse = context
    sparse.graph = context.graph.backbone(minStrength: minStrength, using: &generator)
    let particles = Particles(positions: try start.coordinates(in: sparse, using: &generator))
    particles.pins = context.pins
    let world = World(
      particles: particles, graph: sparse.graph, repulsion: context.repulsion,
      seed: generator.next(), threads: context.threads)
    let cooling = Cooling { ($0.startTemperature, $0.iterations) = (startTemperature, ticks) }
    let simulation = Simulation(world, forces: context.forces, integrator: cooling)
    simulation.tick(ticks)
    guard particles.firstNonFinite == nil else {
      throw ParameterError("the layout of the backbone diverges; use weaker forces")
    }
    return simulation.positions
  }

  public func check(_ graph: Graph, dimensions: Int) throws {
    try start.check(graph, dimensions: dimensions)
  }

  public var edgeAttributes: Set<String> { start.edgeAttributes }
}
