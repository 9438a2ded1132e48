import ForceLabPlugins

public struct PinJoint: Joint {
  public var frictionTorque = 0.0
  public var attachmentRange: [Double] = []

  public init() {}

  public static let manual = Manual<Self>(
    "pin", "A bolt: the bodies rotate about the anchor.",
    parameters: [
      Parameter(
        "friction-torque", \.frictionTorque, within: Bounds(0...1e9),
        "Torque against the rotation: 1 is that of a push of magnitude 1 at a distance of 1 pt."),
      Parameter(
        "attachment-range", \.attachmentRange, unit: "rad",
        "Range of the rotation from the start, as in [-0.5, 0.5].",
        defaultDescription: "no limit", example: "[-0.5, 0.5]"),
    ],
    source: "UIKit, UIAttachmentBehavior.pinAttachment(with:attachedTo:attachmentAnchor:)")

  public var isAtOnePoint: Bool { true }

  public func check() throws(ParameterError) {
    try checkAttachmentRange(attachmentRange, "a rotation")
  }

  public func constraints(on link: JointEnds) -> [Constraint] {
    var constraints = [Constraint.coincidence]
    if attachmentRange.count == 2 {
      constraints.append(.rotation(attachmentRange[0]...attachmentRange[1]))
    }
    if frictionTorque > 0 {
      constraints.append(.rotationFriction(frictionTorque * Push.unitForce))
    }
    return constraints
  }
}

/// Throws unless `range` is empty or has two numbers around 0 in ascending order.
func checkAttachmentRange(_ range: [Double], _ what: String) throws(ParameterError) {
  guard range.isEmpty || (range.count == 2 && range[0] <= 0 && range[1] >= 0) else {
    throw ParameterError(
      "'attachment-range' needs \(what) of 0 or less and one of 0 or more, as in [-0.5, 0.5]",
      parameter: "attachment-range")
  }
}
