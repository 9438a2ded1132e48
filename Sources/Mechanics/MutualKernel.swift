/// Sums a pairwise law over pairs of nodes of equal charge, each pair once: what one node does to
/// the other, the other does to it the other way (Newton's third law).
///
/// The squared distance is held at the law's near distance, and what that changes for near pairs is
/// put right afterwards: so the loop has no branch.
@usableFromInline
struct MutualKernel<Law: PairLaw> {
  @usableFromInline let law: Law
  @usableFromInline let nodes: Bodies<Double>
  @usableFromInline let sums: Lanes
  @usableFromInline let seed: UInt64

  @inlinable @inline(__always)
  init(law: Law, nodes: Bodies<Double>, sums: Lanes, seed: UInt64) {
    (self.law, self.nodes, self.sums, self.seed) = (law, nodes, sums, seed)
  }

  /// The lanes of a row stand apart by no power of two, which the cache would take for one place.
  @inlinable @inline(__always)
  static var spacing: Int { 512 + 24 }

  /// Adds the pairs of the nodes `block`, of at most 512, and of each of them with those before.
  @inlinable
  func add(_ block: Range<Int>) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 5 * Self.spacing) { memory in
      guard let base = memory.baseAddress else { return }
      // What the current nodes do to each node of the block, axis by axis, and how many nodes are
      // near to each.
      let row = Lanes(base: base, stride: Self.spacing)
      row[4].update(repeating: 0, count: block.count)
      var first = 0
      if nodes.dimensions == 2 {
        while first + 1 < block.lowerBound {
          addTwoInPlane(first, block, row)
          first += 2
        }
      }
      for node in first..<block.upperBound {
        let targets = max(block.lowerBound, node + 1)..<block.upperBound
        nodes.dimensions == 2
          ? addInPlane(node, targets, row, first: block.lowerBound)
          : addInSpace(node, targets, row, first: block.lowerBound)
      }
      for (index, target) in block.enumerated() where row[4][index] > 0 { correct(target) }
    }
  }

  /// Two nodes at a time, so that the sums go through memory half as often.
  @inlinable @inline(__always)
  func addTwoInPlane(_ node: Int, _ targets: Range<Int>, _ row: Lanes) {
    let start = targets.lowerBound
    let (x, y) = (nodes.lanes[0] + start, nodes.lanes[1] + start)
    let (sumX, sumY, near) = (sums[0] + start, sums[1] + start, row[4])
    let (rowX0, rowY0, rowX1, rowY1, least) = (row[0], row[1], row[2], row[3], held)
    let (x0, y0) = (nodes.lanes[0][node], nodes.lanes[1][node])
    let (x1, y1) = (nodes.lanes[0][node + 1], nodes.lanes[1][node + 1])
    for t in 0..<targets.count {
      let (ax, ay, bx, by) = (x0 - x[t], y0 - y[t], x1 - x[t], y1 - y[t])
      let (a, b) = (ax * ax + ay * ay, bx * bx + by * by)
      let (pullA, pullB) = law.fastFactors(a > least ? a : least, b > least ? b : least)
      let (pullX0, pullY0, pullX1, pullY1) = (ax * pullA, ay * pullA, bx * pullB, by * pullB)
      sumX[t] += pullX0 + pullX1
      sumY[t] += pullY0 + pullY1
      rowX0[t] = pullX0
      rowY0[t] = pullY0
      rowX1[t] = pullX1
      rowY1[t] = pullY1
      near[t] += (a < b ? a : b) < least ? 1 : 0
    }
    sums[0][node] -= Self.total(rowX0, targets.count)
    sums[1][node] -= Self.total(rowY0, targets.count)
    sums[0][node + 1] -= Self.total(rowX1, targets.count)
    sums[1][node + 1] -= Self.total(rowY1, targets.count)
  }

  @inlinable @inline(__always)
  func addInPlane(_ node: Int, _ targets: Range<Int>, _ row: Lanes, first: Int) {
    let start = targets.lowerBound
    let (x, y) = (nodes.lanes[0] + start, nodes.lanes[1] + start)
    let (sumX, sumY, near) = (sums[0] + start, sums[1] + start, row[4] + (start - first))
    let (rowX, rowY, least) = (row[0], row[1], held)
    let (ownX, ownY) = (nodes.lanes[0][node], nodes.lanes[1][node])
    for t in 0..<targets.count {
      let (wayX, wayY) = (ownX - x[t], ownY - y[t])
      let square = wayX * wayX + wayY * wayY
      let pull = law.fastFactor(square > least ? square : least)
      let (pullX, pullY) = (wayX * pull, wayY * pull)
      sumX[t] += pullX
      sumY[t] += pullY
      rowX[t] = pullX
      rowY[t] = pullY
      near[t] += square < least ? 1 : 0
    }
    sums[0][node] -= Self.total(rowX, targets.count)
    sums[1][node] -= Self.total(rowY, targets.count)
  }

  @inlinable @inline(__always)
  func addInSpace(_ node: Int, _ targets: Range<Int>, _ row: Lanes, first: Int) {
    let start = targets.lowerBound
    let (x, y, z) = (nodes.lanes[0] + start, nodes.lanes[1] + start, nodes.lanes[2] + start)
    let (sumX, sumY, sumZ) = (sums[0] + start, sums[1] + start, sums[2] + start)
    let (rowX, rowY, rowZ, near) = (row[0], row[1], row[2], row[4] + (start - first))
    let (ownX, ownY, ownZ) = (nodes.lanes[0][node], nodes.lanes[1][node], nodes.lanes[2][node])
    let least = held
    for t in 0..<targets.count {
      let (wayX, wayY, wayZ) = (ownX - x[t], ownY - y[t], ownZ - z[t])
      let square = wayX * wayX + wayY * wayY + wayZ * wayZ
      let pull = law.fastFactor(square > least ? square : least)
      let (pullX, pullY, pullZ) = (wayX * pull, wayY * pull, wayZ * pull)
      sumX[t] += pullX
      sumY[t] += pullY
      sumZ[t] += pullZ
      rowX[t] = pullX
      rowY[t] = pullY
      rowZ[t] = pullZ
      near[t] += square < least ? 1 : 0
    }
    sums[0][node] -= Self.total(rowX, targets.count)
    sums[1][node] -= Self.total(rowY, targets.count)
    sums[2][node] -= Self.total(rowZ, targets.count)
  }

  /// The squared distance below which pairs are put right; never zero, for nodes in one place.
  @inlinable @inline(__always)
  var held: Double { max(law.nearSquaredDistance, 1e-200) }

  /// Puts right what nearer nodes before `target` do to it, and it to them.
  @inlinable
  func correct(_ target: Int) {
    for node in 0..<target {
      var (way, square) = (SIMD3<Double>(), 0.0)
      for axis in 0..<nodes.dimensions {
        way[axis] = nodes.lanes[axis][node] - nodes.lanes[axis][target]
        square += way[axis] * way[axis]
      }
      guard square < held else { continue }
      var pull = 0.0
      if square == 0 {
        way = jiggle(Int32(target), Int32(node), seed: seed)
        if nodes.dimensions == 2 { way.z = 0 }
        pull = law.factor((way * way).sum())
      } else {
        pull = law.factor(square) - law.fastFactor(held)
      }
      for axis in 0..<nodes.dimensions {
        sums[axis][target] += way[axis] * pull
        sums[axis][node] -= way[axis] * pull
      }
    }
  }

  /// The sum of the first `count` values, in thirty-two sums side by side, for each has to wait for
  /// its last addition.
  @inlinable @inline(__always)
  static func total(_ values: UnsafeMutablePointer<Double>, _ count: Int) -> Double {
    var (a, b) = (SIMD8<Double>(), SIMD8<Double>())
    var (c, d) = (SIMD8<Double>(), SIMD8<Double>())
    let even = count / 32 * 32
    for index in stride(from: 0, to: even, by: 32) {
      a += load(values + index)
      b += load(values + index + 8)
      c += load(values + index + 16)
      d += load(values + index + 24)
    }
    let eight = (a + b) + (c + d)
    let four = eight.lowHalf + eight.highHalf
    var total = (four[0] + four[1]) + (four[2] + four[3])
    for index in even..<count { total += values[index] }
    return total
  }

  @inlinable @inline(__always)
  static func load(_ values: UnsafeMutablePointer<Double>) -> SIMD8<Double> {
    UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Double>.self)
  }
}
