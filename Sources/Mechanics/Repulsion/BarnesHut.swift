import ForceLabPlugins

/// Barnes–Hut on a tree that halves space along every axis at each level.
public struct BarnesHut: CellTreeRepulsion {
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
    "barnes-hut",
    "Barnes–Hut on a quadtree (in 3D an octree), distant cells by their first three moments and "
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
    source: "Barnes and Hut 1986; Salmon and Warren 1994 for taking cells by their radius; "
      + "Fong and Darve 2009 for the interpolation")

  func splitter(_ world: World) -> any CellSplitter {
    QuadrantSplitter(leaf: leaf, axes: world.dimensions)
  }
}

/// Splits cells into the quadrants (in space octants) of their cube.
struct QuadrantSplitter: CellSplitter {
  let leaf: Int
  let axes: Int
  /// Those that the nodes were sorted into when they were read.
  private var sorted: Quadrants?

  init(leaf: Int, axes: Int) { (self.leaf, self.axes) = (leaf, axes) }

  mutating func load(_ particles: Particles, into nodes: inout PackedNodes) -> Box? {
    guard let box = Box(of: particles) else { return nil }
    var quadrants = Quadrants(of: box, count: particles.count, axes: axes)
    nodes.load(particles, sortedInto: &quadrants)
    sorted = quadrants
    return box
  }

  func split(_ range: Range<Int>, in box: Box, _ builder: inout TreeBuilder) {
    guard let cell = builder.open(range, in: box) else { return }
    if range.count > leaf {
      var cube = box.cube
      var ends = quadrants(range, cube, builder)
      if isWhole(range, ends) {
        // All nodes are in one quadrant: the cube is drawn anew, close about them.
        cube = builder.box(range).cube
        ends = quadrants(range, cube, builder)
      }
      isWhole(range, ends)
        ? halve(range, box, &builder) : split(range, at: ends, of: cube, &builder)
    }
    builder.close(cell)
  }

  /// Whether all nodes are in one quadrant.
  private func isWhole(_ range: Range<Int>, _ ends: SIMD8<Int>) -> Bool {
    var start = range.lowerBound
    for quadrant in 0..<1 << axes {
      if ends[quadrant] - start == range.count { return true }
      start = ends[quadrant]
    }
    return false
  }

  /// Splits nodes that are in one place by their order.
  private func halve(_ range: Range<Int>, _ box: Box, _ builder: inout TreeBuilder) {
    let middle = range.lowerBound + range.count / 2
    split(range.lowerBound..<middle, in: box, &builder)
    split(middle..<range.upperBound, in: box, &builder)
  }

  /// Splits the quadrants of `cube` that hold nodes, of which the first ends at `ends[0]`.
  private func split(
    _ range: Range<Int>, at ends: SIMD8<Int>, of cube: Box, _ builder: inout TreeBuilder
  ) {
    let middle = middle(of: cube)
    var start = range.lowerBound
    for quadrant in 0..<1 << axes where ends[quadrant] > start {
      var part = cube
      for axis in 0..<axes {
        let isUpper = quadrant >> (axes - 1 - axis) & 1 == 1
        if isUpper { part.lower[axis] = middle[axis] } else { part.upper[axis] = middle[axis] }
      }
      split(start..<ends[quadrant], in: part, &builder)
      start = ends[quadrant]
    }
  }

  /// Sorts the nodes by the quadrant of `cube` that they lie in, and returns where each ends.
  private func quadrants(_ range: Range<Int>, _ cube: Box, _ builder: TreeBuilder) -> SIMD8<Int> {
    if let ends = sorted?.ends(of: range, cube) { return ends }
    let middle = middle(of: cube)
    var ends = SIMD8<Int>()
    ends[0] = range.upperBound
    for axis in 0..<axes {
      // From the last on, so that none is written over before it is read.
      for part in (0..<1 << axis).reversed() {
        let (start, end) = (part == 0 ? range.lowerBound : ends[part - 1], ends[part])
        ends[2 * part + 1] = end
        ends[2 * part] =
          start < end ? builder.partition(start..<end, axis: axis, below: middle[axis]) : end
      }
    }
    return ends
  }

  private func middle(of cube: Box) -> SIMD4<Double> { cube.lower / 2 + cube.upper / 2 }
}
