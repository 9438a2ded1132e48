import ForceLabPlugins

extension Simulation {
  /// The pairwise forces on `nodes` at alpha = 1, by the repulsion strategy and exactly: lists per
  /// axis; nil without pairwise forces. Cost: that of a tick, plus n pairs for each of `nodes`.
  public func pairForces(on nodes: [Int]) -> (summed: [[Double]], exact: [[Double]])? {
    let laws = forces.filter { $0 is any PairForce }
    guard !laws.isEmpty else { return nil }
    let storage = LaneStorage(count: world.particles.count, lanes: world.dimensions)
    func sums() -> [[Double]] {
      world.readAllForces(into: storage.lanes) { alpha in
        for var law in laws { law.apply(to: world, alpha: alpha) }
      }
      return (0..<world.dimensions).map { axis in nodes.map { storage.lanes[axis][$0] } }
    }
    let summed = sums()
    var strategy: any Repulsion = ExactSample(nodes: nodes.map { Int32($0) })
    swap(&world.repulsion, &strategy)
    defer { swap(&world.repulsion, &strategy) }
    return (summed, sums())
  }
}

/// The exact sums for some nodes, the reference for other strategies.
private struct ExactSample: Repulsion {
  var nodes: [Int32] = []

  static let manual = Manual<Self>("exact-sample", "Sums all pairs that contain one of some nodes.")

  static func statedError(dimensions: Int) -> Double { 0 }

  func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    let targets = LaneStorage(count: nodes.count, lanes: world.dimensions)
    for axis in 0..<world.dimensions {
      for (index, node) in nodes.enumerated() {
        targets.lanes[axis][index] = world.particles.position[axis][Int(node)]
      }
    }
    let bodies = Bodies(dimensions: world.dimensions, lanes: targets.lanes, count: nodes.count)
    Exact.addEach(sum, on: bodies, ids: nodes, times: scale, to: field, in: world)
  }
}
