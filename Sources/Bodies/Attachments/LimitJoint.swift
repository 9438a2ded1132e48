import ForceLabPlugins

public struct LimitJoint: Joint {
  public var length: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "limit", "A rope: the ends are at most its length from each other.",
    parameters: [
      Parameter(
        "length", \.length, within: Bounds(0...1e9), unit: "pt", "Length of the rope.",
        defaultDescription: "the distance at the start")
    ], shorthand: "length",
    source: "UIKit, UIAttachmentBehavior.limitAttachment(with:offsetFromCenter:…)")

  public func constraints(on link: JointEnds) -> [Constraint] {
    [.maxDistance(length ?? link.distance)]
  }
}
