/// Sums the potentials of a pairwise law. Where the potential is c·ln r + k, a sum over sources is
/// the logarithm of a product of their distances: one logarithm serves many of them.
@usableFromInline struct PotentialKernel<Law: PairLaw> {
  @usableFromInline let law: Law
  @usableFromInline let sources: Lanes
  @usableFromInline let dimensions: Int
  @usableFromInline let plan: ProductPlan
  /// The squared distance from which on the potential is zero.
  @usableFromInline let squaredReach: Double
  /// The squared distance from which on the potential is c·ln r + k, and products of squared
  /// distances do not underflow; ∞ if nowhere.
  @usableFromInline let harmonicSquare: Double
  /// c/2 and k.
  @usableFromInline let (factor, constant): (Double, Double)

  /// The first `doubled` sources count twice. The plan must be deallocated.
  @inlinable @inline(__always)
  init(
    law: Law, _ sources: Bodies<Double>, charges: UnsafePointer<Double>, reach: Double = .infinity,
    doubled: Int = 0
  ) {
    (self.law, self.sources, dimensions) = (law, sources.lanes, sources.dimensions)
    squaredReach = reach * reach
    let isHarmonic = reach == .infinity && law.harmonicSquaredDistance < .infinity
    harmonicSquare = isHarmonic ? max(law.harmonicSquaredDistance, 0x1p-60) : .infinity
    let place = max(1, law.harmonicSquaredDistance)
    factor = isHarmonic ? law.factor(place) * place / 2 : 0
    constant = isHarmonic ? law.potential(place) - factor * place.logarithm : 0
    plan = ProductPlan(sources, charges: charges, doubled: doubled)
  }

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
    for first in stride(from: 0, to: targets.count, by: 8) {
      let count = min(8, targets.count &- first)
      let eight = PotentialTargets(place: P(targets.lanes, first), count: count, harmonicSquare)
      var sum = PotentialSum(constant * plan.totalCharge)
      let (sixteen, four, one) = plan.counts
      add(0..<sixteen, of: 16, chunk: 2, eight, to: &sum)
      add(sixteen..<four, of: 4, chunk: 8, eight, to: &sum)
      add(four..<one, of: 1, chunk: 8, eight, to: &sum)
      (DoubleVector8(at: sums + first) + total(sum)).store(at: sums + first)
      let coincident = sum.coincident
      guard DoubleVector8(0).isAnyLess(than: coincident) else { continue }
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 8) { numbers in
        guard let numbers = numbers.baseAddress else { return }
        coincident.store(at: numbers)
        for target in 0..<count where numbers[target] > 0 { body(first + target, numbers[target]) }
      }
    }
  }

  @inlinable @inline(__always) func total(_ sum: PotentialSum) -> DoubleVector8 {
    guard harmonicSquare < .infinity else { return sum.others }
    let ofMultiples = sum.exponents * DoubleVector8(LogarithmSum.ofTwo) + logarithmOfPowers()
    let logarithm = ofMultiples * DoubleVector8(plan.unit) + sum.logarithms
    return logarithm * DoubleVector8(factor) + sum.others
  }

  /// Adds `products` of `length` sources each. After each chunk of products, it checks whether the
  /// potential is c·ln r + k for all of them.
  @inlinable @inline(__always)
  func add<P: DoublePointVector>(
    _ products: Range<Int>, of length: Int, chunk: Int, _ targets: PotentialTargets<P>,
    to sum: inout PotentialSum
  ) {
    var start = products.lowerBound
    while start < products.upperBound {
      let end = min(start &+ chunk, products.upperBound)
      var (next, nearest, farthest) = (sum, DoubleVector8(.infinity), DoubleVector8(0))
      if harmonicSquare < .infinity {
        for index in start..<end {
          let product = product(plan.products[index].first, length, targets.place, &nearest)
          farthest = .greater(farthest, product)
          add(product, index, to: &next)
        }
      }
      if harmonicSquare < .infinity, targets.areRight(nearest, farthest) {
        sum = next
      } else {
        sum = adding(start..<end, of: length, targets, to: sum)
      }
      start = end
    }
  }

  /// The product of the squared distances from `length` sources, 1, 4 or 16.
  @inlinable @inline(__always)
  func product<P: DoublePointVector>(
    _ first: Int32, _ length: Int, _ place: P, _ nearest: inout DoubleVector8
  ) -> DoubleVector8 {
    let first = Int(first)
    if length == 1 {
      let square = square(first, place)
      nearest = .lesser(nearest, square)
      return square
    }
    var product = four(first, place, &nearest)
    for source in stride(from: first &+ 4, to: first &+ length, by: 4) {
      product = product * four(source, place, &nearest)
    }
    return product
  }

  @inlinable @inline(__always)
  func four<P: DoublePointVector>(_ source: Int, _ place: P, _ nearest: inout DoubleVector8)
    -> DoubleVector8
  {
    let (a, b) = (square(source, place), square(source &+ 1, place))
    let (c, d) = (square(source &+ 2, place), square(source &+ 3, place))
    nearest = .lesser(nearest, .lesser(.lesser(a, b), .lesser(c, d)))
    return (a * b) * (c * d)
  }

  /// Adds the logarithm of `product`, or keeps its significand for `logarithmOfPowers`.
  @inlinable @inline(__always)
  func add(_ product: DoubleVector8, _ index: Int, to sum: inout PotentialSum) {
    let multiple = plan.products[index].multiple
    if multiple > 0 {
      sum.exponents = sum.exponents + product.exponents * DoubleVector8(multiple)
      product.significands.store(at: plan.values + 8 &* index)
    } else {
      sum.logarithms =
        sum.logarithms + product.logarithm() * DoubleVector8(plan.products[index].charge)
    }
  }

  /// The logarithm of the product of the kept significands, each to the power of its multiple.
  @inlinable @inline(__always) func logarithmOfPowers() -> DoubleVector8 {
    var sum = LogarithmSum()
    for digit in stride(from: plan.digits &- 1, through: 0, by: -1) {
      sum.double()
      let indices = plan.products(withDigit: digit)
      var next = 0
      while next < indices.count {
        // Significands are less than 2.
        let end = min(next &+ 512, indices.count)
        var product = DoubleVector8(1)
        while next &+ 3 < end {
          let (a, b) = (value(indices[next]), value(indices[next &+ 1]))
          let (c, d) = (value(indices[next &+ 2]), value(indices[next &+ 3]))
          product = product * ((a * b) * (c * d))
          next &+= 4
        }
        while next < end {
          product = product * value(indices[next])
          next &+= 1
        }
        sum.add(product)
      }
    }
    return sum.sum
  }

  @inlinable @inline(__always) func value(_ product: Int32) -> DoubleVector8 {
    DoubleVector8(at: plan.values + 8 &* Int(product))
  }

  /// The same as `add`, but some sources may stand at a target, or too near or too far.
  @inlinable @inline(never)
  func adding<P: DoublePointVector>(
    _ products: Range<Int>, of length: Int, _ targets: PotentialTargets<P>, to sum: PotentialSum
  ) -> PotentialSum {
    var sum = sum
    for index in products {
      let first = Int(plan.products[index].first)
      let range = first..<first + length
      guard harmonicSquare == .infinity || !addApart(range, index, targets, to: &sum) else {
        continue
      }
      add(DoubleVector8(1), index, to: &sum)
      let potential = potentialOneByOne(of: range, at: targets.place, &sum.coincident)
      sum.others =
        sum.others + (potential - DoubleVector8(constant * Double(length)))
        * DoubleVector8(plan.products[index].charge)
    }
    return sum
  }

  /// Adds the product of the sources `range` that do not stand at a target; false if one of them is
  /// too near or too far.
  @inlinable @inline(__always)
  func addApart<P: DoublePointVector>(
    _ range: Range<Int>, _ index: Int, _ targets: PotentialTargets<P>, to sum: inout PotentialSum
  ) -> Bool {
    let (zero, one, infinity) = (DoubleVector8(0), DoubleVector8(1), DoubleVector8(.infinity))
    var (product, zeros, nearest) = (one, zero, infinity)
    for source in range {
      let square = square(source, targets.place)
      nearest = .lesser(nearest, square.whereZero(infinity, else: square))
      product = product * square.whereZero(one, else: square)
      zeros = zeros + square.whereZero(one, else: zero)
    }
    guard targets.areRight(nearest, product) else { return false }
    add(product, index, to: &sum)
    sum.others = sum.others - zeros * DoubleVector8(constant * plan.products[index].charge)
    sum.coincident = sum.coincident + zeros
    return true
  }

  @inlinable @inline(__always)
  func square<P: DoublePointVector>(_ source: Int, _ place: P) -> DoubleVector8 {
    (place - P(each: sources, source)).squaredLength
  }

  /// The potential of the sources `range`, taken to have the charge 1, one logarithm each. Adds how
  /// many stand at each target to `coincident`.
  @inlinable @inline(never)
  func potentialOneByOne<P: DoublePointVector>(
    of range: Range<Int>, at place: P, _ coincident: inout DoubleVector8
  ) -> DoubleVector8 {
    let (zero, one, reach) = (DoubleVector8(0), DoubleVector8(1), DoubleVector8(squaredReach))
    // Cut off at a distance, a potential is taken to be zero there.
    let least = squaredReach < .infinity ? law.potentials(reach) : zero
    var (sum, zeros) = (zero, coincident)
    for source in range {
      let square = DoubleVector8.lesser(square(source, place), reach)
      let potential = law.potentials(square.whereZero(one, else: square)) - least
      sum = sum + square.whereZero(zero, else: potential)
      zeros = zeros + square.whereZero(one, else: zero)
    }
    coincident = zeros
    return sum
  }
}
