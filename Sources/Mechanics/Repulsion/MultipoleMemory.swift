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
}
