import ForceLabPlugins

public struct FixedJoint: Joint {
  public init() {}

  public static let manual = Manual<Self>(
    "fixed", "Fixes the body to the other end: neither moves nor rotates relative to it.",
    source: "UIKit, UIAttachmentBehavior.fixedAttachment(with:attachedTo:attachmentAnchor:)")

  public var isAtOnePoint: Bool { true }

  public func constraints(on link: JointEnds) -> [Constraint] { [.coincidence, .sameRotation] }
}
