import ForceLabPlugins

/// The fast multipole method for forces of 1/r in the plane.
///
/// Far groups of nodes act on far groups of targets through complex power series. What a series
/// amounts to at the nodes of a leaf is then told by a few charges on a circle about it, so that the
/// law itself sums it, as it sums the near nodes.
public struct FastMultipole: ListRepulsion {
  /// The number of terms of the series.
  public var order = 8
  /// At most how many nodes stay together in a leaf.
  public var leaf = 64

  @Scratch private var tree = MultipoleTree()
  @Scratch private var memories: [MultipoleMemory] = []
  @Scratch private var series: MultipoleSeries?

  public init() {}

  public init(order: Int = 8, leaf: Int = 64) {
    (self.order, self.leaf) = (order, leaf)
  }

  public static let manual = Manual<Self>(
    "fmm",
    "The fast multipole method, for laws of 1/r in 2D (many-body without distance-max); O(n), "
      + "RMS error at most 0.1 % with the default order, however the nodes are spread.",
    parameters: [
      Parameter(
        "order", \.order, within: Bounds(1...32), unit: "terms",
        "Length of the power series; two more make the error four to fifteen times less."),
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Greatest size of a leaf."),
    ],
    formula: """
      Σ q·ln|z − zᵢ| = Re(Q·ln(z − c) − Σ aₖ/(z − c)ᵏ), aₖ = Σ q·(zᵢ − c)ᵏ/k, k = 1 … order
      c a circle's center, z = x + i·y beyond it, Q = Σ q; F is its gradient
      """,
    source: "Greengard and Rokhlin 1987; Dehnen 2002 for which cells count as far; "
      + "Anderson 1992 for charges on circles")

  public static func statedError(dimensions: Int) -> Double { 0.001 }

  /// The law must be 1/r, and the layout flat.
  public func check(_ law: any PairForce, dimensions: Int) throws(ParameterError) {
    guard dimensions == 2 else {
      throw ParameterError(
        "'fmm' sums in the plane alone; with 3 dimensions use 'kd-tree' or 'barnes-hut'")
    }
    guard law.harmonicSquaredDistance < .infinity else {
      throw ParameterError(
        "'fmm' sums forces of 1/r at all distances, which '\(law.name)' with these parameters is "
          + "not; use 'kd-tree' or 'barnes-hut'")
    }
  }

  /// Fast if the law is 1/r from somewhere on and the layout flat, else every pair by itself.
  public mutating func visit(_ world: World, _ sum: PairSum, _ body: (InteractionList) -> Void) {
    walk(world, sum) { list, _ in body(list) }
  }

  /// Sums over the lists, in single precision where the series leave out more than that does.
  public mutating func add(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World
  ) {
    let isSingle = order <= Self.mostTermsInSingle
    walk(world, sum) { list, memory in
      let isAdded = isSingle && memory?.addInSingle(list, sum, times: scale, to: field) ?? false
      if !isAdded { list.add(sum, times: scale, to: field) }
    }
  }

  /// Up to ten terms the error is the same in either precision (measured on 10⁶ uniform nodes: 5e-7).
  private static let mostTermsInSingle = 10

  /// Gives `body` the lists, with the memory of the thread that made them if there is one.
  private mutating func walk(
    _ world: World, _ sum: PairSum, _ body: (InteractionList, MultipoleMemory?) -> Void
  ) {
    let near = sum.law.harmonicSquaredDistance
    guard world.dimensions == 2, near < .infinity else {
      return Exact.visitEach(world, sum) { body($0, nil) }
    }
    guard tree.build(world.particles, leaf: leaf) else { return }
    if series?.order != order { series = MultipoleSeries(order: order) }
    guard let series else { return }
    let cells = tree.measure(world, charges: sum.charges, by: series)
    ensureMemories(world.threads, series)
    let (memories, tasks) = (memories, tree.tasks)
    world.share(tasks.count, work: tree.count / tasks.count * 256) { task, thread in
      let memory = memories[thread]
      var walk = MultipoleWalk(
        tree: cells, series: series, memory: memory, nearDistance: near.squareRoot(),
        seed: world.seed)
      walk.visit(tasks[task]) { body($0, memory) }
    }
  }

  /// Memory of its own for each thread, and for each copy of this strategy.
  private mutating func ensureMemories(_ threads: Int, _ series: MultipoleSeries) {
    for index in memories.indices where !isKnownUniquelyReferenced(&memories[index]) {
      memories[index] = MultipoleMemory()
    }
    while memories.count < threads { memories.append(MultipoleMemory()) }
    for memory in memories { memory.prepare(depth: tree.depth, series) }
  }
}
