import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The layout of Fruchterman and Reingold.
public struct FruchtermanReingoldPreset: Preset {
  public var length = 30.0
  public var startTemperature = 30.0
  public var iterations = 500

  public init() {}

  public static let manual = Manual<Self>(
    "fruchterman-reingold",
    "Attraction d²/k along edges, repulsion k²/d between all nodes, and a limit of movements that "
      + "falls linearly to 0.",
    parameters: [
      Parameter("length", \.length, above: 0, unit: "px", "Length k."),
      Parameter(
        "start-temperature", \.startTemperature, above: 0, unit: "px",
        "Maximum movement of a node in the first tick; k·√n/10 in igraph, for n nodes."),
      Parameter(
        "iterations", \.iterations, within: Bounds(1...1_000_000_000), unit: "ticks",
        "Ticks until the end; 500 in igraph, 50 in networkx."),
    ],
    formula: """
      F = d²/k along edges, −k²/d between all nodes, k = length
      x ← x + F·min(1, T/‖F‖)
      """,
    source: "T. Fruchterman and E. Reingold, “Graph drawing by force-directed placement”, 1991, "
      + "without its frame; igraph's layout_fruchterman_reingold has k = 1; networkx's spring_layout "
      + "moves every node by exactly the temperature")

  public var settings: SettingsNode {
    .layout(
      forces: [
        PairPower { ($0.exponent, $0.scale) = (-1, length * length) },
        LinkPower {
          $0.exponent = 2
          $0.scale = 1 / length
        },
      ],
      integrator: Cooling {
        $0.startTemperature = startTemperature
        $0.iterations = iterations
      },
      repulsion: Exact())
  }
}
