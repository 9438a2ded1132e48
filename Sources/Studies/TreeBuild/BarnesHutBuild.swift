import ForceLabMechanics
import ForceLabPlugins

/// The tree of the repulsion strategy `barnes-hut`.
public struct BarnesHutBuild: BuildableTree {
  /// At most how many points stay together in a leaf.
  public var leaf = 32

  @Scratch private var strategy = BarnesHut()

  /// Leaves of 32.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "barnes-hut",
    "The quadtree that the repulsion strategy barnes-hut builds every tick, with sorted points, "
      + "boxes and moments of its cells in arrays; O(n log n).",
    parameters: [
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Greatest size of a leaf.")
    ],
    source: "Barnes and Hut 1986")

  public mutating func build(of world: World) {
    strategy.leaf = leaf
    strategy.buildTree(of: world)
  }

  public var cellCount: Int { strategy.cellCount }

  public var bytes: Int { strategy.treeBytes }
}
