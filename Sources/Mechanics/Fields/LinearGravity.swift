import ForceLabPlugins

/// Pulls every node in the same direction.
public struct LinearGravity: Field {
  public var strength = 1.0
  public var direction: [Double] = [0, 1]
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 0.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "linear-gravity", "Pulls every node in the same direction, in proportion to its mass.",
    parameters: [
      Parameter("strength", \.strength, unit: "px/tick²", "Acceleration g."),
      Parameter(
        "direction", \.direction, "Direction of the pull, of any length but 0; y grows downwards.",
        example: "[0, 1]"),
    ] + fieldParameters,
    formula: """
      v ← v + α·g·m·e·max(r, r₀)^−falloff, e = direction/‖direction‖
      U = −g·Σ m·e·x
      """,
    source: "UIKit, UIFieldBehavior.linearGravityField(direction:)",
    sections: potentialSection(
      "one only without a region, at whose border the force ends, and without a falloff, with which the "
        + "force is not the gradient of an energy"))

  public func check(dimensions: Int) throws(ParameterError) {
    try checkPoint(position, "position", dimensions: dimensions)
    try checkDirection(direction, dimensions: dimensions)
  }

  func force<P: Point>(on item: FieldItem<P>) -> P { unit(direction) * item.mass }

  func potential<P: Point>(of item: FieldItem<P>) -> Double? {
    falloff == 0 ? -item.mass * (unit(direction) as P * item.offset).sum() : nil
  }
}

/// Throws unless `direction` is a vector, other than zero, with at most one number per axis.
func checkDirection(_ direction: [Double], dimensions: Int) throws(ParameterError) {
  guard 1...dimensions ~= direction.count, direction.contains(where: { $0 != 0 }) else {
    throw ParameterError(
      "'direction' must be a vector other than 0 with up to \(dimensions) numbers, such as [0, 1]",
      parameter: "direction")
  }
}

/// The vector of length 1 in a direction. Missing coordinates are 0.
func unit<P: Point>(_ direction: [Double]) -> P {
  let maximum = direction.reduce(0) { max($0, abs($1)) }
  let vector = P(direction) / maximum
  return vector / vector.length
}
