import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The edge-repulsion LinLog energy of Noack.
public struct LinLogPreset: Preset {
  public var scale = 1.0

  public init() {}
  public init(scale: Double = 1.0) { self.scale = scale }

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
        PairPower(exponent: -1, scale: scale, weight: .degreeAlone),
        LinkPower(exponent: 0, scale: 1, weighted: true),
      ], integrator: FIRE(), repulsion: Exact(), stop: [StopAfterIterations(count: 2000)])
  }
}
