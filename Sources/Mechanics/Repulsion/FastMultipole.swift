import ForceLabPlugins

/// The fast multipole method, for forces of 1/r in 2D; O(n).
///
/// Groups of nodes act on distant groups through complex power series.
public struct FastMultipole: Repulsion {
  public var order = 8
  public var leaf = 64

  @Scratch private var tree = MultipoleTree()
  @Scratch private var memories: [MultipoleBuffers] = []
  @Scratch private var series: MultipoleSeries?

  public init() {}

  public static let manual = Manual<Self>(
    "fmm",
    "The fast multipole method, for forces of 1/r in 2D (many-body without distance-max); O(n), "
      + "RMS error at most 0.1 % with the default order for any distribution of nodes.",
    parameters: [
      Parameter(
        "order", \.order, within: Bounds(1...32), unit: "terms",
        "Length of the power series; two more terms reduce the error by a factor of 4 to 15."),
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes",
        "Maximum number of nodes in a leaf."),
    ],
    formula: """
      Σ q·ln|z − zᵢ| = Re(Q·ln(z − c) − Σ aₖ/(z − c)ᵏ), aₖ = Σ q·(zᵢ − c)ᵏ/k, k = 1 … order
      c the center of a circle, z = x + i·y outside it, Q = Σ q; F is the gradient
      """,
    source: "Greengard and Rokhlin 1987; Dehnen 2002 for which cells count as far")

  public static func statedError(dimensions: Int) -> Double { 0.001 }

  public func check(_ law: any PairForce, dimensions: Int) throws(ParameterError) {
    guard dimensions == 2 else {
      throw ParameterError("'fmm' works in 2 dimensions only; in 3 use 'kd-tree' or 'barnes-hut'")
    }
    guard law.cLaw.flatMap(CompiledPotential.init)?.isReciprocal == false else {
      throw ParameterError(
        "'fmm' needs forces of 1/r at all distances, unlike '\(law.name)' with these parameters; "
          + "use 'kd-tree' or 'barnes-hut'")
    }
  }

  /// Falls back to exact sums if `check` refuses the law or the dimensions. Sums in single precision
  /// if the series' error is larger than that of rounding.
  public mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    guard world.dimensions == 2, let cLaw = sum.cLaw, let potential = CompiledPotential(cLaw),
      !potential.isReciprocal
    else {
      return Exact.addEach(sum, times: scale, to: field, in: world)
    }
    guard tree.build(world.particles, leaf: leaf) else { return }
    if series?.order != order { series = MultipoleSeries(order: order) }
    guard let series else { return }
    let isSingle = order <= Self.maxTermsInSingle
    let cells = tree.measure(world, charges: sum.charges, by: series)
    memories.own(world.threads, MultipoleBuffers.init)
    for memory in memories { memory.prepare(depth: tree.depth, series) }
    let (memories, tasks) = (memories, tree.tasks)
    world.share(tasks.count, work: tree.count / tasks.count * 256) { task, thread in
      let memory = memories[thread]
      let walk = MultipoleWalk(
        tree: cells, memory: memory, nearDistance: cLaw.harmonicSquaredDistance.squareRoot(),
        quantity: sum.quantity, factor: 2 * potential.factor, seed: world.seed,
        charges: sum.charges)
      walk.visit(tasks[task]) { list in
        let isAdded = isSingle && memory.addInSingle(list, sum, times: scale, to: field)
        if !isAdded { list.add(sum, times: scale, to: field) }
        list.add(memory.farSums, lanes: sum.lanes(dimensions: 2), times: scale, to: field)
      }
    }
  }

  /// Up to ten terms both precisions have the same error (measured on 10⁶ uniform nodes: 5e-7).
  private static let maxTermsInSingle = 10
}
