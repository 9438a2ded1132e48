struct WalkTarget {
  let cells: Cells
  let leaves: LeafWriter
  let sum: PairSum
  let field: Lanes
  let scale: Double
  let world: World
  let theta: Double
  /// The maximum number of nodes that are targets together, if they are in several leaves.
  let block: Int

  var axes: Int { world.dimensions }
}

/// A walk from the root of a tree to its leaves that finds the sources for every cell. Each cell
/// receives candidates from its parent. It sums the distant ones at a few points, from which the
/// cells below interpolate, and passes the others on, split. A leaf, or a small group of leaves,
/// sums the nodes of the remaining ones directly. (A fast multipole method for any law.)
struct CellWalk<Number: KernelScalar> {
  let target: WalkTarget
  let memory: WalkBuffers<Number>
  let cells: UnsafePointer<Cells.Cell>
  let pseudoParticles: UnsafePointer<PseudoParticles>
  let axes: Int
  let lanes: Int
  let squaredTheta: Double
  let interpolates: Bool
  /// The distance from which on the law is zero, or its potential the same.
  let cutoff: Double

  private init(_ target: WalkTarget, _ memory: WalkBuffers<Number>) {
    (self.target, self.memory) = (target, memory)
    cells = UnsafePointer(target.cells.cells.base)
    pseudoParticles = UnsafePointer(target.cells.pseudoParticles.base)
    axes = target.axes
    lanes = target.sum.lanes(dimensions: axes)
    squaredTheta = target.theta * target.theta
    interpolates = target.sum.nearSquaredDistance < .infinity
    cutoff = target.sum.cLaw?.cutoff ?? .infinity
  }

  /// A walk for each thread, with memory that no copy of the strategy has.
  static func prepare(_ target: WalkTarget, _ memories: inout [WalkBuffers<Number>]) -> [CellWalk] {
    memories.own(target.world.threads, WalkBuffers.init)
    var largest = 0
    for cell in 0..<target.cells.count where Int(target.cells.cells[cell].next) == cell + 1 {
      largest = max(largest, Int(target.cells.cells[cell].count))
    }
    let room = max(largest, target.block)
    for memory in memories { memory.ensure(leaf: room, axes: target.axes) }
    return memories.map { CellWalk(target, $0) }
  }

  static func run(_ target: WalkTarget, _ memories: inout [WalkBuffers<Number>]) {
    let walks = prepare(target, &memories)
    let tasks = walks[0].tasks(of: max(2048, Int(target.cells.cells[0].count) / 64))
    // Each task runs on one thread and adds to nodes of its own.
    target.world.share(tasks.count, work: 1 << 20) { index, thread in
      walks[thread].run(tasks[index])
    }
  }
}

extension CellWalk {
  /// A subtree to walk, with the input from the cells above it.
  struct Task {
    let cell: Int
    let candidates: [Int32]
    let field: LocalField<Number>?
    let storage: NumberStorage<Number>?
  }

  private func tasks(of size: Int) -> [Task] {
    memory.ensure(candidates: 1)
    memory.candidates[0] = 0
    var tasks: [Task]? = []
    walk(0, from: 0, to: 1, above: nil, depth: 0, size, &tasks)
    return tasks ?? []
  }

  private func run(_ task: Task) {
    memory.ensure(candidates: task.candidates.count)
    for (index, cell) in task.candidates.enumerated() { memory.candidates[index] = cell }
    var none: [Task]?
    walk(task.cell, from: 0, to: task.candidates.count, above: task.field, depth: 0, 0, &none)
  }

  private func leave(
    _ cell: Int, from start: Int, to end: Int, above: LocalField<Number>?, _ tasks: inout [Task]?
  ) {
    var field = above
    var storage: NumberStorage<Number>?
    if let above {
      let copy = NumberStorage<Number>(count: LocalField<Number>.room, lanes: 3)
      for lane in 0..<lanes {
        copy.lanes[lane].update(from: above.values[lane], count: LocalField<Number>.room)
      }
      field = LocalField(
        Box(lower: above.middle - above.half, upper: above.middle + above.half),
        values: copy.lanes, axes: axes)
      storage = copy
    }
    let candidates = Array(
      UnsafeBufferPointer(start: memory.candidates.base + start, count: end - start))
    tasks?.append(Task(cell: cell, candidates: candidates, field: field, storage: storage))
  }

  /// Sums over the candidates from `start` to `end` and the field of the cell `above`, for the
  /// nodes of `cell`. Cells of at most `size` nodes become `tasks`.
  private func walk(
    _ cell: Int, from start: Int, to end: Int, above: LocalField<Number>?, depth: Int,
    _ size: Int, _ tasks: inout [Task]?
  ) {
    let own = cells[cell]
    if tasks != nil, Int(own.count) <= size {
      return leave(cell, from: start, to: end, above: above, &tasks)
    }
    let isLeaf = Int(own.next) == cell + 1 || Int(own.count) <= target.block
    let box = target.cells.boxes[cell]
    let hasPoints =
      interpolates && !(isLeaf && Int(own.count) <= LocalField<Number>.count(axes: axes))
    memory.sources.removeAll()
    memory.ensure(candidates: end + target.cells.count)
    let top = sort(cell, isLeaf, hasPoints, box, from: start, to: end)
    var field = above
    if hasPoints, above != nil || memory.sources.count > 0 {
      field = self.field(in: box, above: above, depth: depth)
    }
    if isLeaf {
      finish(
        cell, box, field,
        near: UnsafeBufferPointer(start: memory.candidates.base + end, count: top - end))
    } else {
      var part = cell + 1
      while part < Int(own.next) {
        walk(part, from: end, to: top, above: field, depth: depth + 1, size, &tasks)
        part = Int(cells[part].next)
      }
    }
  }
}
