final class SourceList: @unchecked Sendable {
  /// Positions, one lane per axis, then charges.
  @exclusivity(unchecked) private(set) var lanes: Lanes
  let ids = Buffer<Int32>()
  @exclusivity(unchecked) var count = 0

  private var storage: LaneStorage?
  @exclusivity(unchecked) private var axes = 2

  init() {
    let empty = LaneStorage(count: 0, lanes: 3)
    (storage, lanes) = (empty, empty.lanes)
  }

  /// Empties the list and makes room for `capacity` sources.
  func ensure(_ capacity: Int, axes: Int) {
    lanes = LaneStorage.ensure(&storage, count: capacity, lanes: axes + 1)
    ids.resize(capacity)
    (self.axes, count) = (axes, 0)
  }

  @inline(__always)
  func append(_ others: Lanes, _ range: Range<Int>, ids numbers: UnsafePointer<Int32>) {
    for lane in 0...axes {
      (lanes[lane] + count).update(from: others[lane] + range.lowerBound, count: range.count)
    }
    (ids.base + count).update(from: numbers + range.lowerBound, count: range.count)
    count += range.count
  }

  func append(
    _ nodes: UnsafePointer<SIMD4<Double>>, _ range: Range<Int>, _ charges: UnsafePointer<Double>
  ) {
    for node in UnsafeBufferPointer(start: nodes + range.lowerBound, count: range.count) {
      for axis in 0..<axes { lanes[axis][count] = node[axis] }
      lanes[axes][count] = charges[node.number]
      ids[count] = Int32(node.number)
      count += 1
    }
  }

  @inline(__always)
  func append(_ node: Int, of particles: Particles, _ charges: UnsafePointer<Double>) {
    for axis in 0..<axes { lanes[axis][count] = particles.position[axis][node] }
    lanes[axes][count] = charges[node]
    ids[count] = Int32(node)
    count += 1
  }

  @inline(__always) func append(_ x: Double, _ y: Double, charge: Double, id: Int32) {
    (lanes[0][count], lanes[1][count], lanes[2][count], ids[count]) = (x, y, charge, id)
    count += 1
  }

  func append(
    _ pseudoParticles: PseudoParticles, about centroid: SIMD4<Double>, standingFor node: Int32
  ) {
    for corner in 0..<4 {
      lanes[0][count] = pseudoParticles.x(about: centroid.x, corner)
      lanes[1][count] = pseudoParticles.y(about: centroid.y, corner)
      if axes == 3 { lanes[2][count] = pseudoParticles.z(about: centroid.z, corner) }
      lanes[axes][count] = pseudoParticles.charge
      ids[count] = -1 - node
      count += 1
    }
  }

  /// Adds `sum` of all sources on the first `count` to `sums`.
  func add(_ sum: PairSum, onFirst count: Int, reach: Double, seed: UInt64, to sums: Lanes) {
    var pairs = interactions(on: lanes, 0..<count, ids: ids.base, seed: seed)
    pairs.reach = reach
    guard sum.quantity == .potential else { return sum.add(pairs, to: sums) }
    // Each pair of targets is summed once, and doubled.
    for start in stride(from: 0, to: count, by: Self.mutualBlock) {
      var own = pairs
      own.targetRange = start..<min(start + Self.mutualBlock, count)
      (own.sources.count, own.sources.doubled) = (own.targetRange.upperBound, start)
      sum.add(own, to: sums.dropFirst(start))
    }
    pairs.sources = Bodies(
      dimensions: axes, lanes: lanes.dropFirst(count), count: self.count - count)
    pairs.sourceIDs += count
    pairs.includesTargets = false
    sum.add(pairs, to: sums)
  }

  /// The number of nodes of a block of pairs: a multiple of eight.
  private static let mutualBlock = 32

  func interactions(
    on targets: Lanes, _ range: Range<Int>, ids numbers: UnsafePointer<Int32>, seed: UInt64
  ) -> InteractionList {
    InteractionList(
      targets: targets, targetRange: range, targetIDs: numbers,
      sources: Bodies(dimensions: axes, lanes: lanes, count: count),
      sourceIDs: UnsafePointer(ids.base), seed: seed)
  }
}
