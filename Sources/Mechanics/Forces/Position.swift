import ForceLabGraphs
import ForceLabPlugins

/// Pulls every node towards a coordinate on one axis, as d3's `forceX` and `forceY` do.
public struct Position: Force {
  public enum Axis: String, Choice {
    case x, y, z

    var index: Int { Axis.allCases.firstIndex(of: self) ?? 0 }
  }

  public var axis = Axis.x
  public var target = 0.0
  public var strength = 0.1

  public init() {}

  public static let manual = Manual<Self>(
    "position", "Pulls every node towards a coordinate on one axis, as d3's forceX and forceY do.",
    parameters: [
      Parameter("axis", \.axis, "The axis."),
      Parameter("target", \.target, unit: "px", "The coordinate."),
      Parameter(
        "strength", \.strength, in: 0..., unit: "1/tick²", "Fraction of the distance per tick."),
    ],
    formula: """
      v ← v + α·strength·(target − x)
      U = ½·strength·Σ(x − target)²
      """,
    source: "d3-force, forceX and forceY")

  public func check(dimensions: Int) throws(ParameterError) {
    guard axis.index < dimensions else {
      throw ParameterError(
        "the layout has no axis \(axis.rawValue); set `dimensions: 3`", parameter: "axis")
    }
  }

  public func apply(to world: World, alpha: Double) {
    world.particles.pull(axis.index, towards: target, strength, alpha)
  }

  public func stiffness(on graph: Graph) -> Stiffness? {
    Stiffness(sum: strength / 2, parameter: "strength", value: strength)
  }

  public func coarsened(by stretch: Double) -> any Force {
    setting(\.strength, to: stronger(strength, by: stretch))
  }

  public func potentialEnergy(of world: World) -> Double? {
    var sum = 0.0
    world.particles.addSquares(of: axis.index, from: target, to: &sum)
    return strength / 2 * sum
  }
}
