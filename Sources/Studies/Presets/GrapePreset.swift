import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The layout of Les Misérables in the tests of Grape.
public struct GrapePreset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "grape",
    "The layout of Les Misérables in Grape's tests: the forces of d3-force with edges of 35 px, and "
      + "no overlaps of nodes with a radius of 3 px.",
    source:
      "Grape, Tests/ForceSimulationTests/MiserableGraphTest.swift, which times 120 ticks; here a "
      + "run ends when alpha is 0.001, after 300 ticks")

  public var settings: SettingsNode {
    .layout(
      placement: Phyllotaxis(),
      forces: [ManyBody(), LinkForce { $0.length = 35 }, Center(), Collide { $0.radius = 3 }],
      integrator: Verlet(), repulsion: KDTree { $0.theta = 0.9 })
  }
}
