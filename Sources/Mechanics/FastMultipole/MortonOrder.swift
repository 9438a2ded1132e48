import ForceLabPlugins

/// Nodes in the plane in Morton order (1966); those of the same 32-bit key follow a finer curve.
struct MortonOrder: Sendable {
  var count: Int { keys.count }

  /// Morton keys in the upper half, node numbers in the lower.
  private var keys = Buffer<UInt64>()
  private var spare = Buffer<UInt64>()

  @inline(__always) subscript(index: Int) -> Int { Int(keys[index] & 0xffff_ffff) }

  /// Sorts the nodes of `particles`; false if a coordinate is not finite. Cost: a few passes.
  mutating func sort(_ particles: Particles) -> Bool {
    Buffer.own(&keys, count: particles.count)
    Buffer.own(&spare, count: particles.count)
    for node in 0..<particles.count { keys[node] = UInt64(node) }
    guard particles.count > 0 else { return true }
    guard let square = Square(about: keys.base, 0..<count, particles) else { return false }
    sort(0..<count, in: square, particles)
    return true
  }

  /// Where to split `range`, at least two nodes: at the highest bit in which their keys differ.
  mutating func middle(of range: Range<Int>, _ particles: Particles) -> Int {
    if keys[range.lowerBound] >> 32 == keys[range.upperBound - 1] >> 32 {
      guard let square = Square(about: keys.base, range, particles), square.side > 0 else {
        return range.lowerBound + range.count / 2
      }
      sort(range, in: square, particles)
    }
    let (first, last) = (keys[range.lowerBound] >> 32, keys[range.upperBound - 1] >> 32)
    let place = last >> UInt64(63 - (first ^ last).leadingZeroBitCount)
    let minimum = place << UInt64(63 - (first ^ last).leadingZeroBitCount + 32)
    return range.partitioningIndex { keys[$0] >= minimum }
  }

  private mutating func sort(_ range: Range<Int>, in square: Square, _ particles: Particles) {
    square.place(keys.base, range, particles)
    if range.count < 2048 {
      var few = UnsafeMutableBufferPointer(start: keys.base + range.lowerBound, count: range.count)
      few.sort()
    } else {
      sortDigits(range)
    }
  }

  /// A stable radix sort by keys, eleven bits per pass.
  private func sortDigits(_ range: Range<Int>) {
    var (source, target) = (keys.base + range.lowerBound, spare.base + range.lowerBound)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 2048) { starts in
      guard let starts = starts.baseAddress else { return }
      for shift in [UInt64(32), 43, 54] {
        starts.initialize(repeating: 0, count: 2048)
        for index in 0..<range.count { starts[Int(source[index] >> shift & 2047)] += 1 }
        var start = 0
        for digit in 0..<2048 { (starts[digit], start) = (start, start + starts[digit]) }
        for index in 0..<range.count {
          let key = source[index]
          let digit = Int(key >> shift & 2047)
          target[starts[digit]] = key
          starts[digit] += 1
        }
        swap(&source, &target)
      }
    }
    // After three passes the result is in the spare memory.
    target.update(from: source, count: range.count)
  }

  private struct Square {
    var (x, y, side) = (0.0, 0.0, 0.0)

    /// The square about the nodes `range` of `keys`, at least one; nil if a coordinate is not
    /// finite. Its side is 0 if squared distances in it underflow.
    init?(about keys: UnsafePointer<UInt64>, _ range: Range<Int>, _ particles: Particles) {
      let (xs, ys) = (particles.position[0], particles.position[1])
      let first = Int(keys[range.lowerBound] & 0xffff_ffff)
      var (left, right, bottom, top, check) = (xs[first], xs[first], ys[first], ys[first], 0.0)
      for index in range {
        let node = Int(keys[index] & 0xffff_ffff)
        let (x, y) = (xs[node], ys[node])
        left = x < left ? x : left
        right = x > right ? x : right
        bottom = y < bottom ? y : bottom
        top = y > top ? y : top
        check += (x - x) + (y - y)
      }
      guard check == 0 else { return nil }
      // Halves, because the difference of two finite numbers may be infinite.
      (x, y, side) = (left / 2, bottom / 2, max(right / 2 - left / 2, top / 2 - bottom / 2))
      if side * side == 0 { side = 0 }
    }

    func place(_ keys: UnsafeMutablePointer<UInt64>, _ range: Range<Int>, _ particles: Particles) {
      let (xs, ys) = (particles.position[0], particles.position[1])
      let scale = side > 0 ? 65_535 / side : 0
      for index in range {
        let node = keys[index] & 0xffff_ffff
        let column = Self.spread((xs[Int(node)] / 2 - x) * scale)
        let row = Self.spread((ys[Int(node)] / 2 - y) * scale)
        keys[index] = (column << 1 | row) << 32 | node
      }
    }

    /// The sixteen bits of `coordinate`, rounded, with zeros between them.
    @inline(__always) private static func spread(_ coordinate: Double) -> UInt64 {
      // The last bits of 2⁵² + n are n.
      var bits = (coordinate + 0x1p52).bitPattern & 0xffff
      bits = (bits | bits << 8) & 0x00ff_00ff
      bits = (bits | bits << 4) & 0x0f0f_0f0f
      bits = (bits | bits << 2) & 0x3333_3333
      return (bits | bits << 1) & 0x5555_5555
    }
  }
}
