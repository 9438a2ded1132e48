import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// A layout whose nodes are beside their neighbors, from a start of little stress.
public struct NeighborhoodsPreset: Preset {
  public var ticks = 150

  public init() {}

  public static let manual = Manual<Self>(
    "neighborhoods",
    "A layout in which the nearest nodes are neighbors in the graph: a start of little stress, then a "
      + "pull that is the same at any distance, and a repulsion of 1/d². That reaches less far than 1/d, "
      + "so one strength suits all sizes.",
    parameters: [
      Parameter(
        "ticks", \.ticks, within: Bounds(1...1_000_000), unit: "ticks",
        "Number of ticks; more of them bring neighbors nearer.")
    ],
    formula: "F = 3 along edges, 270/d² between nodes, in px and px/tick",
    source:
      "See the placement 'stress'; A. Noack, “Modularity clustering is force-directed layout”, 2009, "
      + "for energies by powers")

  public var settings: SettingsNode {
    .neighborhoods(from: StressPlacement { $0.pivots = 32 }, ticks: ticks)
  }
}

/// `NeighborhoodsPreset` with fewer ticks.
public struct FastNeighborhoodsPreset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "fast-neighborhoods",
    "As 'neighborhoods', with 40 ticks instead of 150, in a third of the time.",
    source: "See the preset 'neighborhoods'")

  public var settings: SettingsNode { NeighborhoodsPreset { $0.ticks = 40 }.settings }
}

/// A layout whose nodes are beside their neighbors, from a start that has no regard to long distances.
public struct MultilevelNeighborhoodsPreset: Preset {
  public var ticks = 100

  public init() {}

  public static let manual = Manual<Self>(
    "multilevel-neighborhoods",
    "As 'neighborhoods', but coarser graphs are laid out by the same forces first. This brings more "
      + "neighbors together in graphs whose distances do not fit into the plane, such as triangulations "
      + "with long edges, trees and networks with hubs, and has more stress.",
    parameters: [
      Parameter(
        "ticks", \.ticks, within: Bounds(1...1_000_000), unit: "ticks",
        "Number of ticks; more of them bring neighbors nearer.")
    ],
    formula: "F = 3 along edges, 270/d² between nodes, in px and px/tick",
    source: "See the placement 'multilevel' and the preset 'neighborhoods'")

  public var settings: SettingsNode {
    .neighborhoods(
      from: Multilevel { ($0.coarsest, $0.ticks, $0.growth) = (100, 30, 1.5) }, ticks: ticks)
  }
}

extension SettingsNode {
  /// The keys of a `layout` by a constant pull along edges and a repulsion of 1/d².
  fileprivate static func neighborhoods(from start: any Placement, ticks: Int) -> SettingsNode {
    .layout(
      placement: start,
      forces: [
        PairPower { ($0.exponent, $0.scale) = (-2, 270) },
        LinkPower {
          $0.exponent = 0
          $0.scale = 3
        },
      ],
      integrator: Cooling { ($0.startTemperature, $0.iterations) = (30, ticks) },
      repulsion: KDTree { $0.theta = 1.5 },
      stop: [StopAfterIterations { $0.count = ticks }])
  }
}
