/// A tree of cells over sorted nodes, for Barnes–Hut sums: builders split the nodes, the tree does
/// the rest.
///
/// Cells stand in depth-first order, each knowing where its subtree ends, so that a walk needs no
/// stack. The tree is walked once per leaf, for all nodes of the leaf together.
struct CellTree: Sendable {
  /// What a walk looks at.
  struct Cell: Sendable {
    /// The centroid; in the last place the square of the extent.
    var centroid = SIMD4<Double>()
    /// The first of its nodes.
    var first: Int32
    /// How many nodes it has.
    var count: Int32
    /// The cell after this one's subtree.
    var next: Int32 = 0

    var nodes: Range<Int> { Int(first)..<Int(first + count) }
  }

  var nodes = PackedNodes()
  private(set) var cells: [Cell] = []
  private var moments: [Moments] = []
  private var boxes: [Box] = []
  private var leaves: [Int32] = []
  private var standIns: LaneStorage?
  private var lists: [SourceList] = []

  init() {}

  /// Forgets the cells of the last tree.
  mutating func removeCells() {
    cells.removeAll(keepingCapacity: true)
    leaves.removeAll(keepingCapacity: true)
  }

  /// Adds the cell of the nodes `range`; its subtree must follow, and then `close`.
  mutating func open(_ range: Range<Int>) -> Int {
    cells.append(Cell(first: Int32(range.lowerBound), count: Int32(range.count)))
    return cells.count - 1
  }

  /// Ends the subtree of `cell`; without cells below it, it is a leaf.
  mutating func close(_ cell: Int) {
    if cells.count == cell + 1 { leaves.append(Int32(cell)) }
    cells[cell].next = Int32(cells.count)
  }

  /// Sums what acts on each node: nodes of near leaves one by one, and the stand-ins of cells whose
  /// extent is less than θ times their distance.
  mutating func visit(_ world: World, theta: Double, _ body: (Interactions) -> Double) -> Double {
    let axes = world.dimensions
    let lanes = nodes.spread(world.particles)
    measure(lanes, axes: axes)
    let standInLanes = LaneStorage.ensure(&standIns, count: 4 * cells.count, lanes: axes + 1)
    for (index, moments) in moments.enumerated() {
      moments.writeStandIns(to: standInLanes, at: 4 * index, axes: axes)
    }
    // A cell is taken only if it has more nodes than stand-ins, so no list outgrows the nodes.
    let views = lists.ensure(threads: world.threads, count: nodes.count, axes: axes)
    return cells.withUnsafeBufferPointer { cells in
      nodes.ids.withUnsafeBufferPointer { ids in
        guard let ids = ids.baseAddress else { return 0 }
        let walk = CellWalk(
          cells: cells, nodes: lanes, ids: ids, standIns: standInLanes, axes: axes,
          squaredTheta: theta * theta)
        return world.sum(over: leaves.count, work: 64 * 256) { leaf, thread in
          let cell = Int(leaves[leaf])
          var list = views[thread]
          walk.gather(for: cells[cell].nodes, in: boxes[cell], into: &list)
          return body(
            list.interactions(
              with: lanes, ids, cells[cell].nodes, axes: axes, seed: world.seed))
        }
      }
    }
  }

  /// Works out boxes and moments from the leaves up: every cell stands before those below it.
  private mutating func measure(_ lanes: Lanes, axes: Int) {
    let blank = Box(lower: SIMD4(), upper: SIMD4())
    moments.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    for _ in cells.indices {
      moments.append(Moments())
      boxes.append(blank)
    }
    for index in cells.indices.reversed() {
      let cell = cells[index]
      if Int(cell.next) == index + 1 {
        moments[index] = Moments(lanes, cell.nodes, axes: axes)
        boxes[index] = nodes.box(cell.nodes)
      } else {
        join(below: index)
      }
      cells[index].centroid = moments[index].centroid
      cells[index].centroid.w = Self.squaredExtent(boxes[index], about: moments[index].centroid)
    }
  }

  /// Works out the box and the moments of `cell` from those of the cells right below it.
  private mutating func join(below cell: Int) {
    var box = boxes[cell + 1]
    var whole = Moments()
    var part = cell + 1
    while part < Int(cells[cell].next) {
      whole.add(moments[part])
      box.include(boxes[part].lower)
      box.include(boxes[part].upper)
      part = Int(cells[part].next)
    }
    moments[cell] = whole
    boxes[cell] = box
  }

  /// Twice the distance from the centroid to the farthest side, squared: the longest side of a box
  /// about the centroid. A side's length alone would let a cell be taken whose centroid is far off,
  /// but whose near edge touches the targets.
  private static func squaredExtent(_ box: Box, about centroid: SIMD4<Double>) -> Double {
    let (above, below) = (box.upper - centroid, centroid - box.lower)
    let reach = max(above.x, below.x, max(above.y, below.y), max(above.z, below.z))
    return box.sides == SIMD4() ? 0 : 4 * reach * reach
  }
}
