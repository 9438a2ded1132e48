import ForceLabPlugins

public struct StopAtAlpha: StopRule {
  public var minimum = 0.001

  public init() {}

  public static let manual = Manual<Self>(
    "alpha", "Ends the run when the integrator's alpha is below a minimum.",
    parameters: [Parameter("minimum", \.minimum, in: 0..., "Alpha below which the run ends.")],
    shorthand: "minimum", formula: "α < minimum", source: "d3-force, alphaMin")

  public func isMet(by progress: SimulationProgress) -> Bool { progress.alpha < minimum }
}
