/// A force between every two nodes: a law that says how strong, summed by the experiment's
/// repulsion strategy.
///
/// A law needs two functions of the squared distance; the rest comes with the protocol. They are
/// called in loops that the compiler turns into SIMD code, so they should be short, inlinable, and
/// choose by `?:` rather than branch.
public protocol PairForce: Force {
  /// f(r²), where the force on a node is Σ charge·f(r²)·δ over the others, δ pointing to the other.
  func factor(_ squaredDistance: Double) -> Double
  /// φ(r²), the potential of a pair: dφ/dr = f(r²)·r.
  func potential(_ squaredDistance: Double) -> Double
  /// f(r²) in its simplest form, right from `nearSquaredDistance` on.
  func fastFactor(_ squaredDistance: Double) -> Double
  /// The least squared distance for which `fastFactor` is right.
  var nearSquaredDistance: Double { get }
  /// Adds what the sources of `interactions` do to its targets, times `alpha`, to `velocity`.
  func addForces(_ interactions: Interactions, to velocity: Lanes, alpha: Double)
  /// The sum of the potentials between the targets and the sources of `interactions`.
  func potentialEnergy(_ interactions: Interactions) -> Double
}

extension PairForce {
  /// Sums the force over all pairs by the world's repulsion strategy.
  public func apply(to world: World, alpha: Double) {
    let velocity = world.particles.velocity
    _ = world.repulsion.visit(world) { interactions in
      addForces(interactions, to: velocity, alpha: alpha)
      return 0
    }
  }

  /// Half the sum over all nodes of the potential of the others, by the same strategy as the force.
  public func potentialEnergy(of world: World) -> Double? {
    world.repulsion.visit(world) { potentialEnergy($0) } / 2
  }

  /// f(r²) itself.
  @inlinable @inline(__always)
  public func fastFactor(_ squaredDistance: Double) -> Double { factor(squaredDistance) }

  /// Zero.
  @inlinable
  public var nearSquaredDistance: Double { 0 }

  /// The sum over the sources, by the kernel compiled for this law.
  @inlinable
  public func addForces(_ interactions: Interactions, to velocity: Lanes, alpha: Double) {
    PairKernel(law: self, pairs: interactions).addForces(to: velocity, alpha)
  }

  /// The sum over the sources, by the kernel compiled for this law.
  @inlinable
  public func potentialEnergy(_ interactions: Interactions) -> Double {
    PairKernel(law: self, pairs: interactions).potentialEnergy()
  }
}
