import ForceLabPlugins

/// A map from the cells of a grid, numbered row by row, to the places that hold nodes. A crowded
/// cell has a grid of its own. The maps of all grids are in one list, and so are their places.
struct GridMap: Sendable {
  private let lower: SIMD4<Double>
  let side: Double
  private let counts: SIMD4<Int>
  private var (firstPlace, endOfPlaces) = (0, 0)
  /// The start of its table of the first place at or after each cell; −1 if the grid is too sparse.
  private var table = -1

  struct Place: Sendable {
    /// The number of its cell in its grid.
    let key: UInt64
    /// Its index in the cells of all grids.
    var cell: Int32 = 0
    /// The index of the map of its own grid; −1 if it has none.
    var map: Int32 = -1
  }

  init(_ box: Box, side: Double) {
    (lower, self.side) = (box.lower, side)
    var counts = SIMD4(repeating: 1)
    for axis in 0..<3 {
      counts[axis] = Self.step(box.sides[axis] / side, below: GridCells.maxCountPerAxis) + 1
    }
    self.counts = counts
  }

  /// Sets its places, and adds a table of them to `tables` unless the grid is too sparse.
  mutating func take(_ places: Range<Int>, of list: Buffer<Place>, tables: Buffer<Int32>) {
    (firstPlace, endOfPlaces) = (places.lowerBound, places.upperBound)
    let count = (counts.x.multipliedReportingOverflow(by: counts.y * counts.z))
    guard !count.overflow, count.partialValue <= 8 * places.count + 64 else { return }
    table = tables.count
    var place = places.lowerBound
    for key in 0...UInt64(count.partialValue) {
      while place < places.upperBound, list[place].key < key { place += 1 }
      tables.append(Int32(place))
    }
  }

  /// Its range in the places of all grids.
  var places: Range<Int> { firstPlace..<endOfPlaces }

  func key(_ node: SIMD4<Double>) -> UInt64 {
    let way = (node - lower) / side
    let (x, y, z) = (
      Self.step(way.x, below: counts.x), Self.step(way.y, below: counts.y),
      Self.step(way.z, below: counts.z)
    )
    return UInt64(x + counts.x * (y + counts.y * z))
  }

  /// Calls `body` row by row with the places at most `reach` + `margin` cells from `box`, and with
  /// those at most `reach` cells from it, as ascending ranges of the places of `grid`.
  func forEachRow(
    near box: Box, reach: Int, margin: Int, in grid: GridView,
    _ body: (_ around: Range<Int>, _ near: Range<Int>) -> Void
  ) {
    let (low, high) = ((box.lower - lower) / side, (box.upper - lower) / side)
    func span(_ axis: Int, _ reach: Int) -> Range<Int> {
      let first = min(counts[axis], max(0, Self.whole(low[axis]) - reach))
      return first..<max(first, min(counts[axis], Self.whole(high[axis]) + reach + 1))
    }
    let (columns, rows, layers) = (span(0, reach), span(1, reach), span(2, reach))
    let wide = (span(0, reach + margin), span(1, reach + margin), span(2, reach + margin))
    // Counted through all layers. A sparse grid has far more rows than places: empty ones are skipped.
    var row = counts.y * wide.2.lowerBound
    while row < counts.y * wide.2.upperBound, !wide.1.isEmpty {
      let (layer, ownRow) = row.quotientAndRemainder(dividingBy: counts.y)
      guard wide.1.contains(ownRow) else {
        row += (ownRow < wide.1.lowerBound ? 0 : counts.y) + wide.1.lowerBound - ownRow
        continue
      }
      let start = counts.x * row
      let around = range(wide.0, from: start, in: grid)
      guard !around.isEmpty else {
        if around.lowerBound == endOfPlaces { return }
        row = max(row + 1, Int(grid.places[around.lowerBound].key) / counts.x)
        continue
      }
      let isNear = layers.contains(layer) && rows.contains(ownRow)
      body(
        around,
        isNear ? range(columns, from: start, in: grid) : around.lowerBound..<around.lowerBound)
      row += 1
    }
  }

  private func range(_ columns: Range<Int>, from start: Int, in grid: GridView) -> Range<Int> {
    let first = index(of: UInt64(start + columns.lowerBound), in: grid)
    return first..<index(of: UInt64(start + columns.upperBound), in: grid)
  }

  /// The first place at or after the cell `key`.
  private func index(of key: UInt64, in grid: GridView) -> Int {
    if table >= 0 { return Int(grid.tables[table + Int(key)]) }
    return places.partitioningIndex { grid.places[$0].key >= key }
  }

  /// The cell index of `way`, less than `count`; 0 if `way` is NaN.
  private static func step(_ way: Double, below count: Int) -> Int {
    way >= 0 ? Int(clamping: min(way, Double(count - 1))) : 0
  }

  /// `way` rounded down, clamped to just outside any grid.
  private static func whole(_ way: Double) -> Int {
    let limit = Double(2 * GridCells.maxCountPerAxis)
    return Int(clamping: max(-limit, min(limit, way)).rounded(.down))
  }
}
