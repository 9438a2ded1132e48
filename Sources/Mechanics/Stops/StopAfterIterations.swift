import ForceLabPlugins

/// Ends a run after a number of iterations.
public struct StopAfterIterations: StopRule {
  /// How many.
  public var count = 300

  public init() {}

  public init(count: Int = 300) { self.count = count }

  public static let manual = Manual<Self>(
    "iterations", "Ends after a number of iterations.",
    parameters: [
      Parameter("count", \.count, within: Bounds(1...1_000_000_000), unit: "ticks", "How many.")
    ], shorthand: "count")

  public func isMet(by progress: SimulationProgress) -> Bool { progress.iteration >= count }
}
