import ForceLabPlugins

public struct SpringJoint: Joint {
  public var length: Double?
  public var damping = 0.0
  public var frequency = 0.0

  public init() {}

  public static let manual = Manual<Self>(
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

  public func constraints(on link: JointEnds) throws(ParameterError) -> [Constraint] {
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
