import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// Where ever finer versions of the graph come to lie, each starting from the coarser one's layout.
public struct Multilevel: Placement {
  /// How often the nodes are matched two by two from level to level.
  public var rounds = 2
  /// The coarsest graph has at most so many nodes.
  public var coarsest = 100
  /// How many ticks the level next to the graph itself takes.
  public var ticks = 15
  /// How many times more each coarser level takes.
  public var growth = 1.5
  /// What moves the nodes of each level.
  public var integrator: any Integrator = Verlet()
  /// The length of an edge at the start; the links' if nil.
  public var length: Double?

  /// No level takes more ticks than this because of `growth`.
  private static let mostTicks = 200.0

  public init() {}

  public init(
    rounds: Int = 2, coarsest: Int = 100, ticks: Int = 15, growth: Double = 1.5,
    integrator: any Integrator = Verlet(), length: Double? = nil
  ) {
    (self.rounds, self.coarsest) = (rounds, coarsest)
    (self.ticks, self.growth) = (ticks, growth)
    (self.integrator, self.length) = (integrator, length)
  }

  public static let manual = Manual<Self>(
    "multilevel",
    "Coarsens the graph by heavy-edge matching, lays out the coarsest one by stress, then each finer "
      + "one from there, down to the one before the graph itself, by the experiment's own forces "
      + "as they act among groups of nodes, none of which goes farther than five edges in a tick.",
    parameters: [
      Parameter(
        "rounds", \.rounds, within: Bounds(1...8),
        "How often nodes are matched from level to level: groups of up to 2^rounds. On meshes "
          + "numbered row by row an odd number makes groups longer than wide."),
      Parameter(
        "coarsest", \.coarsest, within: Bounds(2...2000), unit: "nodes",
        "Greatest size of the coarsest graph, laid out in time of its square."),
      Parameter(
        "ticks", \.ticks, within: Bounds(0...1_000_000), unit: "ticks",
        "Ticks of the level next to the graph itself, which the experiment's run lays out."),
      Parameter(
        "growth", \.growth, in: 1...,
        "How many times more ticks each coarser level takes, up to 200."
      ),
      Parameter("integrator", \.integrator, of: .integrator, "What moves the nodes of each level."),
      Parameter(
        "length", \.length, above: 0, unit: "px", "Length of an edge at the start.",
        defaultDescription: "that of the first 'link', or 30"),
    ],
    source:
      "C. Walshaw, “A multilevel algorithm for force-directed graph-drawing”, 2003; masses as "
      + "in S. Hachul and M. Jünger's FM³, 2004")

  /// The layout under d3-force's usual forces.
  public func coordinates(
    of graph: Graph, dimensions: Int, using generator: inout SeededGenerator
  ) throws -> [[Double]] {
    var scene = PlacementContext(graph)
    scene.dimensions = dimensions
    return try coordinates(in: scene, using: &generator)
  }

  /// Throws a `ParameterError` if the forces drive the nodes of a level beyond all numbers.
  /// Cost: linear in nodes and edges, and the ticks.
  public func coordinates(in scene: PlacementContext, using generator: inout SeededGenerator) throws
    -> [[Double]]
  {
    var levels = [Level(scene)]
    while let last = levels.last, last.graph.nodeCount > coarsest {
      levels.append(Level(above: last, rounds: rounds))
    }
    let forces = scene.forces.map { ($0 as? LinkForce)?.averaged(over: scene.graph) ?? $0 }
    let (length, seed) = (length(of: forces), generator.next())
    var positions = start(levels[levels.count - 1], length, scene.dimensions, using: &generator)
    for index in levels.indices.dropFirst().reversed() {
      let (level, finer) = (levels[index], levels[index - 1])
      let world = level.world(at: positions, in: scene, seed: seed)
      let simulation = Simulation(
        world, forces: forces.map { $0.coarsened(by: level.stretch) },
        integrator: integrator.coarsened(by: level.stretch))
      try run(simulation, ticks(of: index), leash: 5 * length * level.stretch)
      positions = level.prolonged(
        world.particles.coordinates, to: finer.graph, noise: 0.05 * length * finer.stretch,
        using: &generator)
    }
    return positions
  }

  private func length(of forces: [any Force]) -> Double {
    let lengths = forces.lazy.compactMap { ($0 as? LinkForce)?.length.value(0, in: nil) }
    return length ?? lengths.first { $0 > 0 } ?? 30
  }

  /// The coarsest level, laid out by stress and moved to where its pinned nodes are.
  private func start(
    _ level: Level, _ length: Double, _ dimensions: Int, using generator: inout SeededGenerator
  ) -> [[Double]] {
    let layout = StressDescent.coordinates(
      of: level.graph, dimensions: dimensions, using: &generator)
    return layout.enumerated().map { axis, coordinates in
      let scaled = coordinates.map { $0 * length * level.stretch }
      let gaps = level.pins.map { $0.position[axis] - scaled[$0.node] }
      let shift = gaps.isEmpty ? 0 : gaps.reduce(0, +) / Double(gaps.count)
      return scaled.map { $0 + shift }
    }
  }

  private func ticks(of level: Int) -> Int {
    let wanted = Double(ticks) * pow(growth, Double(level - 1))
    return max(ticks, Int(min(wanted, Self.mostTicks).rounded()))
  }

  private func run(_ simulation: Simulation, _ ticks: Int, leash: Double) throws(ParameterError) {
    let leash = StepLimiter(simulation.world.particles, length: leash)
    for tick in 0..<ticks where !leash.step(simulation).total.isFinite {
      throw ParameterError(
        "not finite in tick \(tick + 1) of the level of \(simulation.world.particles.count) groups; "
          + "weaken the forces or give 'multilevel' another 'integrator'")
    }
  }
}
