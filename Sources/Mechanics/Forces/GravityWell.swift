import ForceLabGraphs
import ForceLabPlugins

/// Pulls every node towards a point, in proportion to its degree + 1, as in ForceAtlas2.
public struct GravityWell: PointForce {
  public var strength = 1.0
  public var strong = false
  public var center: [Double] = []

  public init() {}

  public static let manual = Manual<Self>(
    "gravity-well",
    "Pulls every node towards a point with F = −k·(deg + 1), independent of the distance.",
    parameters: [
      Parameter("strength", \.strength, in: 0..., "Gravity k."),
      Parameter("strong", \.strong, "Multiply by the distance: F = −k·(deg + 1)·δ."),
      Parameter("center", \.center, unit: "px", "The point.", defaultDescription: "the origin"),
    ],
    formula: """
      v ← v − α·k·(deg + 1)·δ/‖δ‖, δ = x − center, k = strength; if strong, without /‖δ‖
      U = k·Σ (deg + 1)·‖δ‖, or ½·k·Σ (deg + 1)·‖δ‖² if strong
      """,
    source: "M. Jacomy, T. Venturini, S. Heymann and M. Bastian, “ForceAtlas2”, 2014")

  public func check(dimensions: Int) throws(ParameterError) {
    try checkPoint(center, "center", dimensions: dimensions)
  }

  func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type) {
    let (middle, particles) = (P(center), world.particles)
    for node in 0..<particles.count {
      let way = middle - P(particles.position, node)
      let distance = strong ? 1 : way.length
      // At the point itself the force has no direction.
      guard distance > 0 else { continue }
      let pull = way * (mass(of: node, in: world.graph) * strength * alpha / distance)
      (P(particles.velocity, node) + pull).store(particles.velocity, node)
    }
  }

  private func mass(of node: Int, in graph: Graph) -> Double { Double(graph.degree(of: node) + 1) }

  public func stiffness(on graph: Graph) -> Stiffness? {
    guard strong, let mass = (0..<graph.nodeCount).map({ mass(of: $0, in: graph) }).max() else {
      return nil
    }
    return Stiffness(sum: strength * mass / 2, parameter: "strength", value: strength)
  }

  /// Strong gravity moves a node by at most a tenth of the distance per degree and tick.
  public func coarsened(by stretch: Double) -> any Force {
    setting(
      \.strength,
      to: strong ? stronger(strength, by: stretch, atMost: 0.1) : strength * stretch * stretch)
  }

  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double? {
    var sum = 0.0
    for node in 0..<world.particles.count {
      let way = P(center) - P(world.particles.position, node)
      sum += mass(of: node, in: world.graph) * (strong ? way.squaredLength / 2 : way.length)
    }
    return strength * sum
  }
}
