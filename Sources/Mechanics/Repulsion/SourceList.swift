/// Memory for a list of sources: their coordinates and charges in lanes, and which nodes they are.
struct SourceList: Sendable {
  private var storage: LaneStorage?
  private var numbers: LaneStorage?

  init() {}

  /// Room for `count` sources.
  mutating func ensure(count: Int, axes: Int) -> View {
    let lanes = LaneStorage.ensure(&storage, count: count, lanes: axes + 1)
    // Two numbers of nodes fit where one coordinate does.
    let room = LaneStorage.ensure(&numbers, count: (count + 1) / 2, lanes: 1)
    let ids = UnsafeMutableRawPointer(room[0]).bindMemory(to: Int32.self, capacity: count + 1)
    return View(lanes: lanes, ids: ids)
  }

  /// The list itself, for one thread to fill.
  struct View {
    let lanes: Lanes
    let ids: UnsafeMutablePointer<Int32>
    var count = 0

    /// Appends the entries `range` of `others`.
    @inline(__always)
    mutating func append(
      _ others: Lanes, _ range: Range<Int>, ids otherIDs: UnsafePointer<Int32>, lanes laneCount: Int
    ) {
      copy(others, range, laneCount)
      (ids + count).update(from: otherIDs + range.lowerBound, count: range.count)
      count += range.count
    }

    /// Appends four points that stand for a group that `node` belongs to.
    mutating func append(_ standIns: StandIns, standingFor node: Int32, axes: Int) {
      for corner in 0..<4 {
        lanes[0][count] = standIns.x[corner]
        lanes[1][count] = standIns.y[corner]
        if axes == 3 { lanes[2][count] = standIns.z[corner] }
        lanes[axes][count] = standIns.charge
        ids[count] = -1 - node
        count += 1
      }
    }

    @inline(__always)
    private func copy(_ others: Lanes, _ range: Range<Int>, _ laneCount: Int) {
      for lane in 0..<laneCount {
        (lanes[lane] + count).update(from: others[lane] + range.lowerBound, count: range.count)
      }
    }

    /// The interactions of the targets `range` of `nodes` with this list.
    func interactions(
      with nodes: Lanes, _ targetIDs: UnsafePointer<Int32>, _ range: Range<Int>, axes: Int,
      seed: UInt64
    ) -> Interactions {
      Interactions(
        dimensions: axes, targets: nodes, targetRange: range, targetIDs: targetIDs, sources: lanes,
        sourceCount: count, weights: UnsafePointer(lanes[axes]), sourceIDs: UnsafePointer(ids),
        seed: seed)
    }
  }
}
