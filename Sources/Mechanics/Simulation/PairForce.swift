import ForceLabCVectors

/// A force between every two nodes. A type needs only two functions of the squared distance.
public protocol PairForce: Force {
  /// f(r²), where the force on a node is Σ charge·f(r²)·δ over the others, δ pointing to the other.
  func factor(_ squaredDistance: Double) -> Double
  /// φ(r²), the potential of a pair: dφ/dr = f(r²)·r.
  func potential(_ squaredDistance: Double) -> Double
  /// The law as one that loops in C sum; nil, the default, for laws from outside.
  var cLaw: CPairLaw? { get }
  /// The weight of each node in `world`; the weights of both ends multiply the force of a pair.
  /// Nil, the default, if only the charge of the source does. Valid after `prepare`.
  func weights(in world: World) -> UnsafePointer<Double>?
}

/// A force whose law is written in C.
protocol BuiltInPairForce: PairForce {
  var law: CPairLaw { get }
}

extension BuiltInPairForce {
  public var cLaw: CPairLaw? { law }
  public func factor(_ squaredDistance: Double) -> Double { cpair_factor(law, squaredDistance) }
  public func potential(_ squaredDistance: Double) -> Double {
    cpair_potential(law, squaredDistance)
  }
}

extension CPairLaw {
  /// The smallest squared distance at which the fast form of the law is exact and smooth; ∞ if none.
  var nearSquaredDistance: Double {
    switch form {
    case CPairCutQuotient: .infinity
    case CPairCoulomb, CPairSoft: 0
    default: min_square
    }
  }

  /// The distance from which on there is no force; ∞ if none.
  var cutoff: Double { form == CPairCutQuotient ? max_square.squareRoot() : .infinity }

  /// The squared distance beyond which the force is c/r, harmonic in 2D; ∞ if nowhere.
  var harmonicSquaredDistance: Double {
    form == CPairQuotient || form == CPairInverse ? min_square : .infinity
  }
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

  /// Whether the two forces of each pair are opposite.
  public func hasPotential(in world: World) -> Bool {
    let count = world.particles.count
    return count == 0 || weights(in: world) != nil
      || PairSum.commonCharge(world.particles.charge, count: count) != nil
  }

  /// Half the sum of the potentials at all nodes, by the repulsion strategy; nil if it gives none, or if
  /// charges are unequal.
  public func potentialEnergy(of world: World) -> Double? {
    guard world.repulsion.givesPotentials, hasPotential(in: world) else { return nil }
    let (count, weights) = (world.particles.count, weights(in: world))
    let memory = LaneStorage(count: count, lanes: 1)
    let sum = PairSum(self, .potential, charges: weights ?? UnsafePointer(world.particles.charge))
    world.repulsion.add(sum, times: 1, to: memory.lanes, in: world)
    return withExtendedLifetime(memory) {
      (0..<count).reduce(0.0) { $0 + memory.lanes[0][$1] * (weights?[$1] ?? 1) } / 2
    }
  }

  public var summedLaw: (any PairForce)? { self }
  public var cLaw: CPairLaw? { nil }
  public func weights(in world: World) -> UnsafePointer<Double>? { nil }
}

/// The condition under which pairwise forces without weights have a potential.
let equalChargesNote =
  "only if all charges are equal: the charge of the other node alone multiplies the force on a node, "
  + "so the two forces of a pair of unequal charges are not opposite"
