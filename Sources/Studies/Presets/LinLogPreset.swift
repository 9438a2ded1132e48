import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The edge-repulsion LinLog energy of Noack.
public struct LinLogPreset: Preset {
  public var scale = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "linlog",
    "A minimum of Noack's LinLog energy with repulsion between edges, which shows clusters: "
      + "attraction 1 along edges, repulsion deg·deg′/d between all nodes.",
    parameters: [
      Parameter(
        "scale", \.scale, above: 0, unit: "px",
        "Factor of the repulsion, and of all lengths in the layout.")
    ],
    formula: "U = Σ w·d over edges − scale·Σ deg·deg′·ln d over pairs of nodes",
    source:
      "A. Noack, “Energy models for graph clustering”, 2007; the minimum is found by 'fire', in "
      + "Noack's program by line search. Components of the graph drift apart")

  public var settings: SettingsNode {
    .layout(
      forces: [
        PairPower { ($0.exponent, $0.scale, $0.weight) = (-1, scale, .degreeAlone) },
        LinkPower { ($0.exponent, $0.scale, $0.weighted) = (0, 1, true) },
      ], integrator: FIRE(), repulsion: Exact(), stop: [StopAfterIterations { $0.count = 2000 }])
  }
}
