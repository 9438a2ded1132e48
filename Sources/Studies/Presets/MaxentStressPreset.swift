import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The layout of Gansner, Hu and North.
public struct MaxentStressPreset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "maxent-stress",
    "Edges of one length, and all other nodes as far apart as can be: 200 ticks from a start by pivots.",
    source: "See the force 'maxent-stress'")

  public var settings: SettingsNode {
    .layout(
      placement: StressPlacement { $0.pivots = 64 }, forces: [MaxentStress { $0.iterations = 200 }],
      integrator: Displacement(), repulsion: KDTree { $0.theta = 0.9 },
      stop: [StopAfterIterations { $0.count = 200 }])
  }
}
