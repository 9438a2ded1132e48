/// Splits cells near the median along the longest side, twice at each level: cells have four parts,
/// because a level in between would cost more than it saves.
struct MedianSplitter: CellSplitter {
  let leaf: Int

  func split(_ range: Range<Int>, in box: Box, _ builder: inout TreeBuilder) {
    guard let cell = builder.open(range, in: box) else { return }
    if range.count > leaf { halve(range, box, isHalf: false, &builder) }
    builder.close(cell)
  }

  private func halve(_ range: Range<Int>, _ box: Box, isHalf: Bool, _ builder: inout TreeBuilder) {
    let axis = box.longestAxis
    let pivot = mean(range, axis, builder)
    let middle = builder.partition(range, axis: axis, below: pivot)
    // In an uneven split the nodes are clustered or fill little of their box.
    if min(middle - range.lowerBound, range.upperBound - middle) * 4 < range.count {
      return splitTightly(range, &builder)
    }
    var (low, high) = (box, box)
    low.upper[axis] = pivot
    high.lower[axis] = pivot
    // Smaller leaves have fewer near pairs.
    for (half, box) in [(range.lowerBound..<middle, low), (middle..<range.upperBound, high)] {
      isHalf || half.count <= (leaf + 1) / 2
        ? split(half, in: box, &builder) : halve(half, box, isHalf: true, &builder)
    }
  }

  /// Splits along the longest side of the nodes' own box; coincident nodes by their order.
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

  /// For evenly spread nodes the mean is nearer to the median than the median of a sample.
  private func mean(_ range: Range<Int>, _ axis: Int, _ builder: TreeBuilder) -> Double {
    let coordinates = coordinates(range, axis, builder)
    let step = 4 * max(1, range.count / 1024)
    let samples = 4 * range.count / step
    // Four sums hide the latency of an addition.
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

  /// The coordinates on `axis`, at every fourth number.
  private func coordinates(_ range: Range<Int>, _ axis: Int, _ builder: TreeBuilder)
    -> UnsafePointer<Double>
  {
    UnsafeRawPointer(builder.nodes + range.lowerBound).assumingMemoryBound(to: Double.self) + axis
  }

  /// An estimate of the median on `axis`: the median of medians of three of 27, 81 or 243 nodes.
  private func median(_ range: Range<Int>, _ axis: Int, _ builder: TreeBuilder) -> Double {
    let coordinates = coordinates(range, axis, builder)
    let samples = range.count > 2048 ? 243 : range.count > 256 ? 81 : 27
    // Fixed-point numbers with 16 fractional bits.
    let step = (range.count << 16) / samples
    func median(_ first: Int, _ count: Int) -> Double {
      guard count > 1 else { return coordinates[((first &* step &+ step / 2) >> 16) &* 4] }
      let third = count / 3
      return Self.median(
        median(first, third), median(first + third, third), median(first + 2 * third, third))
    }
    return median(0, samples)
  }

  @inline(__always) private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
    let (low, high) = (a < b ? a : b, a < b ? b : a)
    let middle = high < c ? high : c
    return low < middle ? middle : low
  }
}
