import ForceLabPlugins

/// Barnes–Hut on a tree that halves the number of nodes twice at each level, at about the median.
public struct KDTree: CellTreeRepulsion {
  public var theta = 0.9
  public var leaf = 32
  public var maxDrift = 0.05

  @Scratch var tree = CellTree()

  public init() {}

  public static let manual = Manual<Self>(
    "kd-tree", tree: "a tree split at medians", source: "; Bentley 1975 for the tree")

  func splitter(_ world: World) -> any CellSplitter { MedianSplitter(leaf: leaf) }
}
