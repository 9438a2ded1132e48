import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// A layout whose nodes are beside their neighbours.
public struct NeighborhoodsPreset: Preset {
  public var ticks = 100

  public init() {}
  public init(ticks: Int = 100) { self.ticks = ticks }

  public static let manual = Manual<Self>(
    "neighborhoods",
    "A layout in which the nearest nodes are neighbours in the graph: a start of little stress, then a "
      + "pull that is the same at any distance, and a repulsion of 1/d². That reaches less far than 1/d, "
      + "so one strength suits all sizes.",
    parameters: [
      Parameter(
        "ticks", \.ticks, within: Bounds(1...1_000_000), unit: "ticks",
        "Number of ticks; more of them bring neighbours nearer.")
    ],
    formula: "F = 3 along edges, 270/d² between nodes, in px and px/tick",
    source:
      "See the placement 'stress'; A. Noack, “Modularity clustering is force-directed layout”, 2009, "
      + "for energies by powers")

  public var settings: SettingsNode {
    .layout(
      placement: StressPlacement(pivots: 32),
      forces: [PairPower(exponent: -2, scale: 270), LinkPower(exponent: 0, scale: 3)],
      integrator: Cooling(startTemperature: 30, iterations: ticks), repulsion: KDTree(theta: 1.2),
      stop: [StopAfterIterations(count: ticks)])
  }
}
