import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// Gives edges their length and spreads all other nodes as far as it can.
public struct MaxentStress: PointForce {
  public var length = 30.0
  public var iterations = 200

  @Scratch private var storage: LaneStorage?
  @Scratch private var ticks = 0
  /// That of a coarsened graph, whose charges are `stretch`² times as large.
  @Scratch private var stretch = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "maxent-stress",
    "Moves each node to the place where its edges have their length while all other nodes push it away, "
      + "less and less: the maximum of entropy among layouts with such edges. For 'displacement'.",
    parameters: [
      Parameter("length", \.length, above: 0, unit: "px", "Length of an edge at rest."),
      Parameter(
        "iterations", \.iterations, within: Bounds(1...1_000_000), unit: "ticks",
        "Ticks in which the push a falls from 1 to 0.008."),
    ],
    formula: """
      v ← v + α/deg·(Σ (1 − length/d)·δ − a·length²·Σ′ δ/d²), δ to the other node, d = ‖δ‖
      Σ over neighbors, Σ′ over all other nodes
      """,
    source:
      "E. Gansner, Y. Hu and S. North, “A maxent-stress model for graph layout”, 2013; H. Meyerhenke, "
      + "M. Nöllenburg and C. Schulz, “Drawing large graphs by multilevel maxent-stress optimization”, "
      + "2018, for summing the repulsion with trees",
    sections: potentialSection("none: it divides the force on each node by its degree"))

  /// The push of the last tick.
  private static let minPush = 0.008

  /// The push keeps its state, except in a new simulation.
  public mutating func prepare(for world: World) { ticks = min(ticks, world.tick) }

  mutating func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type) {
    let done = min(1, Double(ticks) / Double(max(1, iterations - 1)))
    ticks += 1
    let push = pow(Self.minPush, done) * length * length / (stretch * stretch)
    let lanes = LaneStorage.ensure(&storage, count: world.particles.count, lanes: world.dimensions)
    for axis in 0..<world.dimensions {
      lanes[axis].update(repeating: 0, count: world.particles.count)
    }
    let reach = world.repulsion.reach(count: world.particles.count)
    let sum = PairSum(PairPower { $0.scale = push }, .force, charges: world.particles.charge)
    world.repulsion.add(sum, times: 1, to: lanes, in: world)
    let (graph, particles) = (world.graph, world.particles)
    world.forEachNodeBlock(work: 8) { nodes in
      for node in nodes {
        let here = P(particles.position, node)
        var pull = P(lanes, node)
        for neighbor in graph.neighbors(of: node) {
          var way = P(particles.position, Int(neighbor)) - here
          if way.squaredLength == 0 { way = P(jiggle: Int32(node), neighbor, seed: world.seed) }
          let square = way.squaredLength
          // Neighbors do not push.
          let isPushed = square < reach * reach
          let back = isPushed ? push * particles.charge[Int(neighbor)] / square : 0
          pull += way * (1 - length / square.squareRoot() + back)
        }
        let share = alpha / Double(max(1, graph.degree(of: node)))
        (P(particles.velocity, node) + pull * share).store(particles.velocity, node)
      }
    }
  }

  public var summedLaw: (any PairForce)? { PairPower() }

  public func coarsened(by stretch: Double) -> any Force {
    setting(\.length, to: length * stretch).setting(\.stretch, to: self.stretch * stretch)
  }
}
