import ForceLabPlugins

public struct StopAfterIterations: StopRule {
  public var count = 300

  public init() {}

  public static let manual = Manual<Self>(
    "iterations", "Ends the run after a number of ticks: 0 for the start positions.",
    parameters: [
      Parameter(
        "count", \.count, within: Bounds(0...1_000_000_000), unit: "ticks", "Number of ticks.")
    ], shorthand: "count")

  public func isMet(by progress: SimulationProgress) -> Bool { progress.iteration >= count }
}
