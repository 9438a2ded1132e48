import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// Lays out coarser versions of the graph first. This suits large graphs.
public struct Multilevel: ContextPlacement {
  public var rounds = 2
  public var coarsest = 1000
  public var ticks = 2
  public var growth = 1.0
  public var integrator: any Integrator = Verlet()
  public var length: Double?

  /// The maximum number of ticks of a level due to `growth`.
  private static let maxTicks = 200.0

  public init() {}

  public static let manual = Manual<Self>(
    "multilevel",
    "Coarsens the graph by heavy-edge matching, lays out the coarsest graph by stress, then each finer "
      + "one by the layout's own forces, up to the one before the graph itself. No node moves farther "
      + "than five edges in a tick. Weights of edges count in the matching only if a force uses them.",
    parameters: [
      Parameter(
        "rounds", \.rounds, within: Bounds(1...8),
        "Matchings per level: groups have up to 2^rounds nodes."),
      Parameter(
        "coarsest", \.coarsest, within: Bounds(2...5000), unit: "nodes",
        "Maximum size of the coarsest graph, which is laid out by the stress of all pairs."),
      Parameter(
        "ticks", \.ticks, within: Bounds(0...1_000_000), unit: "ticks",
        "Ticks of the level next to the graph itself."),
      Parameter(
        "growth", \.growth, in: 1...,
        "Factor of the ticks of each coarser level, up to 200 ticks."),
      Parameter("integrator", \.integrator, of: .integrator, "Moves the nodes of each level."),
      Parameter(
        "length", \.length, above: 0, unit: "px", "Initial length of an edge.",
        defaultDescription: "that of the first 'link', or 30"),
    ],
    source:
      "C. Walshaw, “A multilevel algorithm for force-directed graph-drawing”, 2003; masses as "
      + "in S. Hachul and M. Jünger's FM³, 2004", version: 2)

  /// Throws a `ParameterError` if the layout of a level diverges. Cost: linear in nodes and edges, plus the ticks.
  public func coordinates(in context: PlacementContext, using generator: inout SeededGenerator)
    throws -> [[Double]]
  {
    let usesWeights = context.forces.contains { $0.edgeAttributes.contains("weight") }
    // Neighbors with near numbers are near in memory.
    let parts = ConnectedParts(of: context.graph, lengths: nil)
    var levels = [Level(context, order: parts.order)]
    while let last = levels.last, last.graph.nodeCount > coarsest {
      levels.append(Level(above: last, rounds: rounds, usesWeights: usesWeights))
    }
    let forces = context.forces.map { $0.averaged(over: context.graph) }
    let length = length ?? context.edgeLength
    let seed = generator.next()
    var positions = try start(levels[levels.count - 1], length, in: context, using: &generator)
    for index in levels.indices.dropFirst().reversed() {
      let (level, finer) = (levels[index], levels[index - 1])
      let world = level.world(at: positions, in: context, seed: seed)
      let simulation = Simulation(
        world, forces: forces.map { $0.coarsened(by: level.stretch) },
        integrator: integrator.coarsened(by: level.stretch))
      let wanted = min(Double(self.ticks) * pow(growth, Double(index - 1)), Self.maxTicks)
      let ticks = max(self.ticks, Int(clamping: wanted.rounded()))
      try run(simulation, ticks, limit: 5 * length * level.stretch, until: context.deadline)
      positions = level.prolonged(
        world.particles.coordinates, to: finer.graph, noise: 0.05 * length * finer.stretch,
        using: &generator)
    }
    positions = positions.map { axis in
      var numbers = axis
      for (place, node) in parts.order.enumerated() { numbers[Int(node)] = axis[place] }
      return numbers
    }
    parts.pack(&positions, gap: length, pins: context.pins)
    return positions
  }

  /// The coarsest graph by stress, whatever its attributes.
  private func start(
    _ level: Level, _ length: Double, in context: PlacementContext,
    using generator: inout SeededGenerator
  ) throws -> [[Double]] {
    var coarsest = PlacementContext(level.graph, dimensions: context.dimensions)
    (coarsest.threads, coarsest.pins) = (context.threads, level.pins)
    return try StressPlacement { $0.length = length * level.stretch }
      .coordinates(in: coarsest, using: &generator)
  }

  private func run(
    _ simulation: Simulation, _ ticks: Int, limit: Double, until deadline: ContinuousClock.Instant?
  ) throws(ParameterError) {
    let particles = simulation.world.particles
    let before = LaneStorage(count: particles.count, lanes: particles.dimensions)
    for tick in 0..<ticks {
      if let deadline, deadline <= .now { return }
      guard !simulation.tick(limitedTo: limit, before).total.isFinite else { continue }
      throw ParameterError(
        "the level of \(particles.count) nodes diverges in tick \(tick + 1); "
          + "use weaker forces or another 'integrator' of 'multilevel'")
    }
  }
}
