/// Splits cells into the quadrants (in space octants) of their cube.
struct QuadrantSplitter: CellSplitter {
  let leaf: Int
  let axes: Int
  /// The quadrants into which the nodes were sorted when they were read.
  private var sorted: MortonGrid?

  init(leaf: Int, axes: Int) { (self.leaf, self.axes) = (leaf, axes) }

  mutating func load(_ particles: Particles, into nodes: inout SortedNodes) -> Box? {
    guard let box = Box(of: particles) else { return nil }
    var quadrants = MortonGrid(of: box, count: particles.count, axes: axes)
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
        // All nodes are in one quadrant: use the smallest cube around them.
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

  /// Splits nodes at the same position by their order.
  private func halve(_ range: Range<Int>, _ box: Box, _ builder: inout TreeBuilder) {
    let middle = range.lowerBound + range.count / 2
    split(range.lowerBound..<middle, in: box, &builder)
    split(middle..<range.upperBound, in: box, &builder)
  }

  private func split(
    _ range: Range<Int>, at ends: SIMD8<Int>, of cube: Box, _ builder: inout TreeBuilder
  ) {
    let middle = cube.middle
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

  /// Sorts the nodes by the quadrants of `cube`, and returns where each quadrant ends.
  private func quadrants(_ range: Range<Int>, _ cube: Box, _ builder: TreeBuilder) -> SIMD8<Int> {
    if let ends = sorted?.ends(of: range, cube) { return ends }
    let middle = cube.middle
    var ends = SIMD8<Int>()
    ends[0] = range.upperBound
    for axis in 0..<axes {
      // Backwards, so that no end is overwritten before it is read.
      for part in (0..<1 << axis).reversed() {
        let (start, end) = (part == 0 ? range.lowerBound : ends[part - 1], ends[part])
        ends[2 * part + 1] = end
        ends[2 * part] =
          start < end ? builder.partition(start..<end, axis: axis, below: middle[axis]) : end
      }
    }
    return ends
  }
}
