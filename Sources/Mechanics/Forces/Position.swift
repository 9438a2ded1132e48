import ForceLabPlugins

/// d3-force's positioning force along one axis, forceX or forceY.
public struct Position: Force {
  /// An axis.
  public enum Axis: String, Choice {
    /// The first axis.
    case x
    /// The second axis.
    case y
    /// The third axis.
    case z

    /// 0, 1 or 2.
    var index: Int { Axis.allCases.firstIndex(of: self) ?? 0 }
  }

  /// Along which axis.
  public var axis = Axis.x
  /// Towards which coordinate.
  public var target = 0.0
  /// How much of the way is made per tick.
  public var strength = 0.1

  public init() {}

  public init(axis: Axis = .x, target: Double = 0.0, strength: Double = 0.1) {
    (self.axis, self.target, self.strength) = (axis, target, strength)
  }

  public static let manual = Manual<Self>(
    "position", "Pulls every node towards a coordinate on one axis.",
    parameters: [
      Parameter("axis", \.axis, "The axis."),
      Parameter("target", \.target, unit: "px", "The coordinate."),
      Parameter("strength", \.strength, in: 0..., unit: "1/tick²", "Part of the way per tick."),
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
    let x = world.particles.position[axis.index]
    let v = world.particles.velocity[axis.index]
    for node in 0..<world.particles.count { v[node] += (target - x[node]) * strength * alpha }
  }

  /// ½·strength·Σ(x − target)².
  public func potentialEnergy(of world: World) -> Double? {
    let x = world.particles.position[axis.index]
    var sum = 0.0
    for node in 0..<world.particles.count { sum += (target - x[node]) * (target - x[node]) }
    return strength / 2 * sum
  }
}
