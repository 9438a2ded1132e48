import ForceLabPlugins

/// Barnes–Hut on a tree that halves the number of nodes twice at each level, at about the median.
///
/// A distant cell acts through four points with its centroid and its covariances, which keeps the
/// error small where forces nearly cancel, as in the middle of a long thin layout.
public struct KDTree: CellTreeRepulsion {
  /// θ: four points stand for a cell where its radius is less than θ times its distance.
  public var theta = 0.9
  /// At most how many nodes stay together in a leaf.
  public var leaf = 32

  @Scratch var tree = CellTree()

  public init() {}

  public init(theta: Double = 0.9, leaf: Int = 32) {
    (self.theta, self.leaf) = (theta, leaf)
  }

  public static let manual = Manual<Self>(
    "kd-tree",
    "Barnes–Hut on a median-split tree, distant cells by their first three moments and "
      + "between points of the target cells by interpolation, in single precision; O(n log n), "
      + "RMS error at most 0.3 % in 2D and 1 % in 3D on uniform nodes at θ = 0.9.",
    parameters: [
      Parameter(
        "theta", \.theta, in: 0...2,
        "Four points stand for a cell where radius < θ·distance; 0 is exact, in double precision."),
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Greatest size of a leaf."),
    ],
    formula: """
      F = Σ near q·f(r²)·δ + Σ far Q·f(R²)·Δ, far being cells of radius < θ·distance
      Q a cell's charge, Δ to its centroid, R = ‖Δ‖; higher moments after that
      radius from the centroid to the farthest node (√2 times that in space, and of nodes in a row),
      distance from the centroid to the box of the targets
      """,
    source:
      "Barnes and Hut 1986; Salmon and Warren 1994 for taking cells by their radius; "
      + "Fong and Darve 2009 for the interpolation; Bentley 1975 for the tree")

  func splitter(_ world: World) -> any CellSplitter {
    MedianSplitter(leaf: leaf)
  }
}
