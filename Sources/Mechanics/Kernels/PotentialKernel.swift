/// Sums the potentials of a pairwise law. Where the potential is c·ln r + k, a sum over sources of
/// equal charge is the logarithm of the product of their distances: one logarithm serves them all.
@usableFromInline struct PotentialKernel<Law: PairLaw> {
  @usableFromInline let law: Law
  @usableFromInline let sources: Lanes
  @usableFromInline let charges: UnsafePointer<Double>
  @usableFromInline let sourceCount: Int
  @usableFromInline let dimensions: Int
  /// How many of the first sources count twice.
  @usableFromInline let doubledSources: Int
  /// The squared distance from which on the potential is zero.
  @usableFromInline let squaredReach: Double
  /// The squared distance from which on the potential is c·ln r + k; ∞ if nowhere.
  @usableFromInline let harmonicSquare: Double
  /// c/2 and k.
  @usableFromInline let (factor, constant): (Double, Double)

  @inlinable @inline(__always)
  init(
    law: Law, _ sources: Bodies<Double>, charges: UnsafePointer<Double>? = nil,
    reach: Double = .infinity, doubledSources: Int = 0
  ) {
    self.doubledSources = doubledSources
    (self.law, self.sources, sourceCount) = (law, sources.lanes, sources.count)
    (self.charges, dimensions) = (charges ?? UnsafePointer(sources.charges), sources.dimensions)
    squaredReach = reach * reach
    // Products of four squared distances must neither underflow nor overflow.
    harmonicSquare = reach < .infinity ? .infinity : max(law.harmonicSquaredDistance, 0x1p-250)
    let place = max(1, law.harmonicSquaredDistance)
    factor = law.factor(place) * place / 2
    constant = place < .infinity ? law.potential(place) - factor * place.logarithm : 0
  }

  /// How many targets share the search for sources of equal charge.
  @inlinable @inline(__always) static var targetBlock: Int { 64 }

  /// Adds the potentials of the sources at `targets` to `sums`, and calls `body` with each target
  /// at whose place there are sources, and their number. These contribute nothing. Whole groups of
  /// eight targets and sums are read and written.
  @inlinable @inline(__always)
  func add(
    at targets: Bodies<Double>, to sums: UnsafeMutablePointer<Double>,
    _ body: (_ target: Int, _ coincident: Double) -> Void
  ) {
    dimensions == 2
      ? add(targets, sums, PlanarVector<DoubleVector8>.self, body)
      : add(targets, sums, SpatialVector<DoubleVector8>.self, body)
  }

