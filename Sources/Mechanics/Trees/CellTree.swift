/// A tree of cells over sorted nodes, for sums that treat distant cells as a whole.
struct CellTree: Sendable {
  private var nodes = SortedNodes()
  /// The charges that the tree was built for.
  private nonisolated(unsafe) var charges: UnsafePointer<Double>?
  private var tree = Cells()
  /// The cells of the tree before, if this tree keeps them.
  private var last = Cells()
  /// How far the nodes moved since they were split, and the size of leaves then.
  private var (drift, leaf) = (0.0, 0)
  private var branches: [Cells] = []
  private var singleWalks: [WalkBuffers<Float>] = []
  private var doubleWalks: [WalkBuffers<Double>] = []
  private var signs = ChargeSigns()
  /// The tree of the negative charges, if there are positive ones, too.
  private var negative: [CellTree] = []
  /// The tree of potentials: what is recorded must not decide when the tree of the forces is built anew.
  private var potentials: [CellTree] = []

  /// How nodes are split into cells, and when a cell is treated as a whole.
  struct Shape {
    /// A cell whose extent is less than this times its distance acts as four points.
    var theta: Double
    let leaf: Int
    var maxDrift: Double
    let splitter: any CellSplitter

    /// The maximum number of targets that share a list of sources. Shorter lists for fewer targets
    /// cost more than they save (measured from 32 to 256).
    var block: Int { 5 * leaf }

    /// Whether a tree takes less time than all pairs. Up to some 1100 nodes it does not for logarithms of
    /// equal charges if each pair is summed once.
    func isFaster(for sum: PairSum, count: Int) -> Bool {
      guard theta > 0, count > leaf else { return false }
      return sum.quantity == .force || count > 1100 || sum.compiled?.isReciprocal == true
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
    var shape = shape
    if sum.quantity == .potential, isNew {
      if potentials.isEmpty { potentials.append(CellTree()) }
      shape.maxDrift = 0
      return potentials[0].addOneSign(
        sum, times: scale, to: field, in: world, shape, isNew: true)
    }
    let parts = signs.parts(of: sum, count: world.particles.count)
    guard parts.count == 2 else {
      return addOneSign(sum, times: scale, to: field, in: world, shape, isNew: isNew)
    }
    if negative.isEmpty { negative.append(CellTree()) }
    // Forces that cancel are small, and so have a larger relative error (measured on random signs).
    shape.theta *= 0.75
    addOneSign(parts[0], times: scale, to: field, in: world, shape, isNew: isNew)
    negative[0].addOneSign(parts[1], times: -scale, to: field, in: world, shape, isNew: isNew)
  }

  private mutating func addOneSign(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World, _ shape: Shape,
    isNew: Bool
  ) {
    // The moments of the cells depend on the charges.
    let isKept =
      !isNew && nodes.count == world.particles.count && charges == sum.charges && nodes.areKept()
      && tree.count > 0
    var splitter = shape.splitter
    let box = isKept ? tree.boxes[0] : load(world.particles, shape, &splitter)
    guard let box else { return }
    charges = sum.charges
    let leaves = nodes.leafWriter(charges: sum.charges, axes: world.dimensions)
    isKept ? refresh(leaves, world) : build(leaves, in: box, world, splitter)
    let target = WalkTarget(
      cells: tree, leaves: leaves, sum: sum, field: field, scale: scale, world: world,
      theta: shape.theta(for: sum), block: shape.block)
    sum.fitsSinglePrecision(extent: tree.boxes[0].longestSide)
      ? CellWalk.run(target, &singleWalks) : CellWalk.run(target, &doubleWalks)
  }

  /// Reads the nodes. If they moved little since they were split, `splitter` becomes one that keeps the
  /// cells: these are summarized anew, so that forces are as exact as those of a new tree.
  private mutating func load(
    _ particles: Particles, _ shape: Shape, _ splitter: inout any CellSplitter
  ) -> Box? {
    if leaf == shape.leaf, nodes.count == particles.count, tree.count > 0,
      let way = nodes.reload(particles, in: tree, moved: shape.maxDrift - drift)
    {
      drift += way
      swap(&tree, &last)
      splitter = KeptCells(cells: last)
      return last.boxes[0]
    }
    let box = splitter.load(particles, into: &nodes)
    (drift, leaf) = (0, box == nil ? 0 : shape.leaf)
    return box
  }

