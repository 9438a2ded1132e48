import ForceLabPlugins

/// The Barnes–Hut approximation on a quadtree or an octree; O(n log n).
public struct BarnesHut: CellTreeRepulsion {
  public var theta = 0.9
  public var leaf = 32
  public var maxDrift = 0.05

  @Scratch var tree = CellTree()

  public init() {}

  public static let manual = Manual<Self>(
    "barnes-hut", tree: "a quadtree (in 3D an octree)", source: "")

  func splitter(_ world: World) -> any CellSplitter {
    QuadrantSplitter(leaf: leaf, axes: world.dimensions)
  }
}
