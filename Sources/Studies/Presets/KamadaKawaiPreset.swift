import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The layout of Kamada and Kawai: a minimum of stress.
public struct KamadaKawaiPreset: Preset {
  public var length = 30.0

  public init() {}

  public static let manual = Manual<Self>(
    "kamada-kawai",
    "A minimum of stress: springs between all nodes, as long as the shortest paths between them. For "
      + "graphs of up to 5000 nodes.",
    parameters: [Parameter("length", \.length, above: 0, unit: "px", "Length of an edge.")],
    formula: "U = Σ (‖δ‖/(length·d) − 1)² over pairs of nodes, d edges on the shortest path",
    source:
      "T. Kamada and S. Kawai, “An algorithm for drawing general undirected graphs”, 1989. It "
      + "moves one node at a time, networkx's kamada_kawai_layout uses L-BFGS-B; here all nodes move "
      + "at once, and edges have the same length whatever their weight")

  public var settings: SettingsNode {
    .layout(
      forces: [DistanceSprings { $0.length = length }], integrator: Displacement(),
      repulsion: Exact(),
      stop: [StopAtMovement { $0.threshold = 0.1 }, StopAfterIterations { $0.count = 2000 }])
  }
}
