import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// A layout whose nodes are beside their neighbours.
public struct NeighborhoodsPreset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "neighborhoods",
    "A layout in which the nearest nodes are neighbours in the graph: a start of little stress, and 200 "
      + "ticks of springs and a repulsion of 1/d². That reaches less far than 1/d, so one strength suits "
      + "all sizes.",
    formula: "F = d/10 along edges, 162/d² between nodes, in px and px/tick",
    source:
      "See the placement 'stress'; A. Noack, “Modularity clustering is force-directed layout”, 2009, "
      + "for energies by powers")

  public var settings: SettingsNode {
    .layout(
      placement: StressPlacement(pivots: 64),
      forces: [PairPower(exponent: -2, scale: 162), LinkPower(exponent: 1, scale: 0.1)],
      integrator: Cooling(startTemperature: 30, iterations: 200), repulsion: KDTree(theta: 0.9),
      stop: [StopAfterIterations(count: 200)])
  }
}
