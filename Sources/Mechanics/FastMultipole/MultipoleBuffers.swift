/// The working memory of one thread for walks through multipole trees.
final class MultipoleBuffers: @unchecked Sendable {
  /// Cells to be judged by the cells below, one run for each cell on the way down.
  let undecided = Buffer<Int32>()
  let far = Buffer<Int32>()
  /// Near leaves, and cells of coincident nodes, that act on the current leaf.
  let near = Buffer<Int32>()
  /// The local series of the cells on the way down.
  private(set) var locals = LaneStorage(count: 0, lanes: 1).lanes[0]
  /// Lanes of `FarField.width` numbers.
  private(set) var lanes = LaneStorage(count: 0, lanes: 0).lanes
  let sources = SourceList()
  /// The forces or potentials of distant groups at the nodes of the current leaf.
  private(set) var farSums = LaneStorage(count: 0, lanes: 0).lanes

  /// The sources in single precision relative to the middle of the leaf, and their sums.
  @exclusivity(unchecked) private var singles = BodyList<Float>()
  @exclusivity(unchecked) private var singleSums: NumberStorage<Float>?

  private var localStorage: LaneStorage?
  private var laneStorage: LaneStorage?
  private var farStorage: LaneStorage?

  func prepare(depth: Int, _ series: MultipoleSeries) {
    locals = LaneStorage.ensure(&localStorage, count: (depth + 1) * series.localCount, lanes: 1)[0]
    lanes = LaneStorage.ensure(
      &laneStorage, count: FarField.width, lanes: FarField.laneCount(series))
    undecided.resize(0)
  }

  func ensureFarSums(count: Int) {
    farSums = LaneStorage.ensure(&farStorage, count: (count + 7) / 8 * 8, lanes: 2)
  }

  /// Sums `list` in single precision; false, with nothing added, if that is not accurate enough.
  func addInSingle(_ list: InteractionList, _ sum: PairSum, times scale: Double, to field: Lanes)
    -> Bool
  {
    let (first, count) = (list.targetRange.lowerBound, list.targetRange.count)
    guard let box = Box(of: list.targets.dropFirst(first), count: count, axes: 2),
      sum.fitsSinglePrecision(extent: box.longestSide)
    else { return false }
    singles.removeAll()
    singles.append(list.sources.lanes, 0..<list.sources.count, from: box.middle, axes: 2)
    let sums = NumberStorage.ensure(&singleSums, count: count, lanes: 2)
    guard singles.sum(sum, onFirst: count, side: box.longestSide, axes: 2, to: sums) else {
      return false
    }
    list.add(sums, lanes: sum.lanes(dimensions: 2), times: scale, to: field)
    return true
  }
}
