import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The layout of the least stress.
public struct StressPreset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "stress",
    "The layout of the least stress: distances match those in the graph as closely as possible. All pairs "
      + "of nodes count in graphs of up to 5000 nodes, and 256 pivots or fewer in larger ones.",
    source: "See the placement 'stress'")

  public var settings: SettingsNode { .placed(by: StressPlacement()) }
}

/// A layout of little stress, with few pivots.
public struct SparseStressPreset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "sparse-stress",
    "A layout of little stress in little time: distances from 200 pivots count, and all pairs in graphs "
      + "of up to 1600 nodes. For graphs of up to millions of nodes.",
    source: "See the placement 'stress'")

  public var settings: SettingsNode { .placed(by: StressPlacement { $0.pivots = 200 }) }
}

extension SettingsNode {
  /// The keys of a `layout` that ends where `placement` puts the nodes.
  static func placed(by placement: any Placement) -> SettingsNode {
    .layout(
      placement: placement, forces: [], integrator: Displacement(),
      stop: [StopAfterIterations { $0.count = 0 }])
  }
}
