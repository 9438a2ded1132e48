/// A force between every two nodes: a law that says how strong, summed by the experiment's
/// repulsion strategy.
///
/// A law needs two functions of the squared distance; the rest comes with the protocol. They are
/// called in loops that the compiler turns into SIMD code, so they should be short, inlinable, and
/// choose by `?:` rather than branch. The factor is also wanted in single precision, in which
/// strategies that approximate sum: `Number` is `Double` or `Float`.
public protocol PairForce: Force {
  /// f(r²), where the force on a node is Σ charge·f(r²)·δ over the others, δ pointing to the other.
  func factor<Number: LoopNumber>(_ squaredDistance: Number) -> Number
  /// φ(r²), the potential of a pair: dφ/dr = f(r²)·r.
  func potential(_ squaredDistance: Double) -> Double
  /// f(r²) in its simplest form, right from `nearSquaredDistance` on, where it must be smooth.
  func fastFactor<Number: LoopNumber>(_ squaredDistance: Number) -> Number
  /// The least squared distance for which `fastFactor` is right; ∞ if there is no such form.
  var nearSquaredDistance: Double { get }

  /// Adds what the sources of `interactions` do to its targets to `sums`, one lane per axis.
  func addForces(_ interactions: Interactions, to sums: Lanes)
  /// Adds the potentials of the sources of `interactions` at its targets to the lane `sums`.
  func addPotentials(_ interactions: Interactions, to sums: Lanes)
  /// Adds what the nodes `block` and those before them do to each other to `sums`, one lane per axis,
  /// each pair once, for nodes that all have the charge 1. `nearSquaredDistance` must be finite.
  func addMutualForces(_ nodes: Bodies<Double>, block: Range<Int>, seed: UInt64, to sums: Lanes)
  /// Adds what `runs` of `sources` do at `targets` to `sums`.
  ///
  /// False, and the sums are not to be used, if the squared distance of a source from a target that
  /// is another is at most `tooNear`.
  func addForces(
    of sources: Bodies<Double>, _ runs: UnsafeBufferPointer<BodyRun>, on targets: Bodies<Double>,
    tooNear: Double, to sums: Lanes
  ) -> Bool
  /// The same in single precision.
  func addForces(
    of sources: Bodies<Float>, _ runs: UnsafeBufferPointer<BodyRun>, on targets: Bodies<Float>,
    tooNear: Float, to sums: NumberLanes<Float>
  ) -> Bool
  /// Adds the potentials of `sources`, of which none stands where a target does, at `targets` to the
  /// lane `sums`.
  func addPotentials(of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes)
}

extension PairForce {
  /// Sums the force over all pairs by the world's repulsion strategy.
  public func apply(to world: World, alpha: Double) {
    world.repulsion.add(
      PairSum(self, .force), times: alpha, to: world.particles.velocity, in: world)
  }

  /// Half the sum over all nodes of the potential of the others, by the same strategy as the force.
  public func potentialEnergy(of world: World) -> Double? {
    let count = world.particles.count
    let potentials = LaneStorage(count: count, lanes: 1)
    world.repulsion.add(PairSum(self, .potential), times: 1, to: potentials.lanes, in: world)
    return (0..<count).reduce(0.0) { $0 + potentials.lanes[0][$1] } / 2
  }

  /// f(r²) itself.
  @inlinable @inline(__always)
  public func fastFactor<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    factor(squaredDistance)
  }

  /// Zero.
  @inlinable
  public var nearSquaredDistance: Double { 0 }
}
