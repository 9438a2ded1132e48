import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The layout of d3-force with its default parameters.
public struct D3Preset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "d3",
    "The layout of d3-force with its default forces many-body, link and center, which are also those "
      + "of an experiment without a preset.",
    source: "d3-force 1.2.1; its tree is a quadtree, here a kd-tree of the same theta")

  public var settings: SettingsNode {
    .layout(
      placement: Phyllotaxis(), forces: [ManyBody(), LinkForce(), Center()], integrator: Verlet(),
      repulsion: KDTree { $0.theta = 0.9 })
  }
}
