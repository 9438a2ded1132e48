import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// A layout in the least time, for large graphs.
public struct FastMultilevelPreset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "fast-multilevel",
    "A layout in the least time, for graphs with up to millions of nodes: the coarsest graph by stress, "
      + "finer ones by links, and two sweeps of a sparse stress model.",
    source: "See the placements 'multilevel' and 'stress'")

  public var settings: SettingsNode {
    .layout(
      placement: StressPlacement { ($0.pivots, $0.sweeps, $0.start) = (32, 2, .multilevel) },
      forces: [LinkForce { $0.length = 30 }], integrator: Verlet(),
      stop: [StopAfterIterations { $0.count = 0 }])
  }
}
