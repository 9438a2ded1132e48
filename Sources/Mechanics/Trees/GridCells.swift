/// The occupied cells of a grid, row by row, and of the grids within crowded cells.
struct GridCells: Sendable {
  private var nodes = SortedNodes()
  private var keys: [UInt64] = []
  /// A cell for each place, followed by the cells of its own grid, as in a tree.
  private var cells = Cells()
  private var maps = Buffer<GridMap>()
  private var places = Buffer<GridMap.Place>()
  private var tables = Buffer<Int32>()
  private var centroids: LaneStorage?
  private var singleWalks: [WalkBuffers<Float>] = []
  private var doubleWalks: [WalkBuffers<Double>] = []

  /// Keys of finer grids would overflow.
  static let maxCountPerAxis = 1_048_576
  /// A cell with more than this many times the usual number of nodes is crowded.
  private static let crowd = 1.8
  /// The number of nodes in the cells of inner grids, as a part of the usual number.
  private static let innerShare = 0.4
  /// Deeper grids would only split nodes that nearly coincide.
  private static let maxDepth = 8

  mutating func add(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World, size: CellSize
  ) {
    guard let box = nodes.load(world.particles) else { return }
    let (count, axes) = (world.particles.count, world.dimensions)
    let share = size.share(of: count, axes: axes)
    let side = size.side(box, count: count, axes: axes, share: share)
    if size.cutoff == .infinity, side > box.sides[box.longestAxis] {
      return Exact.addEach(sum, times: scale, to: field, in: world)
    }
    if !isKnownUniquelyReferenced(&cells) { cells = Cells() }
    cells.removeAll()
    Buffer.own(&maps, count: 0)
    Buffer.own(&places, count: 0)
    Buffer.own(&tables, count: 0)
    if keys.count != count { keys = Array(repeating: 0, count: count) }
    let crowd = size.divides ? Self.crowd * share : .infinity
    divide(0..<count, in: box, side: side, size, axes, share: share * Self.innerShare, crowd)
    let centroidLanes = LaneStorage.ensure(&centroids, count: places.count, lanes: 4)
    let leaves = nodes.leafWriter(charges: sum.charges, axes: axes)
    for place in maps[0].places { measure(place, leaves, centroidLanes) }
    let target = WalkTarget(
      cells: cells, leaves: leaves, sum: sum, field: field, scale: scale, world: world,
      theta: 0, block: 0)
    let grid = GridView(
      maps: maps.base, places: places.base, tables: tables.base, centroids: centroidLanes,
      reach: size.reach(side: side), cutoff: size.cutoff)
    sum.fitsSinglePrecision(extent: box.longestSide, reach: size.cutoff)
      ? CellWalk.run(target, over: grid, &singleWalks)
      : CellWalk.run(target, over: grid, &doubleWalks)
  }

  /// Sorts the nodes into cells, and those of cells of more than `crowd` nodes into grids of cells of
  /// about `share` nodes. Returns the map's number.
  @discardableResult
  private mutating func divide(
    _ range: Range<Int>, in box: Box, side: Double, _ size: CellSize, _ axes: Int, share: Double,
    _ crowd: Double, depth: Int = 0
  ) -> Int {
    let number = maps.count
    var map = GridMap(box, side: side)
    for index in range { keys[index] = map.key(nodes.packed[index]) }
    nodes.sort(range, by: &keys)
    let first = places.count
    var ends: [Int] = []
    for index in range where index + 1 == range.upperBound || keys[index] != keys[index + 1] {
      places.append(GridMap.Place(key: keys[index]))
      ends.append(index + 1)
    }
    map.take(first..<places.count, of: places, tables: tables)
    maps.append(map)
    var start = range.lowerBound
    for (place, end) in zip(map.places, ends) {
      let (own, cell) = (start..<end, cells.count)
      start = end
      places[place].cell = Int32(cell)
      cells.append(own)
      if depth < Self.maxDepth, Double(own.count) > crowd {
        let inner = Box(of: nodes.packed.base + own.lowerBound, count: own.count)
        let side = size.side(inner, count: own.count, axes: axes, share: share)
        // Nodes that coincide stay in one cell.
        if inner.lower != inner.upper, side < inner.sides[inner.longestAxis] {
          places[place].map = Int32(
            divide(own, in: inner, side: side, size, axes, share: share, crowd, depth: depth + 1))
        }
      }
      cells.setNext(of: cell, to: cells.count)
    }
    return number
  }

