/// Memory in which one thread writes a list of sources.
final class SourceMemory: @unchecked Sendable {
  /// Their places, one lane per axis, and their charges in the last lane.
  @exclusivity(unchecked) private(set) var lanes: Lanes
  /// Which nodes they are.
  let ids = Buffer<Int32>()
  /// How many there are.
  @exclusivity(unchecked) var count = 0

  private var storage: LaneStorage?
  @exclusivity(unchecked) private var axes = 2

  init() {
    let empty = LaneStorage(count: 0, lanes: 3)
    (storage, lanes) = (empty, empty.lanes)
  }

  /// Room for `capacity` sources, of which there are none yet.
  func ensure(_ capacity: Int, axes: Int) {
    lanes = LaneStorage.ensure(&storage, count: capacity, lanes: axes + 1)
    ids.resize(capacity)
    (self.axes, count) = (axes, 0)
  }

  /// Writes the entries `range` of `others`, which are the nodes `numbers`.
  @inline(__always)
  func append(_ others: Lanes, _ range: Range<Int>, ids numbers: UnsafePointer<Int32>) {
    for lane in 0...axes {
      (lanes[lane] + count).update(from: others[lane] + range.lowerBound, count: range.count)
    }
    (ids.base + count).update(from: numbers + range.lowerBound, count: range.count)
    count += range.count
  }

  /// Writes the packed `nodes` of `range`, with their `charges` by their numbers.
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

  /// Writes the node `node`.
  @inline(__always)
  func append(_ node: Int, of particles: Particles, _ charges: UnsafePointer<Double>) {
    for axis in 0..<axes { lanes[axis][count] = particles.position[axis][node] }
    lanes[axes][count] = charges[node]
    ids[count] = Int32(node)
    count += 1
  }

  /// Writes a source in the plane that is no node.
  @inline(__always)
  func append(_ x: Double, _ y: Double, charge: Double, id: Int32) {
    (lanes[0][count], lanes[1][count], lanes[2][count], ids[count]) = (x, y, charge, id)
    count += 1
  }

  /// Writes the four points about `centroid` that stand for a group that `node` belongs to.
  func append(_ standIns: StandIns, about centroid: SIMD4<Double>, standingFor node: Int32) {
    for corner in 0..<4 {
      lanes[0][count] = standIns.x(about: centroid.x, corner)
      lanes[1][count] = standIns.y(about: centroid.y, corner)
      if axes == 3 { lanes[2][count] = standIns.z(about: centroid.z, corner) }
      lanes[axes][count] = standIns.charge
      ids[count] = -1 - node
      count += 1
    }
  }

  /// The list as what acts on its first `targets` entries.
  func interactions(onFirst targets: Int, seed: UInt64) -> InteractionList {
    interactions(on: lanes, 0..<targets, ids: ids.base, seed: seed)
  }

  /// The list as what acts on the entries `range` of `targets`, which are the nodes `numbers`.
  func interactions(
    on targets: Lanes, _ range: Range<Int>, ids numbers: UnsafePointer<Int32>, seed: UInt64
  ) -> InteractionList {
    InteractionList(
      dimensions: axes, targets: targets, targetRange: range, targetIDs: numbers, sources: lanes,
      sourceCount: count, weights: UnsafePointer(lanes[axes]),
      sourceIDs: UnsafePointer(ids.base), seed: seed)
  }
}
