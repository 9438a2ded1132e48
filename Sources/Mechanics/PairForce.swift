/// A force between every two nodes: a law that says how strong, summed by the experiment's
/// repulsion strategy.
///
/// A law needs two functions of the squared distance; the rest comes with the protocol.
/// They are called for eight distances at a time, none of them zero unless the result is not used.
public protocol PairForce: Force {
  /// f(r²), where the force on a node is Σ charge·f(r²)·δ over the others, δ pointing to the other.
  func factor(_ squaredDistance: SIMD8<Double>) -> SIMD8<Double>
  /// φ(r²), the potential of a pair: dφ/dr = f(r²)·r.
  func potential(_ squaredDistance: SIMD8<Double>) -> SIMD8<Double>
  /// Adds what the sources of `interactions` do to its targets, times `alpha`, to `velocity`.
  func addForces(_ interactions: Interactions, to velocity: Lanes, alpha: Double)
  /// The sum of the potentials between the targets and the sources of `interactions`.
  func potentialEnergy(_ interactions: Interactions) -> Double
}

extension PairForce {
  /// Sums the force over all pairs by the world's repulsion strategy.
  public func apply(to world: World, alpha: Double) {
    let velocity = world.particles.velocity
    world.repulsion.visit(world) { addForces($0, to: velocity, alpha: alpha) }
  }

  /// Half the sum over all nodes of the potential of the others, by the same strategy as the force.
  public func potentialEnergy(of world: World) -> Double? {
    var sum = 0.0
    world.repulsion.visit(world) { sum += potentialEnergy($0) }
    return sum / 2
  }

  /// The sum over the sources, eight targets at a time.
  @inlinable
  public func addForces(_ interactions: Interactions, to velocity: Lanes, alpha: Double) {
    interactions.dimensions == 2
      ? addForces(interactions, Wide2.self, to: velocity, alpha: alpha)
      : addForces(interactions, Wide3.self, to: velocity, alpha: alpha)
  }

  /// The sum over the sources, eight targets at a time.
  @inlinable
  public func potentialEnergy(_ interactions: Interactions) -> Double {
    interactions.dimensions == 2
      ? potentialEnergy(interactions, Wide2.self) : potentialEnergy(interactions, Wide3.self)
  }

  @inlinable
  func addForces<W: Wide>(
    _ pairs: Interactions, _: W.Type, to velocity: Lanes, alpha: Double
  ) {
    for block in stride(from: pairs.targetRange.lowerBound, to: pairs.targetRange.upperBound, by: 8)
    {
      let targets = W(pairs.targets, block)
      var sum = W()
      var meetings = SIMD8<Int64>()
      for source in 0..<pairs.sourceCount {
        let offset = W(pairs.sources, repeating: source) - targets
        let squared = offset.squaredLength
        let isHere = squared .== 0
        sum.add(
          offset, times: factor(squared).replacing(with: 0, where: isHere) * pairs.weights[source])
        meetings.replace(with: meetings &+ 1, where: isHere)
      }
      for lane in 0..<min(8, pairs.targetRange.upperBound - block) {
        if meetings[lane] > 1 || !pairs.includesTargets && meetings[lane] > 0 {
          pairs.forEachCoincident(with: block + lane) { offset, weight in
            let pull = factor(SIMD8(repeating: (offset * offset).sum()))[0] * weight
            sum.add(offset * pull, toLane: lane)
          }
        }
        sum.addLane(lane, times: alpha, to: velocity, at: Int(pairs.targetIDs[block + lane]))
      }
    }
  }

  @inlinable
  func potentialEnergy<W: Wide>(_ pairs: Interactions, _: W.Type) -> Double {
    var total = 0.0
    for block in stride(from: pairs.targetRange.lowerBound, to: pairs.targetRange.upperBound, by: 8)
    {
      let targets = W(pairs.targets, block)
      var sum = SIMD8<Double>()
      var meetings = SIMD8<Int64>()
      for source in 0..<pairs.sourceCount {
        let squared = (W(pairs.sources, repeating: source) - targets).squaredLength
        let isHere = squared .== 0
        sum += potential(squared).replacing(with: 0, where: isHere) * pairs.weights[source]
        meetings.replace(with: meetings &+ 1, where: isHere)
      }
      for lane in 0..<min(8, pairs.targetRange.upperBound - block) {
        total += sum[lane]
        if meetings[lane] > 1 || !pairs.includesTargets && meetings[lane] > 0 {
          pairs.forEachCoincident(with: block + lane) { offset, weight in
            total += potential(SIMD8(repeating: (offset * offset).sum()))[0] * weight
          }
        }
      }
    }
    return total
  }
}
