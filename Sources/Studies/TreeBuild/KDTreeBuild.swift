import ForceLabMechanics
import ForceLabPlugins

/// The tree of the repulsion strategy `kd-tree`.
public struct KDTreeBuild: BuildableTree {
  /// At most how many points stay together in a leaf.
  public var leaf = 32

  @Scratch private var strategy = KDTree()

  /// Leaves of 32.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "kd-tree",
    "The tree that the repulsion strategy kd-tree builds every tick, split at medians, with sorted "
      + "points, boxes and moments of its cells in arrays; O(n log n).",
    parameters: [
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Greatest size of a leaf.")
    ],
    source: "Bentley 1975")

  public mutating func build(of world: World) {
    strategy.leaf = leaf
    strategy.buildTree(of: world)
  }

  public var cellCount: Int { strategy.cellCount }

  public var bytes: Int { strategy.treeBytes }
}
