import ForceLabPlugins
import ForceLabWorkbench

/// The simulation of ForceLab, whose parameters are those of `layout`.
public struct SimulationEngine: Engine {
  public init() {}

  public static let manual = Manual<Self>(
    "simulation",
    "The simulation of ForceLab, with the forces, integrator, repulsion strategy and stop rules of the "
      + "experiment.")

  public var unusedKeys: Set<String> { [] }

  public var columns: [Column] {
    [.time("recording_seconds", "time for recording", use: .recordingTime, importance: 0)]
  }

  public func run(
    _ study: LayoutStudy, _ trial: Trial, on order: NodeOrder,
    record: ([Field]) throws -> Void
  ) throws -> Outcome {
    try study.simulate(trial, on: order, record: record)
  }
}
