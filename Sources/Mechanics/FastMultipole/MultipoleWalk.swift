struct MultipoleWalk {
  let tree: MultipoleCells
  let memory: MultipoleBuffers
  /// Nearer than this the law is not 1/r.
  let nearDistance: Double
  let quantity: PairSum.Quantity
  /// c, if the potential of the law is c·ln r.
  let factor: Double
  let seed: UInt64
  /// Of all nodes.
  let charges: UnsafePointer<Double>

  /// Two cells are far from each other if R < ratio·(d − r), d being the distance of their centers
  /// and R ≥ r their radii: each term of a series then reduces the error by this ratio.
  private static let ratio = 0.54
  /// Summing this few pairs of nodes directly is faster.
  private static let fewPairs: Int32 = 32

  func visit(_ task: Int, _ body: (InteractionList) -> Void) {
    memory.undecided.resize(0)
    memory.undecided.append(0)
    memory.locals.update(repeating: 0, count: tree.series.localCount)
    descend(0, to: tree.cells[task], 0..<1, memory.locals, body)
  }

  /// `parents` are the undecided cells of the cell's parent, which are not in its series.
  private func descend(
    _ index: Int, to task: MultipoleTree.Cell, _ parents: Range<Int>,
    _ local: UnsafeMutablePointer<Double>, _ body: (InteractionList) -> Void
  ) {
    let cell = tree.cells[index]
    guard cell.holds(task) || task.holds(cell) else { return }
    let isLeaf = tree.isLeaf(index)
    let start = memory.undecided.count
    memory.near.resize(0)
    memory.far.resize(0)
    for candidate in parents { judge(Int(memory.undecided[candidate]), for: cell, isLeaf, local) }
    addFar(to: local, of: cell)
    if isLeaf {
      body(interactions(of: cell, local))
    } else {
      let undecided = start..<memory.undecided.count
      let below = local + tree.series.localCount
      for part in [index + 1, Int(tree.cells[index + 1].next)] {
        tree.series.move(local, of: cell, to: below, of: tree.cells[part])
        descend(part, to: task, undecided, below, body)
      }
    }
    memory.undecided.resize(start)
  }

  /// Adds the cell `index` to the far cells, the near cells or those that the children of `target` judge.
  private func judge(
    _ index: Int, for target: MultipoleTree.Cell, _ isLeaf: Bool,
    _ local: UnsafeMutablePointer<Double>
  ) {
    let cell = tree.cells[index]
    let (x, y) = (target.x - cell.x, target.y - cell.y)
    let (larger, smaller) = (max(cell.radius, target.radius), min(cell.radius, target.radius))
    let minimum = max(larger / Self.ratio + smaller, larger + smaller + nearDistance)
    let isSplit = !tree.isLeaf(index)
    if x * x + y * y > minimum * minimum,
      isSplit || !isLeaf || cell.count * target.count > Self.fewPairs
    {
      memory.far.append(Int32(index))
      if memory.far.count == FarField.width { addFar(to: local, of: target) }
    } else if isLeaf, !isSplit || (cell.radius == 0 && !cell.holds(target)) {
      memory.near.append(Int32(index))
    } else if !isLeaf, !isSplit || cell.radius <= target.radius {
      memory.undecided.append(Int32(index))
    } else {
      judge(index + 1, for: target, isLeaf, local)
      judge(Int(tree.cells[index + 1].next), for: target, isLeaf, local)
    }
  }

  private func addFar(to local: UnsafeMutablePointer<Double>, of cell: MultipoleTree.Cell) {
    guard memory.far.count > 0 else { return }
    FarField(tree: tree, lanes: memory.lanes, quantity: quantity)
      .add(memory.far.base, count: memory.far.count, of: cell, to: local)
    memory.far.resize(0)
  }

  private func interactions(
    of cell: MultipoleTree.Cell, _ local: UnsafePointer<Double>
  ) -> InteractionList {
    let sources = memory.sources
    let near = memory.near.elements.reduce(0) { $0 + max(4, Int(tree.cells[Int($1)].count)) }
    sources.ensure(near, axes: 2)
    sources.append(tree.nodes, cell.nodes, ids: tree.ids)
    for index in memory.near.elements where tree.cells[Int(index)].nodes != cell.nodes {
      let near = tree.cells[Int(index)]
      if tree.isLeaf(Int(index)) {
        sources.append(tree.nodes, near.nodes, ids: tree.ids)
      } else {
        // All nodes of a place together.
        sources.append(
          near.x, near.y, charge: tree.moments[Int(index) * tree.series.momentCount],
          group: PointGroup(
            ids: tree.ids + Int(near.first), count: Int(near.count),
            squaredCharge: Double(near.squaredCharge), charges: charges))
      }
    }
    memory.ensureFarSums(count: Int(cell.count))
    tree.series.evaluate(
      quantity, of: local, about: cell, at: sources.lanes, count: Int(cell.count), times: factor,
      to: memory.farSums)
    return sources.interactions(
      on: sources.lanes, 0..<Int(cell.count), ids: sources.ids.base, seed: seed)
  }
}
