import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The layout ForceAtlas2 of Gephi.
public struct ForceAtlas2Preset: Preset {
  public var scaling = 2.0
  public var gravity = 1.0
  public var jitterTolerance = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "forceatlas2",
    "Attraction d along edges, repulsion k_r·(deg + 1)(deg′ + 1)/d between all nodes, gravity, and "
      + "the adaptive speed of Gephi.",
    parameters: [
      Parameter(
        "scaling", \.scaling, in: 0...,
        "Factor k_r of the repulsion; Gephi uses 10 below 100 nodes."),
      Parameter("gravity", \.gravity, in: 0..., "Factor of the gravity towards the origin."),
      Parameter(
        "jitter-tolerance", \.jitterTolerance, above: 0,
        "Tolerance of swinging; Gephi uses 0.1 below 5000 nodes and 10 from 50 000 on."),
    ],
    formula: """
      F = w·d along edges, −k_r·(deg + 1)(deg′ + 1)/d between all nodes, gravity·(deg + 1)
      """,
    source: "M. Jacomy, T. Venturini, S. Heymann and M. Bastian, “ForceAtlas2”, 2014; without "
      + "prevention of overlaps, LinLog mode and dissuasion of hubs. Gephi runs until it is stopped, "
      + "and sums by a quadtree from 1000 nodes on")

  public var settings: SettingsNode {
    .layout(
      forces: [
        PairPower { ($0.exponent, $0.scale, $0.weight) = (-1, scaling, .degree) },
        GravityWell { $0.strength = gravity },
        LinkPower {
          $0.exponent = 1
          $0.scale = 1
          $0.weighted = true
        },
      ], integrator: AdaptiveSpeed { $0.jitterTolerance = jitterTolerance }, repulsion: Exact(),
      stop: [StopAfterIterations { $0.count = 1000 }])
  }
}
