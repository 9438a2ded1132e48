import ForceLabPlugins

public struct SlidingJoint: Joint {
  public var axis: [Double] = [1, 0]
  public var attachmentRange: [Double] = []

  public init() {}

  public static let manual = Manual<Self>(
    "sliding", "A rail: the body moves along an axis through the anchor, and does not rotate.",
    parameters: [
      Parameter("axis", \.axis, "Direction of the axis at the start, of any length but 0."),
      Parameter(
        "attachment-range", \.attachmentRange, unit: "pt",
        "Range of the distance along the axis from the start, as in [-50, 50].",
        defaultDescription: "no limit", example: "[-50, 50]"),
    ],
    source: "UIKit, UIAttachmentBehavior.slidingAttachment(with:attachedTo:…axisOfTranslation:)")

  public var isAtOnePoint: Bool { true }

  /// The range without `attachmentRange`, in pt: up to the largest coordinate of a valid scene.
  private static let unboundedRange = [-maxDistance, maxDistance]

  public func check() throws(ParameterError) {
    try checkAttachmentRange(attachmentRange, "a distance")
    guard axis.count == 2, Vector(axis).length > 0, Vector(axis).length.isFinite else {
      throw ParameterError(
        "'axis' must be non-zero; give two numbers that are not both 0, as in [1, 0]",
        parameter: "axis")
    }
  }

  public func constraints(on link: JointEnds) -> [Constraint] {
    let direction = Vector(axis) / Vector(axis).length
    let range = attachmentRange.isEmpty ? Self.unboundedRange : attachmentRange
    return [.line(from: direction * range[0], to: direction * range[1]), .sameRotation]
  }
}
