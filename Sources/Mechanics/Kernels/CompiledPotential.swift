import ForceLabCVectors

/// The potential of a law where it is c·ln r or c/r. Loops in C sum such potentials.
@usableFromInline struct CompiledPotential: Sendable {
  @usableFromInline let isReciprocal: Bool
  /// c/2, the factor of ln r², or c.
  @usableFromInline let factor: Double
  /// The squared distance from which on the potential has this form, and at least 2⁻⁶⁰.
  @usableFromInline var minSquare: Double

  /// Nil if the potential has neither form anywhere, or differs from it by a constant.
  @inlinable init?(_ law: some PairLaw) {
    if let cLaw = law.cLaw, cLaw.form == CPairInverseSquare || cLaw.form == CPairCoulomb {
      (isReciprocal, factor) = (true, -cLaw.strength)
      minSquare = max(cLaw.least, 0x1p-60)
      return
    }
    let least = max(law.harmonicSquaredDistance, 0x1p-60)
    let place = max(1, least)
    guard place < .infinity else { return nil }
    let factor = law.factor(place) * place / 2
    let constant = law.potential(place) - factor * place.logarithm
    guard abs(constant) <= 1e-14 * abs(factor) * (1 + place.logarithm) else { return nil }
    (isReciprocal, self.factor, minSquare) = (false, factor, least)
  }

  /// Adds the potentials of `sources` at `targets` to `sums`, in single precision. False, with
  /// nothing added, if a pair is too near, if nodes coincide, or if there is a cut-off. Whole vectors
  /// of targets and sums are read and written.
  func add(
    _ sources: Bodies<Float>, at targets: Bodies<Float>, _ filter: PairFilter,
    to sums: UnsafeMutablePointer<Float>
  ) -> Bool {
    guard filter.reach == .infinity else { return false }
    var potential = self
    potential.minSquare = max(minSquare, Double(Float(filter.tooNear).nextUp))
    let (expected, width) = (Float(filter.selves == nil ? 0 : 1), FloatVector16.width)
    let room = (targets.count + width - 1) / width * width
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: room + width) { memory in
      guard let totals = memory.baseAddress else { return false }
      let isRight = PotentialSources(sources).sorted(for: self, targets.count) { sources in
        stride(from: 0, to: room, by: width).allSatisfy { first in
          let count = min(width, targets.count - first)
          (totals + first).update(repeating: 0, count: 2 * width)
          let pairs = sources.pairs(
            potential, with: targets.lanes.dropFirst(first), count, from: 0)
          // The vector after the totals counts the sources at the places of targets.
          return FloatVector16.add(pairs, to: totals + first) == pairs.end
            && (0..<count).allSatisfy { totals[first + width + $0] <= expected }
        }
      }
      guard isRight else { return false }
      for first in stride(from: 0, to: room, by: width) {
        (FloatVector16(at: sums + first)
          + FloatVector16(at: totals + first) * FloatVector16(Float(factor)))
          .store(at: sums + first)
      }
      return true
    }
  }
}

/// The sources of sums of potentials.
@usableFromInline struct PotentialSources<Number: KernelScalar> {
  @usableFromInline var bodies: Bodies<Number>
  @usableFromInline var charges: UnsafePointer<Number>
  /// How many of the first sources count twice.
  @usableFromInline var doubled: Int

  @inlinable @inline(__always)
  init(_ bodies: Bodies<Number>, charges: UnsafePointer<Number>? = nil, doubled: Int = 0) {
    (self.bodies, self.doubled) = (bodies, doubled)
    self.charges = charges ?? UnsafePointer(bodies.charges)
  }

  @inlinable @inline(__always)
  func pairs(
    _ potential: CompiledPotential, with targets: NumberLanes<Number>, _ count: Int, from start: Int
  ) -> CPotentials {
    CPotentials(
      is_reciprocal: potential.isReciprocal, dimensions: bodies.dimensions,
      sources: bodies.lanes.base, charges: charges, targets: targets.base,
      source_stride: bodies.lanes.stride, target_stride: targets.stride, start: start,
      end: bodies.count, doubled: doubled, limit: potential.minSquare, count: count)
  }

  /// Calls `body` with the sources, sorted by their charges if that is faster for `count` targets:
  /// sources of the same charge need one logarithm.
  @inlinable @inline(__always)
  func sorted<Result>(
    for potential: CompiledPotential?, _ count: Int, _ body: (Self) -> Result
  ) -> Result {
    guard let potential, !potential.isReciprocal, isSortingFaster(for: count) else {
      return body(self)
    }
    let (axes, all) = (bodies.dimensions, pairs(potential, with: bodies.lanes, 0, from: 0))
    return withUnsafeTemporaryAllocation(of: Number.self, capacity: (axes + 1) * bodies.count) {
      copies in
      guard let base = copies.baseAddress else { return body(self) }
      Number.Group.sortByCharge(all, to: base)
      let lanes = NumberLanes(base: base, stride: bodies.count)
      return body(Self(Bodies(dimensions: axes, lanes: lanes, count: bodies.count)))
    }
  }

  /// Whether the logarithms that are saved for `count` targets take longer (measured for 32 to 10⁴
  /// sources with few different charges).
  @inlinable @inline(__always) func isSortingFaster(for count: Int) -> Bool {
    guard bodies.count >= 32 else { return false }
    let groups = (count + Number.Group.width - 1) / Number.Group.width
    return 2 * groups * Number.Group.changes(of: charges, count: bodies.count) > bodies.count
  }
}