  /// Summarizes the cell of `place`, and writes its centroid and charge to lanes.
  @discardableResult
  private mutating func measure(_ place: Int, _ leafWriter: LeafWriter, _ lanes: Lanes) -> NodeGroup
  {
    let own = places[place]
    var whole: NodeGroup
    if own.map < 0 {
      whole = leafWriter.group(cells.cells[Int(own.cell)].nodes)
    } else {
      let inner = maps[Int(own.map)].places
      whole = measure(inner.lowerBound, leafWriter, lanes)
      for place in inner.dropFirst() { whole.add(measure(place, leafWriter, lanes)) }
    }
    cells.set(Int(own.cell), whole)
    for axis in 0..<leafWriter.axes { lanes[axis][place] = whole.moments.centroid[axis] }
    lanes[leafWriter.axes][place] = whole.moments.charge
    return whole
  }
}

struct GridView {
  let maps: UnsafePointer<GridMap>
  let places: UnsafePointer<GridMap.Place>
  let tables: UnsafePointer<Int32>
  /// The centroids of the places, then their charges.
  let centroids: Lanes
  /// Cells at most this many cells away are near.
  let reach: Int
  let cutoff: Double
}

extension CellWalk {
  static func run(
    _ target: WalkTarget, over grid: GridView, _ memories: inout [WalkBuffers<Number>]
  ) {
    let walks = prepare(target, &memories)
    target.world.share(target.cells.count, work: 64 * 1024) { cell, thread in
      walks[thread].sum(cell, over: grid)
    }
  }

  /// Sums for the nodes of `cell`, unless it has a grid of its own.
  private func sum(_ cell: Int, over grid: GridView) {
    guard Int(cells[cell].next) == cell + 1 else { return }
    let box = target.cells.boxes[cell]
    memory.sources.removeAll()
    memory.near.removeAll(keepingCapacity: true)
    take(grid.maps[0], grid, box)
    let hasFar = memory.sources.count > 0
    let field = hasFar ? field(in: box, above: nil, depth: 0) : nil
    memory.near.withUnsafeBufferPointer { near in
      finish(cell, box, field, near: near, reach: grid.cutoff)
    }
  }

  /// Adds far places as one body each, those between as four, and near ones as their nodes.
  private func take(_ map: GridMap, _ grid: GridView, _ box: Box) {
    let isCut = grid.cutoff < .infinity
    let extent = box.longestSide / map.side
    let reach = isCut ? grid.reach : max(1, Int(clamping: min(extent, 1e6).rounded(.up)))
    var done = map.places.lowerBound
    map.forEachRow(near: box, reach: reach, margin: isCut ? 0 : 1, in: grid) {
      around, near in
      if !isCut {
        takeFar(done..<around.lowerBound, grid, box)
        takeApart(around.lowerBound..<near.lowerBound, grid, box)
      }
      for index in near { takeNear(grid.places[index], grid, box) }
      if !isCut { takeApart(near.upperBound..<around.upperBound, grid, box) }
      done = around.upperBound
    }
    if !isCut { takeFar(done..<map.places.upperBound, grid, box) }
  }

  /// Adds each of `places` as one body, or as four if the law cannot be interpolated.
  private func takeFar(_ places: Range<Int>, _ grid: GridView, _ box: Box) {
    guard interpolates else { return takeApart(places, grid, box) }
    memory.sources.append(grid.centroids, places, from: box.middle, axes: axes)
  }

  private func takeApart(_ places: Range<Int>, _ grid: GridView, _ box: Box) {
    let (origin, half) = (box.middle, box.sides * 0.5)
    for index in places {
      let place = grid.places[index]
      if interpolates {
        appendPseudoParticles(of: Int(place.cell), from: origin)
      } else if cutoff == .infinity || isOnOneSide(cells[Int(place.cell)], origin, half) {
        memory.near.append(-1 - place.cell)
      } else {
        takeNear(place, grid, box)
      }
    }
  }

  private func takeNear(_ place: GridMap.Place, _ grid: GridView, _ box: Box) {
    place.map < 0 ? memory.near.append(place.cell) : take(grid.maps[Int(place.map)], grid, box)
  }
}
