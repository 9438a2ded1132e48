import ForceLabPlugins

public struct StopAtMovement: StopRule {
  public var threshold = 0.3

  public init() {}

  public static let manual = Manual<Self>(
    "movement",
    "Ends the run when the total movement of the nodes in a tick is small enough.",
    parameters: [
      Parameter("threshold", \.threshold, in: 0..., unit: "px", "Maximum total movement.")
    ], shorthand: "threshold", formula: "Σ‖x − x′‖ ≤ threshold, x′ the position one tick before",
    source: "The layout on blog.krugazor.eu, which stops at 0.3")

  public func isMet(by progress: SimulationProgress) -> Bool {
    progress.movement.total <= threshold
  }
}
