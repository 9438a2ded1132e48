final class SourceList: @unchecked Sendable {
  /// Positions, one lane per axis, then charges.
  @exclusivity(unchecked) private(set) var lanes = LaneStorage(count: 0, lanes: 0).lanes
  let ids = Buffer<Int32>()
  /// After one without a charge.
  private let representatives = Buffer<GroupMember>()
  @exclusivity(unchecked) var count = 0

  private var storage: LaneStorage?
  @exclusivity(unchecked) private var axes = 2

  /// Empties the list and makes room for `capacity` sources.
  func ensure(_ capacity: Int, axes: Int) {
    lanes = LaneStorage.ensure(&storage, count: capacity, lanes: axes + 1)
    ids.resize(capacity)
    representatives.resize(0)
    representatives.append(GroupMember(node: -1, charge: 0))
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

  /// Adds a point: one away from all targets, or one of a group that `member` represents.
  @inline(__always)
  func append(_ x: Double, _ y: Double, charge: Double, _ member: GroupMember? = nil) {
    (lanes[0][count], lanes[1][count], lanes[axes][count]) = (x, y, charge)
    ids[count] = member == nil ? -1 : -1 - Int32(representatives.count)
    if let member { representatives.append(member) }
    count += 1
  }

  /// Adds four points for `group` at (x, y).
  func append(_ x: Double, _ y: Double, charge: Double, group: PointGroup) {
    for part in 0..<4 { append(x, y, charge: charge / 4, group.representative(part)) }
  }

  func append(
    _ pseudoParticles: PseudoParticles, about centroid: SIMD4<Double>, of group: PointGroup
  ) {
    for corner in 0..<4 {
      if axes == 3 { lanes[2][count] = pseudoParticles.z(about: centroid.z, corner) }
      append(
        pseudoParticles.x(about: centroid.x, corner), pseudoParticles.y(about: centroid.y, corner),
        charge: pseudoParticles.charge, group.representative(corner))
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
      sourceIDs: UnsafePointer(ids.base), representatives: UnsafePointer(representatives.base),
      seed: seed)
  }
}

/// A group of nodes that four points stand for.
struct PointGroup {
  let ids: UnsafePointer<Int32>
  let count: Int
  /// Σ q² if the nodes coincide.
  let squaredCharge: Double

  /// Of all nodes.
  let charges: UnsafePointer<Double>

  /// Up to four nodes, evenly spaced in the group, share its squared charge; others have none.
  @inline(__always) func representative(_ part: Int) -> GroupMember {
    let used = min(4, count)
    guard squaredCharge > 0, part < used else { return GroupMember(node: ids[0], charge: 0) }
    // Sums over the charges of one sign each may not have the same representatives.
    let first = part * count / used
    let charged = (first..<min(first + 64, count)).first { charges[Int(ids[$0])] != 0 }
    return GroupMember(
      node: ids[charged ?? first], charge: (squaredCharge / Double(used)).squareRoot())
  }
}
