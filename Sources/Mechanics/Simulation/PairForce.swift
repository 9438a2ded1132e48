/// A force between every two nodes; a type needs only the two functions of `PairLaw`.
public protocol PairForce: Force, PairLaw {
  /// The weight of each node in `world`; the weights of both ends multiply the force of a pair.
  /// Nil, the default, if only the charge of the source does. Valid after `prepare`.
  func weights(in world: World) -> UnsafePointer<Double>?
}

extension PairForce {
  public func apply(to world: World, alpha: Double) {
    let (velocity, count) = (world.particles.velocity, world.particles.count)
    guard let weights = weights(in: world) else {
      let sum = PairSum(self, .force, charges: world.particles.charge)
      return world.repulsion.add(sum, times: alpha, to: velocity, in: world)
    }
    let forces = LaneStorage(count: count, lanes: world.dimensions)
    let sum = PairSum(self, .force, charges: weights)
    world.repulsion.add(sum, times: alpha, to: forces.lanes, in: world)
    for axis in 0..<world.dimensions {
      let (from, to) = (forces.lanes[axis], velocity[axis])
      for node in 0..<count { to[node] += from[node] * weights[node] }
    }
  }

  /// Half the sum of the potentials at all nodes, by the repulsion strategy; nil if it gives none.
  public func potentialEnergy(of world: World) -> Double? {
    guard world.repulsion.givesPotentials else { return nil }
    let (count, weights) = (world.particles.count, weights(in: world))
    let potentials = LaneStorage(count: count, lanes: 1)
    let sum = PairSum(self, .potential, charges: weights ?? UnsafePointer(world.particles.charge))
    world.repulsion.add(sum, times: 1, to: potentials.lanes, in: world)
    return (0..<count).reduce(0.0) {
      $0 + potentials.lanes[0][$1] * (weights?[$1] ?? 1)
    } / 2
  }

  public func weights(in world: World) -> UnsafePointer<Double>? { nil }
}
