/// A force between every two nodes, summed by the repulsion strategy.
///
/// A type needs the two functions of `PairLaw` only; the rest has defaults.
public protocol PairForce: Force, PairLaw {
  /// The weight of each node in `world`; the weights of both ends multiply the force of a pair. Nil,
  /// the default, if only the charge of the source does. Valid after `prepare`.
  func weights(in world: World) -> UnsafePointer<Double>?
  /// The squared distance beyond which the force is c/r with a constant c, a harmonic field in 2D, as
  /// the fast multipole method requires; ∞, the default, if there is none.
  var harmonicSquaredDistance: Double { get }
  /// Adds the forces of the sources of `interactions` on its targets to `sums`, one lane per axis.
  func addForces(_ interactions: InteractionList, to sums: Lanes)
  /// Adds the potentials of the sources of `interactions` at its targets to the lane `sums`.
  func addPotentials(_ interactions: InteractionList, to sums: Lanes)
  /// Adds the forces between the nodes `block`, and between these and all earlier nodes, to `sums`,
  /// one lane per axis. All charges are 1; `nearSquaredDistance` must be finite.
  func addMutualForces(_ nodes: Bodies<Double>, block: Range<Int>, seed: UInt64, to sums: Lanes)
  /// Adds the forces of `sources` on `targets` to `sums`. Returns false if a pair is too near; the sums
  /// are then invalid.
  func addForces(
    of sources: Bodies<Double>, on targets: Bodies<Double>, _ filter: PairFilter, to sums: Lanes
  ) -> Bool
  /// The same in single precision.
  func addForces(
    of sources: Bodies<Float>, on targets: Bodies<Float>, _ filter: PairFilter,
    to sums: NumberLanes<Float>
  ) -> Bool
  /// Adds the potentials of `sources` at `targets`, none of which coincide, to the lane `sums`.
  func addPotentials(of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes)
}

extension PairForce {
  /// Sums the force over all pairs with the repulsion strategy.
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
    let sum = PairSum(
      self, .potential, charges: weights ?? UnsafePointer(world.particles.charge))
    world.repulsion.add(sum, times: 1, to: potentials.lanes, in: world)
    return (0..<count).reduce(0.0) {
      $0 + potentials.lanes[0][$1] * (weights?[$1] ?? 1)
    } / 2
  }

  @inlinable
  public var harmonicSquaredDistance: Double { .infinity }

  public func weights(in world: World) -> UnsafePointer<Double>? { nil }
}
