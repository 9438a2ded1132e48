import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// A short run of d3's forces from a multilevel start, for large graphs.
public struct FastMultilevelPreset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "fast-multilevel",
    "A multilevel start and 50 ticks of d3's forces with weak repulsion. For graphs with up to "
      + "millions of nodes.",
    source:
      "Experiments/multilevel.yaml, which compares it with a spiral start; see 'multilevel' for "
      + "the papers")

  public var settings: SettingsNode {
    .layout(
      placement: Multilevel(),
      forces: [ManyBody(strength: -5), LinkForce(length: 30), Center()], integrator: Verlet(),
      repulsion: KDTree(theta: 0.9), stop: [StopAfterIterations(count: 50)])
  }
}
