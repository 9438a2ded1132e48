import ForceLabPlugins

/// A spring that pulls a body to a place and turns it back to its rotation 0: an entry of `snaps`.
public struct Snap: Record {
  public var body = ""
  public var to: [Double] = []
  public var damping = 0.5
  public var frequency = 2.0

  public init() {}

  public static let manual = Manual<Self>(
    "snaps", "Pulls a body to a place by a spring, and turns it back to its rotation 0.",
    parameters: [
      Parameter("body", \.body, "Name of the body.", isRequired: true, example: "ball"),
      Parameter("to", \.to, unit: "pt", "The place.", isRequired: true, example: "[100, 50]"),
      Parameter(
        "damping", \.damping, within: Bounds(0...1000),
        "Damping ratio: 1 brings the body to rest without oscillation."),
      Parameter(
        "frequency", \.frequency, within: Bounds(0...1e6), unit: "Hz",
        "Frequency of the undamped oscillation. UIKit does not state its own."),
    ],
    formula: "a = −ω²·(x − to) − 2·damping·ω·v, ω = 2π·frequency; the same for the rotation",
    source: "UIKit, UISnapBehavior")

  public func check() throws(ParameterError) { try checkPoint(to, "to", isOptional: false) }

  /// In 1/s.
  var rate: Double { 2 * .pi * frequency }
}
