import Plugins

/// Barnes–Hut on a tree that halves the number of nodes twice at each level, at medians.
///
/// A distant cell acts through four points with its centroid and its covariances, which keeps the
/// error small where forces nearly cancel, as in the middle of a long thin layout.
public struct KDTree: CellTreeRepulsion {
  /// θ: four points stand for a cell where its extent is less than θ times its distance.
  public var theta = 0.9
  /// At most how many nodes stay together in a leaf.
  public var leaf = 32

  @Working var tree = CellTree()

  /// θ = 0.9 and leaves of 32.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "kd-tree",
    "Barnes–Hut on a median-split tree, distant cells by their first three moments and "
      + "between points of the target cells by interpolation, in single precision; O(n log n), "
      + "RMS error at most 0.3 % in 2D and 1 % in 3D on uniform nodes at θ = 0.9.",
    parameters: [
      Parameter(
        "theta", \.theta, in: 0...2,
        "Four points stand for a cell where extent < θ·distance; 0 is exact, in double precision."),
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Greatest size of a leaf."),
    ],
    formula: """
      F = Σ near q·f(r²)·δ + Σ far Q·f(R²)·Δ, far being cells of extent < θ·distance
      Q a cell's charge, Δ to the center of its charges, R = ‖Δ‖; higher moments after that
      """,
    source:
      "Barnes and Hut 1986; Fong and Darve 2009 for the interpolation; Bentley 1975 for the tree")

  func splitter(_ world: World) -> any CellSplitter {
    MedianSplitter(leaf: leaf)
  }
}

/// Splits cells at the median of a sample, which is near enough, along the longest side, and both halves
/// again: cells have four parts, for those between would cost more to look at than they save.
struct MedianSplitter: CellSplitter {
  let leaf: Int

  func split(_ range: Range<Int>, in box: Box, _ builder: inout TreeBuilder) {
    guard let cell = builder.open(range, in: box) else { return }
    if range.count > leaf { halve(range, box, isHalf: false, &builder) }
    builder.close(cell)
  }

  /// Splits the nodes `range`, which are a cell or half of one.
  private func halve(
    _ range: Range<Int>, _ box: Box, isHalf: Bool, _ builder: inout TreeBuilder
  ) {
    let axis = box.longestAxis
    let pivot = median(range, axis, builder)
    let middle = builder.partition(range, axis: axis, below: pivot)
    // A lopsided split tells that the nodes fill little of their box, or stand in few places.
    if min(middle - range.lowerBound, range.upperBound - middle) * 8 < range.count {
      return splitTightly(range, &builder)
    }
    var (low, high) = (box, box)
    low.upper[axis] = pivot
    high.lower[axis] = pivot
    for (half, box) in [(range.lowerBound..<middle, low), (middle..<range.upperBound, high)] {
      isHalf || half.count <= leaf
        ? split(half, in: box, &builder) : halve(half, box, isHalf: true, &builder)
    }
  }

  /// Splits along the longest side of the nodes' own box; nodes in one place by their order.
  private func splitTightly(_ range: Range<Int>, _ builder: inout TreeBuilder) {
    let box = builder.box(range)
    let axis = box.longestAxis
    var middle = range.lowerBound + range.count / 2
    if box.sides[axis] > 0 {
      let pivot = median(range, axis, builder)
      middle = builder.partition(range, axis: axis, below: pivot)
      if middle == range.lowerBound {
        middle = builder.partition(range, axis: axis, below: pivot, inclusive: true)
      }
    }
    for half in [range.lowerBound..<middle, middle..<range.upperBound] {
      split(half, in: builder.box(half), &builder)
    }
  }

  /// About the median on `axis`: that of 27 nodes, of many 81 or 243, by threes. What it is off by adds
  /// up from level to level.
  private func median(_ range: Range<Int>, _ axis: Int, _ builder: TreeBuilder) -> Double {
    let coordinates =
      UnsafeRawPointer(builder.nodes + range.lowerBound)
      .assumingMemoryBound(to: Double.self) + axis
    let samples = range.count > 2048 ? 243 : range.count > 256 ? 81 : 27
    // The last bits of places in the list of nodes are fractions.
    let step = (range.count << 16) / samples
    @inline(__always)
    func sample(_ index: Int) -> Double {
      coordinates[((index &* step &+ step / 2) >> 16) &* 4]
    }
    @inline(__always)
    func ofThree(_ first: Int) -> Double {
      Self.median(sample(first), sample(first &+ 1), sample(first &+ 2))
    }
    func ofNine(_ first: Int) -> Double {
      Self.median(ofThree(first), ofThree(first &+ 3), ofThree(first &+ 6))
    }
    func ofMany(_ count: Int, _ first: Int) -> Double {
      let third = count / 3
      return count == 9
        ? ofNine(first)
        : Self.median(
          ofMany(third, first), ofMany(third, first &+ third), ofMany(third, first &+ 2 &* third))
    }
    return ofMany(samples, 0)
  }

  @inline(__always)
  private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
    let (low, high) = (a < b ? a : b, a < b ? b : a)
    let middle = high < c ? high : c
    return low < middle ? middle : low
  }
}
