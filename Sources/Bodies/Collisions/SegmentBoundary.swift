import ForceLabPlugins

public struct SegmentBoundary: Boundary {
  public var label = "segment"
  public var from: [Double] = []
  public var to: [Double] = []
  public var elasticity: Double?
  public var friction: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "segment", "A line from one point to another.",
    parameters: [
      Parameter("label", \.label, "Name in contacts and rules."),
      Parameter("from", \.from, unit: "pt", "One end.", isRequired: true, example: "[0, 100]"),
      Parameter("to", \.to, unit: "pt", "The other end.", isRequired: true, example: "[100, 100]"),
    ] + contactParameters(\.elasticity, \.friction),
    source: "UIKit, UICollisionBehavior.addBoundary(withIdentifier:from:to:)")

  public func check() throws(ParameterError) {
    try checkPoint(from, "from", isOptional: false)
    try checkPoint(to, "to", isOptional: false)
    guard from != to else {
      throw ParameterError("both ends are at the same point; move one", parameter: "to")
    }
  }

  public func line() -> [Vector] { [Vector(from), Vector(to)] }
}
