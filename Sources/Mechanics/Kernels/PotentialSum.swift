/// Eight targets, of which the first ones matter.
@usableFromInline @frozen struct PotentialTargets<P: DoublePointVector> {
  @usableFromInline let place: P
  @usableFromInline let leastSquare: DoubleVector8
  @usableFromInline let greatestProduct: DoubleVector8

  @inlinable @inline(__always) init(place: P, count: Int, _ leastSquare: Double) {
    self.place = place
    self.leastSquare = DoubleVector8(leastSquare, first: count, then: -1)
    greatestProduct = DoubleVector8(0x1p1000, first: count, then: .infinity)
  }

  @inlinable @inline(__always)
  func areRight(_ nearest: DoubleVector8, _ farthest: DoubleVector8) -> Bool {
    !nearest.isAnyLess(than: leastSquare) && !greatestProduct.isAnyLess(than: farthest)
  }
}

/// The parts of a sum of potentials at eight targets.
@usableFromInline @frozen struct PotentialSum {
  /// Σ charge·ln of the products whose charges are no multiples of the unit.
  @usableFromInline var logarithms = DoubleVector8(0)
  /// Σ multiple·exponent of the other products.
  @usableFromInline var exponents = DoubleVector8(0)
  @usableFromInline var others: DoubleVector8
  /// The number of sources at each target.
  @usableFromInline var coincident = DoubleVector8(0)

  @inlinable @inline(__always) init(_ others: Double) { self.others = DoubleVector8(others) }
}

/// The logarithm of a product `significands`·2^`exponents`.
@usableFromInline @frozen struct LogarithmSum {
  @usableFromInline var significands = DoubleVector8(1)
  @usableFromInline var exponents = DoubleVector8(0)

  @inlinable @inline(__always) init() {}

  /// Adds the logarithms of `numbers`, which must be positive, normal and less than 2¹⁰²³.
  @inlinable @inline(__always) mutating func add(_ numbers: DoubleVector8) {
    let product = significands * numbers
    exponents = exponents + product.exponents
    significands = product.significands
  }

  @inlinable @inline(__always) mutating func double() {
    exponents = exponents + exponents
    add(significands)
  }

  @inlinable @inline(__always) var sum: DoubleVector8 {
    exponents * DoubleVector8(Self.ofTwo) + significands.logarithm()
  }

  @inlinable @inline(__always) static var ofTwo: Double { 0.693_147_180_559_945_3 }
}

extension PotentialKernel {
  /// Adds the potentials of `sources` at `targets`, none of which coincide.
  @inlinable static func addPotentials(
    _ law: Law, _ sources: Bodies<Double>, at targets: Bodies<Double>, to sums: Lanes
  ) {
    let kernel = PotentialKernel(law: law, sources, charges: UnsafePointer(sources.charges))
    defer { kernel.plan.deallocate() }
    kernel.add(at: targets, to: sums[0]) { _, _ in }
  }

  @inlinable static func addPotentials(_ law: Law, _ pairs: InteractionList, to sums: Lanes) {
    let (first, (sources, targets)) = (pairs.targetRange.lowerBound, pairs.bodies)
    let expected = pairs.includesTargets ? 1.0 : 0
    let kernel = PotentialKernel(
      law: law, sources, charges: pairs.weights, reach: pairs.reach,
      doubled: pairs.doubledSources)
    defer { kernel.plan.deallocate() }
    kernel.add(at: targets, to: sums[0]) { target, coincident in
      guard coincident > expected else { return }
      pairs.forEachCoincident(with: first + target) { offset, weight in
        let base = pairs.reach < .infinity ? law.potential(pairs.reach * pairs.reach) : 0
        sums[0][target] += (law.potential((offset * offset).sum()) - base) * weight
      }
    }
  }
}
