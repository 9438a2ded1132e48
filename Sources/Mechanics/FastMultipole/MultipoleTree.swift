/// A binary tree of cells over nodes of the plane in the order of a Morton curve. The nodes of a
/// cell share the first bits of their keys: they lie in a square or half of one. Cells are in
/// depth-first order, each with the end of its subtree.
struct MultipoleTree: Sendable {
  struct Cell: BitwiseCopyable, Sendable {
    /// The center of a circle that holds all its nodes.
    var x = 0.0
    var y = 0.0
    /// The radius of that circle; 0 if all nodes coincide.
    var radius = 0.0
    var first: Int32
    var count: Int32
    /// The cell after this one's subtree.
    var next: Int32 = 0
    /// Σ q² if the nodes coincide.
    var squaredCharge: Float = 0

    @inline(__always) var nodes: Range<Int> { Int(first)..<Int(first + count) }

    @inline(__always) func holds(_ other: Cell) -> Bool {
      first <= other.first && other.first + other.count <= first + count
    }
  }

  /// Cells that together hold all nodes: the units of parallel work, whatever the threads.
  private(set) var tasks: [Int] = []
  private(set) var depth = 0
  var count: Int { order.count }

  private var order = MortonOrder()
  private var cells = Buffer<Cell>()
  private var boxes = Buffer<Box>()
  private var ids = Buffer<Int32>()
  private var nodes: LaneStorage?
  private var moments: LaneStorage?

  /// Sorts the nodes into cells of at most `leaf` nodes; false if there are none or one is not finite.
  mutating func build(_ particles: Particles, leaf: Int) -> Bool {
    guard order.sort(particles), order.count > 0 else { return false }
    Buffer.own(&cells, count: 0)
    (depth, tasks) = (0, [])
    let sizes = (leaf: leaf, task: max(leaf, order.count / Self.tasks))
    split(0..<order.count, particles, sizes, depth: 1, isInTask: false)
    return true
  }

  private static let tasks = 96

  private mutating func split(
    _ range: Range<Int>, _ particles: Particles, _ sizes: (leaf: Int, task: Int), depth: Int,
    isInTask: Bool
  ) {
    let cell = cells.count
    cells.append(Cell(first: Int32(range.lowerBound), count: Int32(range.count)))
    self.depth = max(self.depth, depth)
    let isTask = !isInTask && range.count <= sizes.task
    if isTask { tasks.append(cell) }
    if range.count > sizes.leaf {
      let middle = order.middle(of: range, particles)
      let isInTask = isInTask || isTask
      split(range.lowerBound..<middle, particles, sizes, depth: depth + 1, isInTask: isInTask)
      split(middle..<range.upperBound, particles, sizes, depth: depth + 1, isInTask: isInTask)
    }
    cells.base[cell].next = Int32(cells.count)
  }

  /// Writes the nodes to lanes, and computes circles and multipole moments from the leaves up.
  mutating func measure(
    _ world: World, charges: UnsafePointer<Double>, by series: MultipoleSeries
  ) -> MultipoleCells {
    Buffer.own(&boxes, count: cells.count)
    Buffer.own(&ids, count: count)
    let lanes = LaneStorage.ensure(&nodes, count: count, lanes: 3)
    let size = cells.count * series.momentCount
    let measured = MultipoleCells(
      cells: cells.base, boxes: boxes.base, nodes: lanes, ids: ids.base, series: series,
      moments: LaneStorage.ensure(&moments, count: size, lanes: 1)[0])
    let tasks = tasks
    // No two tasks share memory.
    world.share(tasks.count, work: count / tasks.count * 64) { task, _ in
      let cell = measured.cells[tasks[task]]
      gather(world.particles, charges, cell.nodes, into: lanes)
      measured.measure(tasks[task]..<Int(cell.next))
    }
    measured.measure(above: tasks)
    return measured
  }

  private func gather(
    _ particles: Particles, _ charges: UnsafePointer<Double>, _ range: Range<Int>, into lanes: Lanes
  ) {
    for index in range {
      let node = order[index]
      ids.base[index] = Int32(node)
      lanes[0][index] = particles.position[0][node]
      lanes[1][index] = particles.position[1][node]
      lanes[2][index] = charges[node]
    }
  }
}

/// A view of a measured tree, valid until the tree is rebuilt.
struct MultipoleCells {
  let cells: UnsafeMutablePointer<MultipoleTree.Cell>
  let boxes: UnsafeMutablePointer<Box>
  /// x, y and charge of the nodes.
  let nodes: Lanes
  let ids: UnsafeMutablePointer<Int32>
  let series: MultipoleSeries
  /// The multipole moments of the cells, one after another.
  let moments: UnsafeMutablePointer<Double>

  @inline(__always) func isLeaf(_ cell: Int) -> Bool { Int(cells[cell].next) == cell + 1 }
}