  /// Builds the tree without summing; there is none if a coordinate is not finite.
  mutating func build(of world: World, _ splitter: any CellSplitter) {
    (charges, leaf) = (nil, 0)
    ownTree()
    var splitter = splitter
    guard let box = splitter.load(world.particles, into: &nodes) else { return }
    let charges = UnsafePointer(world.particles.charge)
    build(nodes.leafWriter(charges: charges, axes: world.dimensions), in: box, world, splitter)
  }

  var count: Int { tree.count }
  var bytes: Int {
    tree.bytes + last.bytes + nodes.bytes + branches.reduce(0) { $0 + $1.bytes }
      + (negative + potentials).reduce(0) { $0 + $1.bytes }
  }

  /// Empties the tree, or replaces it if another copy of the strategy has it, too.
  private mutating func ownTree() {
    if !isKnownUniquelyReferenced(&tree) { tree = Cells() }
    tree.removeAll()
  }

  private mutating func refresh(_ leaves: LeafWriter, _ world: World) {
    // The next tree is a new one.
    leaf = 0
    let (particles, tree) = (world.particles, tree)
    world.share((tree.count + 63) / 64, work: 64 * 64) { block, _ in
      for cell in block * 64..<min((block + 1) * 64, tree.count)
      where Int(tree.cells[cell].next) == cell + 1 {
        leaves.refresh(tree.cells[cell].nodes, in: tree.boxes[cell], particles)
      }
    }
  }

  /// Sorts the nodes into cells, on several threads. The tree does not depend on their number.
  private mutating func build(
    _ leaves: LeafWriter, in box: Box, _ world: World, _ splitter: any CellSplitter
  ) {
    ownTree()
    let count = world.particles.count
    guard world.threads > 1, count > Self.minBranch else {
      var whole = TreeBuilder(leafWriter: leaves, branchSize: 0, in: tree)
      return splitter.split(0..<count, in: box, &whole)
    }
    var top = TreeBuilder(
      leafWriter: leaves,
      branchSize: max(Self.minBranch, count / (Self.branchesPerThread * world.threads)),
      in: Cells())
    splitter.split(0..<count, in: box, &top)
    branches.own(top.branches.count, Cells.init)
    // No two branches share memory or nodes.
    let groups = world.results(of: top.branches.count, work: 16 * Self.minBranch) { index, _ in
      let branch = top.branches[index]
      var builder = TreeBuilder(leafWriter: leaves, branchSize: 0, in: branches[index])
      splitter.split(branch.range, in: branch.box, &builder)
      return builder.whole
    }
    join(top, groups)
  }

  /// Puts the branches in their places in the tree, and computes the cells of `top` from those below.
  private func join(_ top: TreeBuilder, _ groups: [NodeGroup?]) {
    let cells = top.cells.cells
    var (starts, known) = ([Int](), [NodeGroup?](repeating: nil, count: cells.count))
    for cell in 0..<cells.count {
      starts.append(tree.count)
      if let branch = top.branches.firstIndex(where: { $0.cell == cell }) {
        tree.append(branches[branch])
        known[cell] = groups[branch]
      } else {
        tree.append(cells[cell].nodes)
      }
    }
    starts.append(tree.count)
    for cell in (0..<cells.count).reversed() where known[cell] == nil {
      var part = cell + 1
      while part < Int(cells[cell].next) {
        if known[cell] == nil {
          known[cell] = known[part]
        } else if let group = known[part] {
          known[cell]?.add(group)
        }
        part = Int(cells[part].next)
      }
      tree.setNext(of: starts[cell], to: starts[Int(cells[cell].next)])
      if let whole = known[cell] { tree.set(starts[cell], whole) }
    }
  }

  /// The number of branches per thread, about, and the minimum number of nodes in one.
  private static let branchesPerThread = 4
  private static let minBranch = 4096
}
