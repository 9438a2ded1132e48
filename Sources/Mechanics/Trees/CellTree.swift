/// A tree of cells over sorted nodes, for sums that treat distant cells as a whole.
struct CellTree: Sendable {
  private var nodes = SortedNodes()
  /// The charges that the tree was built for.
  private nonisolated(unsafe) var charges: UnsafePointer<Double>?
  private var tree = Cells()
  private var branches: [Cells] = []
  private var singleWalks: [WalkBuffers<Float>] = []
  private var doubleWalks: [WalkBuffers<Double>] = []

  init() {}

  /// How nodes are split into cells, and when a cell is treated as a whole.
  struct Shape {
    /// A cell whose extent is less than this times its distance acts as four points.
    let theta: Double
    let leaf: Int
    let splitter: any CellSplitter

    /// The maximum number of targets that share a list of sources. Shorter lists for fewer targets
    /// cost more than they save (measured from 32 to 256).
    var block: Int { 5 * leaf }

    /// Whether a tree takes less time than all pairs. Up to some 1100 nodes it does not for logarithms of
    /// equal charges if each pair is summed once.
    func isFaster(for sum: PairSum, count: Int) -> Bool {
      guard theta > 0, count > leaf else { return false }
      return !sum.isSymmetric || count > 1100 || sum.compiled?.isReciprocal == true
        || PairSum.commonCharge(sum.charges, count: count) == nil
    }

    /// Potentials vary less with distance than forces do: they have the same error at a greater θ
    /// (measured on uniform nodes and clusters, in 2D and 3D).
    func theta(for sum: PairSum) -> Double { sum.quantity == .potential ? theta / 0.9 : theta }
  }

  /// Uses a new tree or, unless `isNew`, the last one; with θ = 0, or few nodes, none at all.
  mutating func add(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World, _ shape: Shape,
    isNew: Bool
  ) {
    guard shape.isFaster(for: sum, count: world.particles.count) else {
      return Exact.addEach(sum, times: scale, to: field, in: world)
    }
    // The moments of the cells depend on the charges.
    let isKept =
      !isNew && nodes.count == world.particles.count && charges == sum.charges && nodes.areKept()
    var splitter = shape.splitter
    let box = isKept ? tree.boxes.first : splitter.load(world.particles, into: &nodes)
    guard let box else { return }
    charges = sum.charges
    let leafWriter = nodes.leafWriter(charges: sum.charges, axes: world.dimensions)
    isKept ? refresh(leafWriter, world) : build(leafWriter, in: box, world, splitter)
    tree.withView { cells in
      let target = WalkTarget(
        cells: cells, nodes: leafWriter.nodes, singles: leafWriter.singles, ids: leafWriter.ids,
        sum: sum, field: field, scale: scale, world: world, theta: shape.theta(for: sum),
        block: shape.block)
      sum.fitsSinglePrecision(extent: cells.boxes[0].longestSide)
        ? CellWalk.run(target, &singleWalks) : CellWalk.run(target, &doubleWalks)
    }
  }

  /// Builds the tree without summing; there is none if a coordinate is not finite.
  mutating func build(of world: World, _ splitter: any CellSplitter) {
    charges = nil
    tree.removeAll()
    var splitter = splitter
    guard let box = splitter.load(world.particles, into: &nodes) else { return }
    let charges = UnsafePointer(world.particles.charge)
    build(nodes.leafWriter(charges: charges, axes: world.dimensions), in: box, world, splitter)
  }

  var count: Int { tree.count }
  var bytes: Int { tree.bytes + nodes.bytes + branches.reduce(0) { $0 + $1.bytes } }

  private func refresh(_ leafWriter: LeafWriter, _ world: World) {
    let blocks = (tree.count + 63) / 64
    let (cells, boxes) = (tree.cells, tree.boxes)
    // No two leaves share memory.
    nonisolated(unsafe) let (leafWriter, particles) = (leafWriter, world.particles)
    world.share(blocks, work: 64 * 64) { block, _ in
      for cell in block * 64..<min((block + 1) * 64, cells.count)
      where Int(cells[cell].next) == cell + 1 {
        leafWriter.refresh(cells[cell].nodes, in: boxes[cell], particles)
      }
    }
  }

  /// Sorts the nodes into cells, on several threads. The tree does not depend on their number.
  private mutating func build(
    _ leafWriter: LeafWriter, in box: Box, _ world: World, _ splitter: any CellSplitter
  ) {
    let count = world.particles.count
    guard world.threads > 1, count > Self.minBranch else {
      let cells = tree
      tree = Cells()
      var whole = TreeBuilder(leafWriter: leafWriter, branchSize: 0, reusing: cells)
      splitter.split(0..<count, in: box, &whole)
      tree = whole.cells
      return
    }
    var top = TreeBuilder(
      leafWriter: leafWriter,
      branchSize: max(Self.minBranch, count / (Self.branchesPerThread * world.threads)),
      reusing: Cells())
    splitter.split(0..<count, in: box, &top)
    join(top, grow(top, world, splitter))
  }

  private mutating func grow(_ top: TreeBuilder, _ world: World, _ splitter: any CellSplitter)
    -> [NodeGroup]
  {
    while branches.count < top.branches.count { branches.append(Cells()) }
    var groups = [NodeGroup?](repeating: nil, count: top.branches.count)
    branches.withUnsafeMutableBufferPointer { branches in
      groups.withUnsafeMutableBufferPointer { groups in
        // No two branches share memory or nodes.
        nonisolated(unsafe) let (branches, groups, top) = (branches, groups, top)
        world.share(top.branches.count, work: 16 * Self.minBranch) { index, _ in
          let branch = top.branches[index]
          let cells = branches[index]
          branches[index] = Cells()
          var builder = TreeBuilder(leafWriter: top.leafWriter, branchSize: 0, reusing: cells)
          splitter.split(branch.range, in: branch.box, &builder)
          groups[index] = builder.whole
          branches[index] = builder.cells
        }
      }
    }
    return groups.compactMap { $0 }
  }

  private mutating func join(_ top: TreeBuilder, _ groups: [NodeGroup]) {
    tree.removeAll()
    var starts: [Int] = []
    var branch = 0
    for cell in top.cells.cells.indices {
      starts.append(tree.count)
      if branch < groups.count, top.branches[branch].cell == cell {
        tree.append(branches[branch])
        branch += 1
      } else {
        tree.append(top.cells.cells[cell].nodes)
      }
    }
    starts.append(tree.count)
    sumUp(top, groups, starts)
  }

  /// Computes the cells of `top`, which are now at `starts`, from those below them.
  private mutating func sumUp(_ top: TreeBuilder, _ groups: [NodeGroup], _ starts: [Int]) {
    let cells = top.cells.cells
    var known = [NodeGroup?](repeating: nil, count: cells.count)
    for (branch, group) in zip(top.branches, groups) { known[branch.cell] = group }
    for cell in cells.indices.reversed() where known[cell] == nil {
      var part = cell + 1
      var whole: NodeGroup?
      while part < Int(cells[cell].next) {
        if let group = known[part] {
          if whole == nil { whole = group } else { whole?.add(group) }
        }
        part = Int(cells[part].next)
      }
      known[cell] = whole
      tree.setNext(of: starts[cell], to: starts[Int(cells[cell].next)])
      if let whole { tree.set(starts[cell], whole) }
    }
  }

  /// The number of branches per thread, about, and the minimum number of nodes in one.
  private static let branchesPerThread = 4
  private static let minBranch = 4096
}
