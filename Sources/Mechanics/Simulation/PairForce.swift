/// A force between every two nodes: a law that says how strong, summed by the experiment's
/// repulsion strategy.
///
/// The law's two functions of the squared distance are all it needs; the rest comes with the
/// protocol.
public protocol PairForce: Force, PairLaw {
  /// The weight of each node in `world`, by which both ends of a pair multiply the force; nil where
  /// the charge of the source alone does. Valid from `prepare` on.
  func weights(in world: World) -> UnsafePointer<Double>?
  /// The squared distance from which on the force is c/r, c the same at every distance, so that in the
  /// plane it has no sources but the nodes: what the fast multipole method asks. ∞ if nowhere.
  var harmonicSquaredDistance: Double { get }
  /// Adds what the sources of `interactions` do to its targets to `sums`, one lane per axis.
  func addForces(_ interactions: InteractionList, to sums: Lanes)
  /// Adds the potentials of the sources of `interactions` at its targets to the lane `sums`.
  func addPotentials(_ interactions: InteractionList, to sums: Lanes)
  /// Adds what the nodes `block` and those before them do to each other to `sums`, one lane per axis,
  /// each pair once, for nodes that all have the charge 1. `nearSquaredDistance` must be finite.
  func addMutualForces(_ nodes: Bodies<Double>, block: Range<Int>, seed: UInt64, to sums: Lanes)
  /// Adds what `sources` do at `targets` to `sums`; false, and the sums are not to be used, if two of
  /// them, not being the same, are too near to each other.
  func addForces(
    of sources: Bodies<Double>, on targets: Bodies<Double>, _ filter: PairFilter, to sums: Lanes
  ) -> Bool
  /// The same in single precision.
  func addForces(
    of sources: Bodies<Float>, on targets: Bodies<Float>, _ filter: PairFilter,
    to sums: NumberLanes<Float>
  ) -> Bool
  /// Adds the potentials of `sources`, of which none stands where a target does, at `targets` to the
  /// lane `sums`.
  func addPotentials(of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes)
}

extension PairForce {
  /// Sums the force over all pairs by the world's repulsion strategy.
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

  /// Half the sum over all nodes of the potential of the others, by the same strategy as the force;
  /// nil if that strategy gives no potentials.
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

  /// Nowhere.
  @inlinable
  public var harmonicSquaredDistance: Double { .infinity }

  /// None: the charges of the sources multiply the force.
  public func weights(in world: World) -> UnsafePointer<Double>? { nil }
}
