/// Splits cells at about the median along the longest side, and both halves again: cells have four
/// parts, for those between would cost more to look at than they save.
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
    let pivot = mean(range, axis, builder)
    let middle = builder.partition(range, axis: axis, below: pivot)
    // A lopsided split tells that the nodes are spread unevenly, or fill little of their box.
    if min(middle - range.lowerBound, range.upperBound - middle) * 4 < range.count {
      return splitTightly(range, &builder)
    }
    var (low, high) = (box, box)
    low.upper[axis] = pivot
    high.lower[axis] = pivot
    // Down to half a leaf halves are halved again: the smaller leaves are, the fewer pairs are near.
    for (half, box) in [(range.lowerBound..<middle, low), (middle..<range.upperBound, high)] {
      isHalf || half.count <= (leaf + 1) / 2
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

  /// The mean on `axis` of all nodes, or of 1024 or more. It is near the median where nodes are spread
  /// evenly, nearer than the median of a sample, and the cells come to be of one size.
  private func mean(_ range: Range<Int>, _ axis: Int, _ builder: TreeBuilder) -> Double {
    let coordinates = coordinates(range, axis, builder)
    let step = 4 * max(1, range.count / 1024)
    let samples = 4 * range.count / step
    // With one sum, every node would wait for the one before.
    var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
    var index = 0
    while index + 3 < samples {
      a += coordinates[index * step]
      b += coordinates[(index + 1) * step]
      c += coordinates[(index + 2) * step]
      d += coordinates[(index + 3) * step]
      index += 4
    }
    for index in index..<samples { a += coordinates[index * step] }
    return (a + b + (c + d)) / Double(samples)
  }

  /// Where the numbers of `axis` begin, every fourth being one.
  private func coordinates(_ range: Range<Int>, _ axis: Int, _ builder: TreeBuilder)
    -> UnsafePointer<Double>
  {
    UnsafeRawPointer(builder.nodes + range.lowerBound).assumingMemoryBound(to: Double.self) + axis
  }

  /// About the median on `axis`: that of 27 nodes, of many 81 or 243, by threes. What it is off by adds
  /// up from level to level.
  private func median(_ range: Range<Int>, _ axis: Int, _ builder: TreeBuilder) -> Double {
    let coordinates = coordinates(range, axis, builder)
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
