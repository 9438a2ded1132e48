import ForceLabPlugins

/// A strategy that sums over a tree of the nodes, which can also be built alone, to measure its cost.
public protocol TreeRepulsion: Repulsion {
  /// Builds the tree of the nodes of `world`, as a tick does before it sums, and reuses the memory
  /// of the last tree. There is no tree if a coordinate is not finite. Cost: O(n log n).
  mutating func buildTree(of world: World)
  /// The maximum number of nodes in a leaf.
  var leaf: Int { get set }
  var cellCount: Int { get }
  /// Those of the tree, its sorted nodes and what is kept for the next one, without spare capacity.
  var treeBytes: Int { get }
}

/// Barnes–Hut on a tree of cells. Strategies differ only in how they split cells. A distant cell
/// acts through four points with its centroid and its covariances, which keeps the error small
/// where forces nearly cancel, as in the middle of a long thin layout.
protocol CellTreeRepulsion: TreeRepulsion {
  /// θ: four points represent a cell whose radius is less than θ times its distance.
  var theta: Double { get set }
  /// How far nodes may move before the tree is built anew, as a part of the side of their leaf.
  var maxDrift: Double { get set }
  var tree: CellTree { get set }
  func splitter(_ world: World) -> any CellSplitter
}

extension Manual where Owner: CellTreeRepulsion {
  init(_ name: String, tree: String, source: String) {
    self.init(
      name,
      "Barnes–Hut on \(tree), with the first three moments of distant cells, in single precision; "
        + "O(n log n), RMS error at most 0.3 % in 2D and 1 % in 3D on 2000 or more uniform nodes at θ = "
        + "0.9, up to 2 % in 2D on fewer. Charges of both signs are summed apart, at ¾ of θ: at most "
        + "1 % for 5000 nodes, and more for many.",
      parameters: [
        Parameter(
          "theta", \.theta, in: 0...2,
          "Accuracy θ: four points represent a cell of radius < θ·distance; 0 is exact, in double "
            + "precision."),
        Parameter(
          "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes",
          "Maximum number of nodes in a leaf."),
        Parameter(
          "max-drift", \.maxDrift, in: 0...1,
          "The tree is built anew once nodes have moved by this part of the side of their leaf (root "
            + "mean square, summed over ticks). Until then, cells keep their nodes and are only "
            + "measured anew: as exact, and faster. 0 builds a tree in each tick."),
      ],
      formula: """
        F = Σ near q·f(r²)·δ + Σ far Q·f(R²)·Δ, where cells of radius < θ·distance are far
        Q the charge of a cell, Δ to its centroid, R = ‖Δ‖; higher moments follow
        radius from the centroid to the farthest node (√2 times that in 3D and for nodes in a row),
        distance from the centroid to the box of the targets
        """,
      source: "Barnes and Hut 1986; Salmon and Warren 1994 for radii as criterion; "
        + "Fong and Darve 2009 for the interpolation" + source)
  }
}

extension CellTreeRepulsion {
  public static func statedError(dimensions: Int) -> Double { dimensions == 2 ? 0.003 : 0.01 }

  public mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    tree.add(sum, times: scale, to: field, in: world, cells(world), isNew: true)
  }

  public mutating func addReusing(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World
  ) { tree.add(sum, times: scale, to: field, in: world, cells(world), isNew: false) }

  public var canBeReused: Bool { true }
  public mutating func buildTree(of world: World) { tree.build(of: world, splitter(world)) }
  public var cellCount: Int { tree.count }
  public var treeBytes: Int { tree.bytes }

  private func cells(_ world: World) -> CellTree.Shape {
    CellTree.Shape(theta: theta, leaf: leaf, maxDrift: maxDrift, splitter: splitter(world))
  }
}
