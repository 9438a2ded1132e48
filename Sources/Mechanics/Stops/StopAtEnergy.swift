import ForceLabPlugins

/// Ends a run when its energy hardly changes.
public struct StopAtEnergy: StopRule {
  /// The relative change that is still too much.
  public var change = 1e-4

  @Scratch private var last: Double?

  public init() {}

  public init(change: Double = 1e-4) { self.change = change }

  public static let manual = Manual<Self>(
    "energy", "Ends when total energy changes by a small part of itself or less in an iteration.",
    parameters: [
      Parameter("change", \.change, in: 0..., "Relative change |E − E′|/|E′| at which it ends.")
    ], shorthand: "change",
    formula: "|E − E′| ≤ change·|E′|, E′ the total energy of the iteration before")

  public var needsEnergy: Bool { true }

  public mutating func isMet(by progress: SimulationProgress) -> Bool {
    guard let energy = progress.energy?.total else { return false }
    defer { last = energy }
    return last.map { abs(energy - $0) <= change * abs($0) } ?? false
  }
}
