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
  func addInSingle(_ list: InteractionList, _ sum: PairSum, times scale: Double, to field: Lanes)
    -> Bool
  {
    let (first, count) = (list.targetRange.lowerBound, list.targetRange.count)
    guard let box = Box(of: list.targets.dropFirst(first), count: count, axes: 2),
      sum.fitsSinglePrecision(extent: box.longestSide)
    else { return false }
    singles.removeAll()
    singles.append(list.sources, 0..<list.sourceCount, from: box.middle, axes: 2)
    let sums = NumberStorage.ensure(&singleSums, count: count, lanes: 2)
    guard singles.sum(sum.law, onFirst: count, side: box.longestSide, axes: 2, to: sums) else {
      return false
    }
    list.add(sums, lanes: 2, times: scale, to: field)
    return true
  }
}
