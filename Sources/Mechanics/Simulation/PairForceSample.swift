import ForceLabPlugins

extension Simulation {
  /// The pairwise forces on `nodes` at alpha = 1, by the repulsion strategy and exactly: lists per
  /// axis; nil without pairwise forces. Cost: that of a tick, plus n pairs for each of `nodes`.
  public func pairForces(on nodes: [Int]) -> (summed: [[Double]], exact: [[Double]])? {
    let laws = forces.filter { $0 is any PairForce }
    guard !laws.isEmpty else { return nil }
    let velocity = world.particles.velocity
    let held = (0..<world.dimensions).map { axis in
      Array(UnsafeBufferPointer(start: velocity[axis], count: world.particles.count))
    }
    let summed = pairForces(of: laws, on: nodes)
    var strategy: any Repulsion = ExactSample(nodes: nodes.map { Int32($0) })
    swap(&world.repulsion, &strategy)
    let exact = pairForces(of: laws, on: nodes)
    swap(&world.repulsion, &strategy)
    for axis in held.indices { velocity[axis].update(from: held[axis], count: held[axis].count) }
    return (summed, exact)
  }

  /// The changes of the velocities of `nodes` by `laws`. Overwrites all velocities.
  private func pairForces(of laws: [any Force], on nodes: [Int]) -> [[Double]] {
    let velocity = world.particles.velocity
    for axis in 0..<world.dimensions {
      velocity[axis].update(repeating: 0, count: world.particles.count)
    }
    for var law in laws { law.apply(to: world, alpha: 1) }
    return (0..<world.dimensions).map { axis in nodes.map { velocity[axis][$0] } }
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
