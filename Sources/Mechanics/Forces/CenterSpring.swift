import ForceLabGraphs
import ForceLabPlugins

/// Pulls every node towards a point with a spring.
public struct CenterSpring: Force {
  public var stiffness = 0.02
  public var center: [Double] = []

  public init() {}

  public static let manual = Manual<Self>(
    "center-spring", "Pulls every node towards a point with a spring, F = −k·δ.",
    parameters: [
      Parameter("stiffness", \.stiffness, in: 0..., unit: "1/tick²", "Spring constant k."),
      Parameter("center", \.center, unit: "px", "The point.", defaultDescription: "the origin"),
    ],
    formula: """
      v ← v − α·k·δ, δ = x − center, k = stiffness
      U = ½·k·Σ‖δ‖²
      """,
    source: "Hooke's law; attraction(center:stiffness:) on blog.krugazor.eu")

  public func check(dimensions: Int) throws(ParameterError) {
    try checkPoint(center, "center", dimensions: dimensions)
  }

  public func apply(to world: World, alpha: Double) {
    for axis in 0..<world.dimensions {
      world.particles.pull(axis, towards: center.isEmpty ? 0 : center[axis], stiffness, alpha)
    }
  }

  public func stiffness(on graph: Graph) -> Stiffness? {
    // Half, because the springs of nodes do not add up to a stiffer one.
    Stiffness(sum: stiffness / 2, parameter: "stiffness", value: stiffness)
  }

  public func coarsened(by stretch: Double) -> any Force {
    setting(\.stiffness, to: stronger(stiffness, by: stretch))
  }

  public func potentialEnergy(of world: World) -> Double? {
    var sum = 0.0
    for axis in 0..<world.dimensions {
      world.particles.addSquares(of: axis, from: center.isEmpty ? 0 : center[axis], to: &sum)
    }
    return stiffness / 2 * sum
  }
}

extension Particles {
  /// v ← v + alpha·strength·(target − x) on one axis.
  func pull(_ axis: Int, towards target: Double, _ strength: Double, _ alpha: Double) {
    let (x, v) = (position[axis], velocity[axis])
    for node in 0..<count { v[node] += (target - x[node]) * strength * alpha }
  }

  /// Adds Σ(target − x)² on one axis to `sum`.
  func addSquares(of axis: Int, from target: Double, to sum: inout Double) {
    let x = position[axis]
    for node in 0..<count { sum += (target - x[node]) * (target - x[node]) }
  }
}
