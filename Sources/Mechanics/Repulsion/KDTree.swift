import Plugins

/// Barnes–Hut on a tree that halves the number of nodes at each level.
///
/// A distant cell acts through four points with its centroid and its covariances, which keeps the
/// error small where forces nearly cancel, as in the middle of a long thin layout.
public struct KDTree: Repulsion {
  /// θ: four points stand for a cell where its extent is less than θ times its distance.
  public var theta = 0.9
  /// At most how many nodes stay together in a leaf.
  public var leaf = 32

  @Working private var tree = CellTree()

  /// θ = 0.9 and leaves of 32.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "kd-tree",
    "Barnes–Hut on a median-split tree, distant cells by their first three moments; O(n log n), "
      + "RMS error at most 0.3 % in 2D and 1 % in 3D on uniform nodes at θ = 0.9.",
    parameters: [
      Parameter(
        "theta", \.theta, in: 0...2,
        "Four points stand for a cell where extent < θ·distance; 0 is exact."),
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Greatest size of a leaf."),
    ],
    source: "Barnes and Hut 1986; Bentley 1975 for the tree")

  public static func statedError(dimensions: Int) -> Double { dimensions == 2 ? 0.003 : 0.01 }

  public mutating func visit(_ world: World, _ body: (Interactions) -> Double) -> Double {
    guard tree.nodes.load(world.particles), tree.nodes.count > 0 else { return 0 }
    tree.removeCells()
    let all = 0..<tree.nodes.count
    split(all, tree.nodes.box(all))
    return tree.visit(world, theta: theta, body)
  }

  /// Splits at the median of a sample, which is near enough, along the longest side of `box`.
  private mutating func split(_ range: Range<Int>, _ box: Box) {
    let cell = tree.open(range)
    if range.count > leaf {
      let axis = box.longestAxis
      let (middle, pivot) = median(range, axis)
      var (low, high) = (box, box)
      low.upper[axis] = pivot
      high.lower[axis] = pivot
      // A lopsided split tells that the nodes fill little of their box, or stand in few places.
      if min(middle - range.lowerBound, range.upperBound - middle) * 8 < range.count {
        splitTightly(range)
      } else {
        split(range.lowerBound..<middle, low)
        split(middle..<range.upperBound, high)
      }
    }
    tree.close(cell)
  }

  /// Splits along the longest side of the nodes' own box; nodes in one place by their order.
  private mutating func splitTightly(_ range: Range<Int>) {
    let box = tree.nodes.box(range)
    let axis = box.longestAxis
    var middle = range.lowerBound + range.count / 2
    if box.sides[axis] > 0 {
      let pivot = median(range, axis).pivot
      middle = tree.nodes.partition(range, axis: axis, below: pivot, inclusive: false)
      if middle == range.lowerBound {
        middle = tree.nodes.partition(range, axis: axis, below: pivot, inclusive: true)
      }
    }
    for half in [range.lowerBound..<middle, middle..<range.upperBound] {
      split(half, tree.nodes.box(half))
    }
  }

  /// Moves the nodes below the median of up to 63 samples to the front.
  private mutating func median(_ range: Range<Int>, _ axis: Int) -> (middle: Int, pivot: Double) {
    let count = range.count > 256 ? 63 : 15
    let samples = (0..<count).map { sample in
      tree.nodes.packed[range.lowerBound + (2 * sample + 1) * range.count / (2 * count)][axis]
    }
    let pivot = samples.sorted()[count / 2]
    let middle = tree.nodes.partition(range, axis: axis, below: pivot, inclusive: false)
    return (middle, pivot)
  }
}
