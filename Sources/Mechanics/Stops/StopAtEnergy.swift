import ForceLabPlugins

public struct StopAtEnergy: StopRule {
  public var change = 1e-4

  @Scratch private var last: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "energy",
    "Ends the run when the relative change of the total energy in a tick is small enough.",
    parameters: [
      Parameter("change", \.change, in: 0..., "Maximum relative change |E − E′|/|E′|.")
    ], shorthand: "change",
    formula: "|E − E′| ≤ change·|E′|, E′ the energy one tick before",
    context: "forces: [many-body]")

  public var needsEnergy: Bool { true }

  public mutating func isMet(by progress: SimulationProgress) -> Bool {
    guard let energy = progress.energy?.total else { return false }
    defer { last = energy }
    return last.map { abs(energy - $0) <= change * abs($0) } ?? false
  }
}
