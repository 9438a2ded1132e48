import ForceLabPlugins

struct FixedJoint: Joint {
  static let manual = Manual<Self>(
    "fixed", "Fixes the body to the other end: neither moves nor rotates relative to it.",
    source: "UIKit, UIAttachmentBehavior.fixedAttachment(with:attachedTo:attachmentAnchor:)")

  var isAtOnePoint: Bool { true }

  func constraints(on link: JointEnds) -> [Constraint] { [.coincidence, .sameRotation] }
}

struct PinJoint: Joint {
  var frictionTorque = 0.0
  var attachmentRange: [Double] = []

  static let manual = Manual<Self>(
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

  var isAtOnePoint: Bool { true }

  func check() throws(ParameterError) { try checkAttachmentRange(attachmentRange, "a rotation") }

  func constraints(on link: JointEnds) -> [Constraint] {
    var constraints = [Constraint.coincidence]
    if attachmentRange.count == 2 {
      constraints.append(.rotation(attachmentRange[0]...attachmentRange[1]))
    }
    if frictionTorque > 0 { constraints.append(.rotationFriction(frictionTorque * Push.unitForce)) }
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

struct SlidingJoint: Joint {
  var axis: [Double] = [1, 0]
  var attachmentRange: [Double] = []

  static let manual = Manual<Self>(
    "sliding", "A rail: the body moves along an axis through the anchor, and does not rotate.",
    parameters: [
      Parameter("axis", \.axis, "Direction of the axis at the start, of any length but 0."),
      Parameter(
        "attachment-range", \.attachmentRange, unit: "pt",
        "Range of the distance along the axis from the start, as in [-50, 50].",
        defaultDescription: "no limit", example: "[-50, 50]"),
    ],
    source: "UIKit, UIAttachmentBehavior.slidingAttachment(with:attachedTo:…axisOfTranslation:)")

  var isAtOnePoint: Bool { true }

  func check() throws(ParameterError) {
    try checkAttachmentRange(attachmentRange, "a distance")
    guard axis.count == 2, Vector(axis).length > 0, Vector(axis).length.isFinite else {
      throw ParameterError(
        "'axis' must be non-zero; give two numbers that are not both 0, as in [1, 0]",
        parameter: "axis")
    }
  }

  func constraints(on link: JointEnds) -> [Constraint] {
    let direction = Vector(axis) / Vector(axis).length
    var constraints = [Constraint.offset(0...0, along: Vector(-direction.y, direction.x))]
    let range = attachmentRange.map { max(-maxDistance, min($0, maxDistance)) }
    if range.count == 2 {
      constraints.append(.offset(range[0]...range[1], along: direction))
    }
    return constraints + [.sameRotation]
  }
}

struct SpringJoint: Joint {
  var length: Double?
  var damping = 0.0
  var frequency = 0.0

  static let manual = Manual<Self>(
    "spring", "Keeps a distance: by a spring, or rigidly if the frequency is 0.",
    parameters: [
      Parameter(
        "length", \.length, within: Bounds(0...1e9), unit: "pt", "Length at rest.",
        defaultDescription: "the distance at the start"),
      Parameter(
        "damping", \.damping, within: Bounds(0...1000),
        "Damping ratio: 1 is critical damping. Without effect if the frequency is 0."),
      Parameter(
        "frequency", \.frequency, within: Bounds(0...1e6), unit: "Hz",
        "Frequency of the undamped oscillation of the two masses along the spring; 0 for a rigid rod."
      ),
    ],
    formula: "k = m·(2π·frequency)², c = 2·damping·m·2π·frequency, m = m₁·m₂/(m₁ + m₂)",
    source: "UIKit, UIAttachmentBehavior.init(item:attachedTo:) and init(item:attachedToAnchor:)")

  func constraints(on link: JointEnds) throws(ParameterError) -> [Constraint] {
    let length = length ?? link.distance
    guard frequency == 0 else {
      let rate = 2 * Double.pi * frequency
      return [
        .spring(
          length: length, stiffness: link.reducedMass * rate * rate,
          damping: 2 * damping * link.reducedMass * rate)
      ]
    }
    if length == 0 { return [.coincidence] }
    guard link.distance > 0 else {
      throw ParameterError(
        "the ends are at the same point, so a rigid length of \(length.shortText) has no direction; "
          + "move one of them, or give a 'frequency'", parameter: "length")
    }
    return [.distance(length)]
  }
}

struct LimitJoint: Joint {
  var length: Double?

  static let manual = Manual<Self>(
    "limit", "A rope: the ends are at most its length from each other.",
    parameters: [
      Parameter(
        "length", \.length, within: Bounds(0...1e9), unit: "pt", "Length of the rope.",
        defaultDescription: "the distance at the start")
    ], shorthand: "length",
    source: "UIKit, UIAttachmentBehavior.limitAttachment(with:offsetFromCenter:…)")

  func constraints(on link: JointEnds) -> [Constraint] { [.maxDistance(length ?? link.distance)] }
}
