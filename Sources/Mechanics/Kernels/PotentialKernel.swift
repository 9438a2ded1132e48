import ForceLabCVectors

/// Sums the potentials of a pairwise law at eight targets at a time. Where the potential is c·ln r, a
/// loop in C sums the logarithms of most sources.
@usableFromInline struct PotentialKernel<Law: PairLaw> {
  @usableFromInline let law: Law
  @usableFromInline var sources: Bodies<Double>
  @usableFromInline var charges: UnsafePointer<Double>
  /// How many of the first sources count twice.
  @usableFromInline var doubled: Int
  /// The squared distance from which on the potential is zero.
  @usableFromInline let squaredReach: Double
  /// c/2.
  @usableFromInline let factor: Double
  /// The squared distance from which on the potential is c·ln r, and products of squared distances
  /// do not underflow; ∞ if nowhere.
  @usableFromInline let harmonicSquare: Double

  @inlinable @inline(__always)
  init(
    law: Law, _ sources: Bodies<Double>, charges: UnsafePointer<Double>, reach: Double = .infinity,
    doubled: Int = 0
  ) {
    (self.law, self.sources, self.charges, self.doubled) = (law, sources, charges, doubled)
    squaredReach = reach * reach
    let least = max(law.harmonicSquaredDistance, 0x1p-60)
    let place = max(1, least)
    factor = place < .infinity ? law.factor(place) * place / 2 : 0
    // Potentials that differ from c·ln r by a constant are summed one by one.
    let constant = law.potential(place) - factor * place.logarithm
    let isLogarithm = abs(constant) <= 1e-14 * abs(factor) * (1 + place.logarithm)
    harmonicSquare = reach == .infinity && isLogarithm ? least : .infinity
  }

  /// Adds the potentials of the sources at `targets` to `sums`, and calls `body` with each target
  /// at whose place there are sources, and their number. These contribute nothing. Whole groups of
  /// eight targets and sums are read and written.
  @inlinable @inline(__always)
  func add(
    at targets: Bodies<Double>, to sums: UnsafeMutablePointer<Double>,
    _ body: (_ target: Int, _ coincident: Double) -> Void
  ) {
    guard isSortingFaster(for: targets) else { return addInOrder(targets, sums, body) }
    let axes = sources.dimensions
    withUnsafeTemporaryAllocation(of: Double.self, capacity: (axes + 1) * sources.count) { copies in
      guard let base = copies.baseAddress else { return }
      var pairs = pairs(with: targets.lanes, targets.count, from: 0)
      cdouble8_sort_by_charge(&pairs, base)
      var sorted = self
      sorted.sources.lanes = Lanes(base: base, stride: sources.count)
      (sorted.charges, sorted.doubled) = (UnsafePointer(sorted.sources.charges), 0)
      sorted.addInOrder(targets, sums, body)
    }
  }

  /// Whether the charges of adjacent sources often differ, for enough targets.
  @inlinable @inline(__always) func isSortingFaster(for targets: Bodies<Double>) -> Bool {
    guard harmonicSquare < .infinity, sources.count >= 32, targets.count >= 16 else { return false }
    var changes = 0
    for source in 1..<sources.count { changes += charges[source] == charges[source - 1] ? 0 : 1 }
    return 8 * changes > sources.count
  }

  @inlinable @inline(__always)
  func addInOrder(
    _ targets: Bodies<Double>, _ sums: UnsafeMutablePointer<Double>,
    _ body: (_ target: Int, _ coincident: Double) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 16) { totals in
      guard let totals = totals.baseAddress else { return }
      for first in stride(from: 0, to: targets.count, by: 8) {
        let (count, targets) = (min(8, targets.count &- first), targets.lanes.dropFirst(first))
        totals.update(repeating: 0, count: 16)
        sources.dimensions == 2
          ? sum(at: targets, count, PlanarVector<DoubleVector8>.self, to: totals)
          : sum(at: targets, count, SpatialVector<DoubleVector8>.self, to: totals)
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
    at targets: Lanes, _ count: Int, _: P.Type, to totals: UnsafeMutablePointer<Double>
  ) {
    var (start, others) = (0, DoubleVector8(0))
    while start < sources.count {
      if harmonicSquare < .infinity {
        start = DoubleVector8.add(pairs(with: targets, count, from: start), to: totals)
      }
      // Some of these are too near or too far.
      let end = min(start &+ 16, sources.count)
      if start < end { addOneByOne(start..<end, P(targets, 0), to: &others, totals + 8) }
      start = end
    }
    (DoubleVector8(at: totals) * DoubleVector8(factor) + others).store(at: totals)
  }

  @inlinable @inline(__always)
  func pairs(with targets: Lanes, _ count: Int, from start: Int) -> CLogarithms {
    CLogarithms(
      dimensions: sources.dimensions, sources: sources.lanes.base, charges: charges,
      targets: targets.base, source_stride: sources.lanes.stride, target_stride: targets.stride,
      start: start, end: sources.count, doubled: doubled, limit: harmonicSquare, count: count)
  }

  /// Adds the potentials of the sources `range`, computed one by one, to `sum`, and the number of
  /// those that stand at each target to `coincident`.
  @inlinable @inline(never)
  func addOneByOne<P: DoublePointVector>(
    _ range: Range<Int>, _ place: P, to sum: inout DoubleVector8,
    _ coincident: UnsafeMutablePointer<Double>
  ) {
    let (zero, one, reach) = (DoubleVector8(0), DoubleVector8(1), DoubleVector8(squaredReach))
    // Cut off at a distance, a potential is taken to be zero there.
    let least = squaredReach < .infinity ? law.potentials(reach) : zero
    var (total, zeros) = (sum, DoubleVector8(at: coincident))
    for source in range {
      let square = DoubleVector8.lesser(
        (place - P(each: sources.lanes, source)).squaredLength, reach)
      let potential = law.potentials(square.whereZero(one, else: square)) - least
      let charge = DoubleVector8(source < doubled ? 2 * charges[source] : charges[source])
      total = total + square.whereZero(zero, else: potential) * charge
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
    PotentialKernel(law: law, sources, charges: UnsafePointer(sources.charges))
      .add(at: targets, to: sums[0]) { _, _ in }
  }

  @inlinable static func addPotentials(_ law: Law, _ pairs: InteractionList, to sums: Lanes) {
    let (first, (sources, targets)) = (pairs.targetRange.lowerBound, pairs.bodies)
    let expected = pairs.includesTargets ? 1.0 : 0
    let kernel = PotentialKernel(
      law: law, sources, charges: pairs.weights, reach: pairs.reach,
      doubled: pairs.doubledSources)
    kernel.add(at: targets, to: sums[0]) { target, coincident in
      guard coincident > expected else { return }
      pairs.forEachCoincident(with: first + target) { offset, weight in
        let base = pairs.reach < .infinity ? law.potential(pairs.reach * pairs.reach) : 0
        sums[0][target] += (law.potential((offset * offset).sum()) - base) * weight
      }
    }
  }
}
