/// What one thread needs to walk a tree of multipoles.
final class MultipoleMemory: @unchecked Sendable {
  /// Cells that are neither far nor near enough yet, one run for each cell on the way down.
  let undecided = Buffer<Int32>()
  /// Far cells whose series are still to be added.
  let far = Buffer<Int32>()
  /// Near leaves, and cells of one place, which act on the nodes of the present leaf.
  let near = Buffer<Int32>()
  /// The local series of the cells on the way down.
  private(set) var locals: UnsafeMutablePointer<Double>
  /// Lanes of `FarField.width` numbers.
  private(set) var lanes: Lanes
  /// What acts on the nodes of the present leaf.
  let sources = SourceMemory()

  /// The same relative to the middle of the leaf, in single precision, and what it comes to.
  @exclusivity(unchecked) private var singles = BodyList<Float>()
  @exclusivity(unchecked) private var singleSums: NumberStorage<Float>?

  private var localStorage: LaneStorage?
  private var laneStorage: LaneStorage?

  init() {
    let empty = LaneStorage(count: 0, lanes: 3)
    (localStorage, laneStorage) = (empty, empty)
    (locals, lanes) = (empty.lanes[0], empty.lanes)
  }

  /// Room for `depth` local series.
  func prepare(depth: Int, _ series: MultipoleSeries) {
    locals =
      LaneStorage.ensure(&localStorage, count: (depth + 1) * series.localCount, lanes: 1)[0]
    lanes = LaneStorage.ensure(
      &laneStorage, count: FarField.width, lanes: FarField.laneCount(series))
    undecided.resize(0)
  }

  /// Adds `scale` times `sum` over `list`, which is that of the present leaf, to `field`, summed in
  /// single precision; adds nothing, and returns false, if it is not fit for that.
  func addInSingle(_ list: Interactions, _ sum: PairSum, times scale: Double, to field: Lanes)
    -> Bool
  {
    let (first, count) = (list.targetRange.lowerBound, list.targetRange.count)
    let (middle, side) = extent(of: list.targets.dropFirst(first), count)
    guard sum.fitsSinglePrecision(extent: side) else { return false }
    singles.removeAll()
    singles.append(list.sources, 0..<list.sourceCount, from: middle, axes: 2)
    let room = (count + 15) / 16 * 16
    let sums = NumberStorage.ensure(&singleSums, count: room, lanes: 2)
    for lane in 0..<2 { sums[lane].update(repeating: 0, count: room) }
    let sources = singles.bodies(axes: 2)
    let isRight = sum.law.addForces(
      of: sources, on: Bodies(dimensions: 2, lanes: sources.lanes, count: count),
      Meeting(selves: 0, tooNear: 1e-6 * side * side), to: sums)
    // Of a number that is not finite, the product with zero is not a number.
    var check: Float = 0
    for index in 0..<count { check += sums[0][index] * 0 + sums[1][index] * 0 }
    guard isRight, check == 0 else { return false }
    for lane in 0..<2 {
      let (from, to, ids) = (sums[lane], field[lane], list.targetIDs + first)
      for index in 0..<count { to[Int(ids[index])] += Double(from[index]) * scale }
    }
    return true
  }

  /// The middle of `count` points, and the longest side of the box about them.
  private func extent(of points: Lanes, _ count: Int) -> (middle: SIMD4<Double>, side: Double) {
    var (middle, side) = (SIMD4<Double>(), 0.0)
    for axis in 0..<2 {
      let (least, most) = UnsafeBufferPointer(start: points[axis], count: count).reduce(
        (points[axis][0], points[axis][0])
      ) { (min($0.0, $1), max($0.1, $1)) }
      middle[axis] = least * 0.5 + most * 0.5
      side = max(side, most - least)
    }
    return (middle, side)
  }
}
