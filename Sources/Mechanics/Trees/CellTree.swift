/// A tree of cells over sorted nodes, for sums in which distant cells stand for their nodes.
struct CellTree: Sendable {
  private var nodes = PackedNodes()
  /// The charges that the tree was built for.
  private nonisolated(unsafe) var charges: UnsafePointer<Double>?
  private var tree = Cells()
  private var branches: [Cells] = []
  private var singleWalks: [WalkMemory<Float>] = []
  private var doubleWalks: [WalkMemory<Double>] = []

  init() {}

  /// How cells are made, and which are taken for their nodes.
  struct Shape {
    /// Four points stand for a cell whose extent is less than this times its distance.
    let theta: Double
    /// At most how many nodes stay together.
    let leaf: Int
    let splitter: any CellSplitter

    /// At most how many nodes are taken as targets together: lists of what acts on fewer cost more
    /// than the pairs that they save (measured from 32 to 256).
    var block: Int { 5 * leaf }
  }

  /// Builds the tree of the nodes of `world`, or keeps that which there is, unless `isNew`, and adds
  /// `scale` times `sum` to `field`.
  ///
  /// With θ = 0, and in a tree of one leaf, no cell is taken, and every pair by itself is faster.
  mutating func add(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World, _ shape: Shape,
    isNew: Bool
  ) {
    guard shape.theta > 0, world.particles.count > shape.leaf else {
      return Exact.addEach(sum, times: scale, to: field, in: world)
    }
    // What the cells amount to, too, holds for these charges alone.
    let isKept =
      !isNew && nodes.count == world.particles.count && charges == sum.charges && nodes.areKept()
    var splitter = shape.splitter
    let box = isKept ? tree.boxes.first : splitter.load(world.particles, into: &nodes)
    guard let box else { return }
    charges = sum.charges
    let spreader = nodes.spreader(charges: sum.charges, axes: world.dimensions)
    isKept ? refresh(spreader, world) : build(spreader, in: box, world, splitter)
    tree.withView { cells in
      let target = WalkTarget(
        cells: cells, nodes: spreader.nodes, singles: spreader.singles, ids: spreader.ids,
        sum: sum, field: field, scale: scale, world: world, theta: shape.theta,
        block: shape.block)
      sum.fitsSinglePrecision(extent: cells.boxes[0].longestSide)
        ? CellWalk.run(target, &singleWalks) : CellWalk.run(target, &doubleWalks)
    }
  }

  /// Builds the tree of the nodes of `world` and sums nothing; none if a node is nowhere finite.
  mutating func build(of world: World, _ splitter: any CellSplitter) {
    charges = nil
    tree.removeAll()
    var splitter = splitter
    guard let box = splitter.load(world.particles, into: &nodes) else { return }
    let charges = UnsafePointer(world.particles.charge)
    build(nodes.spreader(charges: charges, axes: world.dimensions), in: box, world, splitter)
  }

  /// How many cells there are.
  var count: Int { tree.count }

  /// How many bytes are taken: by cells, sorted nodes, and branches that are kept for building anew.
  var bytes: Int { tree.bytes + nodes.bytes + branches.reduce(0) { $0 + $1.bytes } }

  /// Reads where the nodes of the leaves are now.
  private func refresh(_ spreader: NodeSpreader, _ world: World) {
    let blocks = (tree.count + 63) / 64
    let (cells, boxes) = (tree.cells, tree.boxes)
    // Every leaf has places of its own.
    nonisolated(unsafe) let (spreader, particles) = (spreader, world.particles)
    world.share(blocks, work: 64 * 64) { block, _ in
      for cell in block * 64..<min((block + 1) * 64, cells.count)
      where Int(cells[cell].next) == cell + 1 {
        spreader.refresh(cells[cell].nodes, in: boxes[cell], particles)
      }
    }
  }

  /// Sorts the nodes into cells, the branches of the tree shared among the threads; it is the same for
  /// any number of them.
  private mutating func build(
    _ spreader: NodeSpreader, in box: Box, _ world: World, _ splitter: any CellSplitter
  ) {
    let count = world.particles.count
    guard world.threads > 1, count > Self.leastBranch else {
      let cells = tree
      tree = Cells()
      var whole = TreeBuilder(spreader: spreader, branchSize: 0, reusing: cells)
      splitter.split(0..<count, in: box, &whole)
      tree = whole.cells
      return
    }
    var top = TreeBuilder(
      spreader: spreader,
      branchSize: max(Self.leastBranch, count / (Self.branchesPerThread * world.threads)),
      reusing: Cells())
    splitter.split(0..<count, in: box, &top)
    join(top, grow(top, world, splitter))
  }

  /// Grows the branches of `top`, and returns what each of them amounts to.
  private mutating func grow(_ top: TreeBuilder, _ world: World, _ splitter: any CellSplitter)
    -> [NodeGroup]
  {
    while branches.count < top.branches.count { branches.append(Cells()) }
    var groups = [NodeGroup?](repeating: nil, count: top.branches.count)
    branches.withUnsafeMutableBufferPointer { branches in
      groups.withUnsafeMutableBufferPointer { groups in
        // Every branch has places, and nodes, of its own.
        nonisolated(unsafe) let (branches, groups, top) = (branches, groups, top)
        world.share(top.branches.count, work: 16 * Self.leastBranch) { index, _ in
          let branch = top.branches[index]
          let cells = branches[index]
          branches[index] = Cells()
          var builder = TreeBuilder(spreader: top.spreader, branchSize: 0, reusing: cells)
          splitter.split(branch.range, in: branch.box, &builder)
          groups[index] = builder.whole
          branches[index] = builder.cells
        }
      }
    }
    return groups.compactMap { $0 }
  }

  /// Puts the branches in the places that `top` has for them.
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

  /// Works out the cells of `top`, which stand at `starts`, from those below them.
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

  /// Trees are cut into about so many branches, of at least so many nodes.
  private static let branchesPerThread = 4
  private static let leastBranch = 4096
}
