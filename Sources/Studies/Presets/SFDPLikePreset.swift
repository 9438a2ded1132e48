import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The layout of Hu, similar to Graphviz' program sfdp.
public struct SFDPLikePreset: Preset {
  public var length = 30.0
  public var repulsion = 0.2

  public init() {}

  public static let manual = Manual<Self>(
    "sfdp-like",
    "Attraction d²/K along edges, repulsion C·K²/d between all nodes, an adaptive step length and a "
      + "multilevel start, as in Hu's algorithm.",
    parameters: [
      Parameter("length", \.length, above: 0, unit: "px", "Length K."),
      Parameter("repulsion", \.repulsion, above: 0, "Factor C of the repulsion."),
    ],
    formula: "F = d²/K along edges, −C·K²/d between all nodes, K = length, C = repulsion",
    source:
      "Y. Hu, “Efficient, high-quality force-directed graph drawing”, 2005, and the defaults of "
      + "Graphviz' sfdp: C = 0.2, theta = 0.6, step K/10, at most 500 ticks. sfdp moves nodes one "
      + "after another, estimates K from the start, and coarsens by edge collapse")

  public var settings: SettingsNode {
    .layout(
      placement: Multilevel { $0.length = length },
      forces: [
        PairPower { ($0.exponent, $0.scale) = (-1, repulsion * length * length) },
        LinkPower { ($0.exponent, $0.scale) = (2, 1 / length) },
      ], integrator: Adaptive { $0.step = length / 10 }, repulsion: BarnesHut { $0.theta = 0.6 },
      stop: [StopAfterIterations { $0.count = 500 }])
  }
}
