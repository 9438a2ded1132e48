import ForceLabPlugins

/// Ends a run when the nodes hardly move.
public struct StopAtMovement: StopRule {
  /// The total movement that is still too much.
  public var threshold = 0.3

  public init() {}

  public init(threshold: Double = 0.3) { self.threshold = threshold }

  public static let manual = Manual<Self>(
    "movement",
    "Ends when the distances the nodes went in an iteration sum to a threshold or less.",
    parameters: [
      Parameter("threshold", \.threshold, in: 0..., unit: "px", "The run goes on while above it.")
    ], shorthand: "threshold", formula: "Σ‖x − x′‖ ≤ threshold, x′ where the nodes were",
    source: "The blog, which stops at 0.3")

  public func isMet(by progress: SimulationProgress) -> Bool {
    progress.movement.total <= threshold
  }
}
