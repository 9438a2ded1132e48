import ForceLabPlugins

/// Ends a run when it has cooled.
public struct StopAtAlpha: StopRule {
  /// The heat below which it ends.
  public var minimum = 0.001

  /// At d3's 0.001.
  public init() {}

  /// Below `minimum`.
  public init(_ minimum: Double) { self.minimum = minimum }

  /// The manual.
  public static let manual = Manual<Self>(
    "alpha", "Ends when the integrator's alpha is below a minimum.",
    parameters: [Parameter("minimum", \.minimum, in: 0..., "The run ends below it.")],
    shorthand: "minimum", formula: "α < minimum",
    source: "d3-force, alphaMin")

  public func isMet(by progress: SimulationProgress) -> Bool { progress.alpha < minimum }
}
