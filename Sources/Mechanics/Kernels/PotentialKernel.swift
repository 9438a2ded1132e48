import ForceLabCVectors

/// Sums the potentials of a pairwise law at eight targets at a time. Where the potential is c·ln r or
/// c/r, a loop in C sums those of most sources.
@usableFromInline struct PotentialKernel<Law: PairLaw> {
  @usableFromInline let law: Law
  @usableFromInline let sources: PotentialSources<Double>
  /// The squared distance from which on the potential is zero.
  @usableFromInline let squaredReach: Double
  @usableFromInline let compiled: CompiledPotential?

  @inlinable @inline(__always)
  init(law: Law, _ sources: PotentialSources<Double>, reach: Double = .infinity) {
    (self.law, self.sources, squaredReach) = (law, sources, reach * reach)
    compiled = reach == .infinity ? CompiledPotential(law) : nil
  }

  /// Adds the potentials of the sources at `targets` to `sums`, and calls `body` with each target
  /// at whose place there are sources, and their number. These contribute nothing. Whole groups of
  /// eight targets and sums are read and written.
  @inlinable @inline(__always)
  func add(
    at targets: Bodies<Double>, to sums: UnsafeMutablePointer<Double>,
    _ body: (_ target: Int, _ coincident: Double) -> Void
  ) {
    sources.sorted(for: compiled, targets.count) { add($0, targets, sums, body) }
  }

  @inlinable @inline(__always)
  func add(
    _ sources: PotentialSources<Double>, _ targets: Bodies<Double>,
    _ sums: UnsafeMutablePointer<Double>, _ body: (_ target: Int, _ coincident: Double) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 16) { totals in
      guard let totals = totals.baseAddress else { return }
      for first in stride(from: 0, to: targets.count, by: 8) {
        let (count, targets) = (min(8, targets.count &- first), targets.lanes.dropFirst(first))
        totals.update(repeating: 0, count: 16)
        sources.bodies.dimensions == 2
          ? sum(sources, at: targets, count, PlanarVector<DoubleVector8>.self, to: totals)
          : sum(sources, at: targets, count, SpatialVector<DoubleVector8>.self, to: totals)
        (DoubleVector8(at: sums + first) + DoubleVector8(at: totals)).store(at: sums + first)
        for target in 0..<count where totals[8 &+ target] > 0 {
          body(first + target, totals[8 &+ target])
        }
      }
    }
  }

  /// Sets eight `totals` to the potentials at targets, of which the first `count` matter, and the
  /// next eight to the number of sources at the place of each.
  @inlinable @inline(__always)
  func sum<P: DoublePointVector>(
    _ sources: PotentialSources<Double>, at targets: Lanes, _ count: Int, _: P.Type,
    to totals: UnsafeMutablePointer<Double>
  ) {
    var (start, others) = (0, DoubleVector8(0))
    while start < sources.bodies.count {
      if let compiled {
        let pairs = sources.pairs(compiled, with: targets, count, from: start)
        start = DoubleVector8.add(pairs, to: totals)
      }
      // Some of these are too near or too far.
      let end = min(start &+ 16, sources.bodies.count)
      if start < end { addOneByOne(sources, start..<end, P(targets, 0), to: &others, totals + 8) }
      start = end
    }
    (DoubleVector8(at: totals) * DoubleVector8(compiled?.factor ?? 0) + others).store(at: totals)
  }

  /// Adds the potentials of the sources `range`, computed one by one, to `sum`, and the number of
  /// those that stand at each target to `coincident`.
  @inlinable @inline(never)
  func addOneByOne<P: DoublePointVector>(
    _ sources: PotentialSources<Double>, _ range: Range<Int>, _ place: P,
    to sum: inout DoubleVector8, _ coincident: UnsafeMutablePointer<Double>
  ) {
    let (zero, one, reach) = (DoubleVector8(0), DoubleVector8(1), DoubleVector8(squaredReach))
    // Cut off at a distance, a potential is taken to be zero there.
    let least = squaredReach < .infinity ? law.potentials(reach) : zero
    var (total, zeros) = (sum, DoubleVector8(at: coincident))
    for source in range {
      let square = DoubleVector8.lesser(
        (place - P(each: sources.bodies.lanes, source)).squaredLength, reach)
      let potential = law.potentials(square.whereZero(one, else: square)) - least
      let charge = sources.charges[source]
      let weight = DoubleVector8(source < sources.doubled ? 2 * charge : charge)
      total = total + square.whereZero(zero, else: potential) * weight
      zeros = zeros + square.whereZero(one, else: zero)
    }
    sum = total
    zeros.store(at: coincident)
  }
}

extension PotentialKernel {
  /// Adds the potentials of `sources` at `targets`, none of which coincide.
  @inlinable static func addPotentials(
    _ law: Law, _ sources: Bodies<Double>, at targets: Bodies<Double>, to sums: Lanes
  ) {
    PotentialKernel(law: law, PotentialSources(sources))
      .add(at: targets, to: sums[0]) { _, _ in }
  }

  @inlinable static func addPotentials(_ law: Law, _ pairs: InteractionList, to sums: Lanes) {
    let (first, (sources, targets)) = (pairs.targetRange.lowerBound, pairs.bodies)
    let expected = pairs.includesTargets ? 1.0 : 0
    let kernel = PotentialKernel(
      law: law,
      PotentialSources(sources, charges: pairs.weights, doubled: pairs.doubledSources),
      reach: pairs.reach)
    kernel.add(at: targets, to: sums[0]) { target, coincident in
      guard coincident > expected else { return }
      pairs.forEachCoincident(with: first + target) { offset, weight in
        let base = pairs.reach < .infinity ? law.potential(pairs.reach * pairs.reach) : 0
        sums[0][target] += (law.potential((offset * offset).sum()) - base) * weight
      }
    }
  }
}
