/// The cells of a grid that hold nodes, row by row.
struct GridCells: Sendable {
  private var nodes = PackedNodes()
  private var keys: [UInt64] = []
  private var cells = Cells()
  private var map = GridMap()
  private var centroids: LaneStorage?
  private var singleWalks: [WalkMemory<Float>] = []
  private var doubleWalks: [WalkMemory<Double>] = []

  /// Finer grids would gain nothing, and their places would not fit a key.
  static let greatestCountPerAxis = 1_048_576

  init() {}

  /// Sorts the nodes of `world` into cells of `size`, and adds `scale` times `sum` to `field`.
  mutating func add(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World, size: CellSize
  ) {
    // While they are pointed into, the nodes are held here.
    var nodes = nodes
    self.nodes = PackedNodes()
    defer { self.nodes = nodes }
    guard nodes.load(world.particles) else { return }
    let (count, axes) = (world.particles.count, world.dimensions)
    let box = nodes.withNodes { packed, _ in Box(of: packed, count: count) }
    guard let box else { return }
    let (lanes, singles) = (nodes.lanes(axes: axes), nodes.singleLanes(axes: axes))
    let side = size.side(box, count: count, axes: axes)
    if size.cutoff == .infinity, side > box.sides[box.longestAxis] {
      return Exact.addEach(sum, times: scale, to: field, in: world)
    }
    sort(&nodes, in: box, side: side)
    nodes.withNodes { packed, ids in
      measure(
        NodeSpreader(
          nodes: packed, lanes: lanes, singles: singles, ids: ids,
          charges: sum.charges, axes: axes))
      let grid = GridView(
        map: map, centroids: LaneStorage.ensure(&centroids, count: cells.count, lanes: 4),
        reach: size.reach(side: side), cutoff: size.cutoff)
      cells.withView { cells in
        let target = WalkTarget(
          cells: cells, nodes: lanes, singles: singles, ids: ids, sum: sum, field: field,
          scale: scale, world: world, theta: 0)
        sum.fitsSinglePrecision(extent: max(box.sides.x, box.sides.y, box.sides.z))
          ? CellWalk.run(target, over: grid, &singleWalks)
          : CellWalk.run(target, over: grid, &doubleWalks)
      }
    }
  }

  /// Sorts the nodes, which lie in `box`, into cells of `side`.
  private mutating func sort(_ nodes: inout PackedNodes, in box: Box, side: Double) {
    map.begin(box, side: side)
    keys.removeAll(keepingCapacity: true)
    for node in nodes.packed { keys.append(map.key(node)) }
    nodes.sort(by: &keys)
    cells.removeAll()
    var start = 0
    for index in keys.indices where index + 1 == keys.count || keys[index] != keys[index + 1] {
      cells.append(start..<index + 1)
      cells.setNext(of: cells.count - 1, to: cells.count)
      map.append(keys[index])
      start = index + 1
    }
  }

  /// Works out what the cells are, and lays their centroids and charges out in lanes.
  private mutating func measure(_ spreader: NodeSpreader) {
    let lanes = LaneStorage.ensure(&centroids, count: cells.count, lanes: 4)
    for cell in 0..<cells.count {
      let whole = spreader.group(cells.cells[cell].nodes)
      cells.set(cell, whole)
      for axis in 0..<spreader.axes { lanes[axis][cell] = whole.moments.centroid[axis] }
      lanes[spreader.axes][cell] = whole.moments.charge
    }
  }
}

/// Where the cells of a grid are: a number for each place, row after row, and those that hold nodes.
struct GridMap: Sendable {
  private var lower = SIMD4<Double>()
  private var side = 1.0
  /// How many cells there are along each axis.
  private var counts = SIMD4<Int>(repeating: 1)
  /// The numbers of the cells that hold nodes, ascending.
  private var keys: [UInt64] = []

  init() {}

  mutating func begin(_ box: Box, side: Double) {
    (lower, self.side) = (box.lower, side)
    counts = SIMD4(repeating: 1)
    keys.removeAll(keepingCapacity: true)
    for axis in 0..<3 { counts[axis] = steps(box.sides[axis]) + 1 }
  }

  mutating func append(_ key: UInt64) { keys.append(key) }

  /// The number of the place of `node`.
  func key(_ node: SIMD4<Double>) -> UInt64 {
    let way = node - lower
    return UInt64(steps(way.x) + counts.x * (steps(way.y) + counts.y * steps(way.z)))
  }

  // A layout at the ends of the numbers has no sides; its nodes are all in one place then.
  private func steps(_ way: Double) -> Int {
    let steps = way / side
    return steps >= 0 && steps <= Double(GridCells.greatestCountPerAxis) ? Int(steps) : 0
  }

  /// Calls `body` with the cells within `reach` places of `cell`, row by row, as ascending ranges.
  func forEachRow(near cell: Int, reach: Int, _ body: (Range<Int>) -> Void) {
    let key = Int(keys[cell])
    let (x, y, z) = (
      key % counts.x, key / counts.x % counts.y, key / (counts.x * counts.y)
    )
    let (first, last) = (max(0, x - reach), min(counts.x - 1, x + reach))
    for layer in max(0, z - reach)...min(counts.z - 1, z + reach) {
      for row in max(0, y - reach)...min(counts.y - 1, y + reach) {
        let start = counts.x * (row + counts.y * layer)
        let range = index(of: UInt64(start + first))..<index(of: UInt64(start + last + 1))
        if !range.isEmpty { body(range) }
      }
    }
  }

  /// The first cell that holds nodes from the place `key` on.
  private func index(of key: UInt64) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// What a walk over a grid knows of it.
struct GridView {
  let map: GridMap
  /// The centroids of the cells, then their charges.
  let centroids: Lanes
  /// Cells so many places away are near.
  let reach: Int
  let cutoff: Double
}

extension CellWalk {
  /// Sums over the cells of a grid, shared among the threads.
  static func run(_ target: WalkTarget, over grid: GridView, _ memories: inout [WalkMemory<Number>])
  {
    let walks = prepare(target, &memories)
    nonisolated(unsafe) let (shared, layout) = (walks, grid)
    target.world.share(target.cells.count, work: 64 * 1024) { cell, thread in
      shared[thread].sum(cell, over: layout)
    }
  }

  /// Sums what acts on the nodes of `cell`.
  private func sum(_ cell: Int, over grid: GridView) {
    let box = target.cells.boxes[cell]
    memory.sources.removeAll()
    memory.near.removeAll(keepingCapacity: true)
    let isCut = grid.cutoff < .infinity
    var done = 0
    grid.map.forEachRow(near: cell, reach: grid.reach) { row in
      if !isCut { takeFar(done..<row.lowerBound, grid, box) }
      for other in row { memory.near.append(Int32(other)) }
      done = row.upperBound
    }
    if !isCut { takeFar(done..<target.cells.count, grid, box) }
    let hasFar = memory.sources.count > 0
    finish(cell, box, hasFar ? field(in: box, above: nil, depth: 0) : nil, reach: grid.cutoff)
  }

  /// Takes each of `cells` as one body; where values between points are not to be told, as four.
  private func takeFar(_ cells: Range<Int>, _ grid: GridView, _ box: Box) {
    if interpolates {
      memory.sources.append(grid.centroids, cells, from: box.middle, axes: axes)
    } else {
      for cell in cells { memory.near.append(Int32(-1 - cell)) }
    }
  }
}