  @inlinable @inline(__always)
  func add<P: DoublePointVector>(
    _ targets: Bodies<Double>, _ sums: UnsafeMutablePointer<Double>, _: P.Type,
    _ body: (_ target: Int, _ coincident: Double) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.targetBlock) { memory in
      guard let coincident = memory.baseAddress else { return }
      for block in stride(from: 0, to: targets.count, by: Self.targetBlock) {
        let end = min(block + Self.targetBlock, targets.count)
        coincident.update(repeating: 0, count: Self.targetBlock)
        var source = 0
        while source < sourceCount {
          let run = equalCharges(from: source)
          let charge = source < doubledSources ? 2 * charges[source] : charges[source]
          for first in stride(from: block, to: end, by: 8) {
            let potential = potential(
              of: run, at: P(targets.lanes, first), count: end - first,
              coincident + (first - block))
            (DoubleVector8(at: sums + first) + potential * DoubleVector8(charge))
              .store(at: sums + first)
          }
          source = run.upperBound
        }
        for target in block..<end where coincident[target - block] > 0 {
          body(target, coincident[target - block])
        }
      }
    }
  }

  /// The sources from `first` on that have the same charge and count the same.
  @inlinable @inline(__always) func equalCharges(from first: Int) -> Range<Int> {
    let limit = min(first + 512, first < doubledSources ? doubledSources : sourceCount)
    var end = first + 1
    while end < limit, charges[end] == charges[first] { end += 1 }
    return first..<end
  }

  /// The potential of the sources `run`, taken to have the charge 1, at eight places, of which the
  /// first `count` matter. Adds how many sources stand there to `coincident`.
  @inlinable @inline(__always)
  func potential<P: DoublePointVector>(
    of run: Range<Int>, at place: P, count: Int, _ coincident: UnsafeMutablePointer<Double>
  ) -> DoubleVector8 {
    var (logarithms, others, start) = (LogarithmSum(), DoubleVector8(0), run.lowerBound)
    while start < run.upperBound {
      let stretch = start..<min(start + 16, run.upperBound)
      if let sum = adding(stretch, place, count, to: logarithms) {
        logarithms = sum
      } else if let sum = addingApart(stretch, place, count, to: logarithms, coincident) {
        logarithms = sum
      } else {
        others = others + potentialOneByOne(of: stretch, at: place, coincident)
      }
      start = stretch.upperBound
    }
    guard harmonicSquare < .infinity else { return others }
    return others + logarithms.sum * DoubleVector8(factor)
      + logarithms.count * DoubleVector8(constant)
  }

  /// Adds ln r² of the sources `range` to `sum`; nil if a source is too near or too far for that.
  @inlinable @inline(__always)
  func adding<P: DoublePointVector>(
    _ range: Range<Int>, _ place: P, _ count: Int, to sum: LogarithmSum
  ) -> LogarithmSum? {
    guard harmonicSquare < .infinity else { return nil }
    var (sum, nearest, farthest) = (sum, DoubleVector8(.infinity), DoubleVector8(0))
    var source = range.lowerBound
    while source &+ 3 < range.upperBound {
      let (a, b) = (square(source, place), square(source &+ 1, place))
      let (c, d) = (square(source &+ 2, place), square(source &+ 3, place))
      let product = (a * b) * (c * d)
      nearest = .lesser(nearest, .lesser(.lesser(a, b), .lesser(c, d)))
      farthest = .greater(farthest, product)
      sum.add(product)
      source &+= 4
    }
    while source < range.upperBound {
      let square = square(source, place)
      (nearest, farthest) = (.lesser(nearest, square), .greater(farthest, square))
      sum.add(square)
      source &+= 1
    }
    sum.count = sum.count + DoubleVector8(Double(range.count))
    return isRight(nearest, farthest, count) ? sum : nil
  }

  /// The same without the sources that stand at a place; their number is added to `coincident`.
  @inlinable @inline(never)
  func addingApart<P: DoublePointVector>(
    _ range: Range<Int>, _ place: P, _ count: Int, to sum: LogarithmSum,
    _ coincident: UnsafeMutablePointer<Double>
  ) -> LogarithmSum? {
    guard harmonicSquare < .infinity else { return nil }
    let (zero, one) = (DoubleVector8(0), DoubleVector8(1))
    var (sum, zeros, nearest, farthest) = (sum, zero, DoubleVector8(.infinity), zero)
    for source in range {
      let square = square(source, place)
      nearest = .lesser(nearest, square.whereZero(DoubleVector8(.infinity), else: square))
      farthest = .greater(farthest, square)
      sum.add(square.whereZero(one, else: square))
      zeros = zeros + square.whereZero(one, else: zero)
    }
    guard isRight(nearest, farthest, count) else { return nil }
    sum.count = sum.count + (DoubleVector8(Double(range.count)) - zeros)
    (DoubleVector8(at: coincident) + zeros).store(at: coincident)
    return sum
  }

  @inlinable @inline(__always)
  func isRight(_ nearest: DoubleVector8, _ farthest: DoubleVector8, _ count: Int) -> Bool {
    !nearest.isAnyLess(than: DoubleVector8(harmonicSquare, first: count, then: -1))
      && !DoubleVector8(0x1p1000, first: count, then: .infinity).isAnyLess(than: farthest)
  }

  @inlinable @inline(__always)
  func square<P: DoublePointVector>(_ source: Int, _ place: P) -> DoubleVector8 {
    (place - P(each: sources, source)).squaredLength
  }

  /// The potential of the sources `range`, one logarithm each.
  @inlinable @inline(never)
  func potentialOneByOne<P: DoublePointVector>(
    of range: Range<Int>, at place: P, _ coincident: UnsafeMutablePointer<Double>
  ) -> DoubleVector8 {
    let (zero, one, reach) = (DoubleVector8(0), DoubleVector8(1), DoubleVector8(squaredReach))
    // Cut off at a distance, a potential is taken to be zero there.
    let least = squaredReach < .infinity ? law.potentials(reach) : zero
    var (sum, zeros) = (zero, zero)
    for source in range {
      let square = DoubleVector8.lesser(square(source, place), reach)
      let potential = law.potentials(square.whereZero(one, else: square)) - least
      sum = sum + square.whereZero(zero, else: potential)
      zeros = zeros + square.whereZero(one, else: zero)
    }
    (DoubleVector8(at: coincident) + zeros).store(at: coincident)
    return sum
  }
}

/// Sums of logarithms, each computed as one logarithm of a product.
@usableFromInline @frozen struct LogarithmSum {
  /// The product is `significands`·2^`exponents`.
  @usableFromInline var significands = DoubleVector8(1)
  @usableFromInline var exponents = DoubleVector8(0)
  @usableFromInline var count = DoubleVector8(0)

  @inlinable @inline(__always) init() {}

  /// Adds the logarithms of `numbers`, which must be positive, normal and less than 2¹⁰²³.
  @inlinable @inline(__always) mutating func add(_ numbers: DoubleVector8) {
    let product = significands * numbers
    exponents = exponents + product.exponents
    significands = product.significands
  }

  @inlinable @inline(__always) var sum: DoubleVector8 {
    exponents * DoubleVector8(0.693_147_180_559_945_3) + significands.logarithm()
  }
}

extension PotentialKernel {
  @inlinable static func addPotentials(_ law: Law, _ pairs: InteractionList, to sums: Lanes) {
    let (first, (sources, targets)) = (pairs.targetRange.lowerBound, pairs.bodies)
    let kernel = PotentialKernel(
      law: law, sources, charges: pairs.weights, reach: pairs.reach,
      doubledSources: pairs.doubledSources)
    kernel.add(at: targets, to: sums[0]) { target, coincident in
      // One of them is the target itself.
      guard coincident > 1 else { return }
      pairs.forEachCoincident(with: first + target) { offset, weight in
        let base = pairs.reach < .infinity ? law.potential(pairs.reach * pairs.reach) : 0
        sums[0][target] += (law.potential((offset * offset).sum()) - base) * weight
      }
    }
  }
}
