/// A strategy that sums over a tree of the nodes, which can be had by itself: by those who ask what
/// building it takes.
public protocol TreeRepulsion: Repulsion {
  /// Builds the tree of the nodes of `world`, as a tick does before it sums, in the memory of the one
  /// before. There is no tree if a node is nowhere finite. Cost: O(n log n).
  mutating func buildTree(of world: World)
  /// How many cells the tree has.
  var cellCount: Int { get }
  /// How many bytes the tree and the sorted nodes in it take, and what is kept of the building for the
  /// next tree; without the spare room at the end of arrays.
  var treeBytes: Int { get }
}

/// A strategy that is Barnes–Hut on a tree of cells; it differs from others in how it splits them.
protocol CellTreeRepulsion: TreeRepulsion {
  /// θ: four points stand for a cell where its radius is less than θ times its distance.
  var theta: Double { get }
  /// At most how many nodes stay together in a leaf.
  var leaf: Int { get }
  /// The tree, as the tick before left it.
  var tree: CellTree { get set }
  /// How cells of `world` are split.
  func splitter(_ world: World) -> any CellSplitter
}

extension CellTreeRepulsion {
  public static func statedError(dimensions: Int) -> Double { dimensions == 2 ? 0.003 : 0.01 }

  public mutating func add(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World
  ) {
    tree.add(sum, times: scale, to: field, in: world, cells(world), isNew: true)
  }

  public mutating func addReusing(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World
  ) {
    tree.add(sum, times: scale, to: field, in: world, cells(world), isNew: false)
  }

  public var canBeReused: Bool { true }

  public mutating func buildTree(of world: World) { tree.build(of: world, splitter(world)) }

  public var cellCount: Int { tree.count }

  public var treeBytes: Int { tree.bytes }

  private func cells(_ world: World) -> CellTree.Shape {
    CellTree.Shape(theta: theta, leaf: leaf, splitter: splitter(world))
  }
}
