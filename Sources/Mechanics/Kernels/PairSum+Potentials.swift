import ForceLabCVectors

extension PairSum {
  /// Adds the potentials of the sources of `pairs` at its targets to `sums`.
  func addPotentials(_ pairs: InteractionList, to sums: UnsafeMutablePointer<Double>) {
    let (first, targets) = (pairs.targetRange.lowerBound, pairs.targetBodies)
    let expected = pairs.includesTargets ? 1.0 : 0
    addPotentials(of: pairs.sources, at: targets, reach: pairs.reach, to: sums) {
      target, coincident in
      guard coincident > expected else { return }
      let base = pairs.reach < .infinity ? law.potential(pairs.reach * pairs.reach) : 0
      pairs.forEachCoincident(with: first + target) { offset, source in
        let potential = law.potential((offset * offset).sum()) - base
        sums[target] += potential * pairs.sources.charge(source)
      }
    }
  }

  /// Adds the potentials of `sources` at `targets` to `sums`, and calls `body` with each target and the
  /// number of sources at its place, which contribute nothing. Cut off at `reach`, a potential is taken
  /// to be zero there. Whole groups of eight targets and sums are read and written.
  func addPotentials(
    of sources: Bodies<Double>, at targets: Bodies<Double>, reach: Double = .infinity,
    to sums: UnsafeMutablePointer<Double>, _ body: (_ target: Int, _ coincident: Double) -> Void
  ) {
    guard let cLaw else { return addOneByOne(sources, targets, reach * reach, to: sums, body) }
    let compiled = reach == .infinity ? compiled ?? CompiledPotential(cLaw) : nil
    sources.sorted(for: compiled, targets.count) { sources in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 16) { totals in
        guard let totals = totals.baseAddress else { return }
        for first in stride(from: 0, to: targets.count, by: 8) {
          let count = min(8, targets.count - first)
          totals.update(repeating: 0, count: 16)
          let pairs = sources.pairs(
            compiled, cLaw, with: targets.lanes.dropFirst(first), count, reach: reach)
          withUnsafePointer(to: pairs) { cdouble8_sum_potentials($0, totals) }
          for target in 0..<8 { sums[first + target] += totals[target] }
          for target in 0..<count { body(first + target, totals[8 + target]) }
        }
      }
    }
  }

  /// Adds the potentials of `sources` at `targets` to `sums`, in double precision.
  func addPotentials<Number: KernelScalar>(
    widening sources: Bodies<Number>, at targets: Bodies<Number>,
    to sums: UnsafeMutablePointer<Number>
  ) {
    func widened(_ bodies: Bodies<Number>, lanes: Int) -> LaneStorage {
      let storage = LaneStorage(count: bodies.count, lanes: lanes)
      for lane in 0..<lanes {
        for body in 0..<bodies.count {
          storage.lanes[lane][body] = Double(bodies.lanes[lane][body])
        }
      }
      return storage
    }
    let axes = sources.dimensions
    let (from, to) = (widened(sources, lanes: axes + 1), widened(targets, lanes: axes))
    let totals = LaneStorage(count: targets.count, lanes: 1)
    addPotentials(
      of: Bodies(dimensions: axes, lanes: from.lanes, count: sources.count),
      at: Bodies(dimensions: axes, lanes: to.lanes, count: targets.count), to: totals.lanes[0]
    ) { _, _ in }
    for target in 0..<targets.count { sums[target] += Number(totals.lanes[0][target]) }
    withExtendedLifetime((from, to)) {}
  }

  /// The loop for laws from outside.
  private func addOneByOne(
    _ sources: Bodies<Double>, _ targets: Bodies<Double>, _ squaredReach: Double,
    to sums: UnsafeMutablePointer<Double>, _ body: (_ target: Int, _ coincident: Double) -> Void
  ) {
    let base = squaredReach < .infinity ? law.potential(squaredReach) : 0
    for target in 0..<targets.count {
      var coincident = 0.0
      for source in 0..<sources.count {
        let way = sources.point(source) - targets.point(target)
        let square = (way * way).sum()
        coincident += square == 0 ? 1 : 0
        guard square > 0, square < squaredReach else { continue }
        sums[target] += (law.potential(square) - base) * sources.charge(source)
      }
      body(target, coincident)
    }
  }

  /// Adds the potentials of `sources` at `targets` to `sums`, in single precision. False, with nothing
  /// added, if a pair is too near, if nodes coincide, if there is a cut-off, or if the potential is not
  /// compiled. Whole vectors of targets and sums are read and written.
  func addPotentials(
    of sources: Bodies<Float>, at targets: Bodies<Float>, _ filter: PairFilter,
    to sums: UnsafeMutablePointer<Float>
  ) -> Bool {
    guard filter.reach == .infinity, var compiled, let cLaw else { return false }
    compiled.minSquare = max(compiled.minSquare, Double(Float(filter.tooNear).nextUp))
    let (expected, width) = (Float(filter.selves == nil ? 0 : 1), 16)
    let room = (targets.count + width - 1) / width * width
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: room + width) { memory in
      guard let totals = memory.baseAddress else { return false }
      let isRight = sources.sorted(for: compiled, targets.count) { sources in
        stride(from: 0, to: room, by: width).allSatisfy { first in
          let count = min(width, targets.count - first)
          (totals + first).update(repeating: 0, count: 2 * width)
          let pairs = sources.pairs(compiled, cLaw, with: targets.lanes.dropFirst(first), count)
          // The vector after the totals counts the sources at the places of targets.
          return withUnsafePointer(to: pairs) {
            cfloat16_add_potentials($0, totals + first) == pairs.end
              && (0..<count).allSatisfy { totals[first + width + $0] <= expected }
          }
        }
      }
      guard isRight else { return false }
      for index in 0..<room { sums[index] += totals[index] * Float(compiled.factor) }
      return true
    }
  }
}

/// The potential of a law where it is c·ln r or c/r. Loops in C sum such potentials.
struct CompiledPotential: Sendable {
  let isReciprocal: Bool
  /// c/2, the factor of ln r², or c.
  let factor: Double
  /// The squared distance from which on the potential has this form, and at least 2⁻⁶⁰.
  var minSquare: Double

  /// Nil if the potential has neither form anywhere, or differs from it by a constant.
  init?(_ law: CPairLaw) {
    if law.form == CPairInverseSquare || law.form == CPairCoulomb {
      (isReciprocal, factor) = (true, -law.strength)
      minSquare = max(law.min_square, 0x1p-60)
      return
    }
    minSquare = max(law.harmonicSquaredDistance, 0x1p-60)
    let square = max(1, minSquare)
    guard square < .infinity else { return nil }
    (isReciprocal, factor) = (false, cpair_factor(law, square) * square / 2)
    let constant = cpair_potential(law, square) - factor * square.logarithm
    guard abs(constant) <= 1e-14 * abs(factor) * (1 + square.logarithm) else { return nil }
  }
}

extension Bodies where Number: KernelScalar {
  /// These as the sources of potentials at `targets`.
  func pairs(
    _ potential: CompiledPotential?, _ law: CPairLaw, with targets: NumberLanes<Number>,
    _ targetCount: Int, reach: Double = .infinity
  ) -> CPotentials {
    CPotentials(
      is_reciprocal: potential?.isReciprocal ?? false, dimensions: dimensions,
      sources: lanes.base, charges: charges, targets: targets.base, source_stride: lanes.stride,
      target_stride: targets.stride, start: 0, end: count, doubled: doubled,
      limit: potential?.minSquare ?? 0, count: targetCount, law: law,
      factor: potential?.factor ?? 0, squared_reach: reach * reach)
  }

  /// Calls `body` with these bodies, sorted by their charges if that is faster for `targetCount`
  /// targets: sources of the same charge need one logarithm.
  func sorted<Result>(
    for potential: CompiledPotential?, _ targetCount: Int, _ body: (Self) -> Result
  ) -> Result {
    guard let potential, !potential.isReciprocal, isSortingFaster(for: targetCount) else {
      return body(self)
    }
    return withUnsafeTemporaryAllocation(of: Number.self, capacity: (dimensions + 1) * count) {
      copies in
      guard let base = copies.baseAddress else { return body(self) }
      let lanes = NumberLanes(base: base, stride: count)
      copySorted(to: lanes)
      return body(Self(dimensions: dimensions, lanes: lanes, count: count))
    }
  }

  /// Copies these in an order that makes most of the same charge adjacent.
  private func copySorted(to copies: NumberLanes<Number>) {
    func key(_ charge: Number) -> Int {
      let bits = Double(charge).bitPattern
      return Int(((bits ^ bits >> 32) &* 0x9e37_79b9_7f4a_7c15) >> 56)
    }
    var starts = [Int](repeating: 0, count: 257)
    for index in 0..<count { starts[key(charges[index]) + 1] += 1 }
    for key in 1..<256 { starts[key] += starts[key - 1] }
    for index in 0..<count {
      let key = key(charges[index])
      for axis in 0..<dimensions { copies[axis][starts[key]] = lanes[axis][index] }
      copies[dimensions][starts[key]] = charge(index)
      starts[key] += 1
    }
  }

  /// Whether the logarithms that are saved for `targetCount` targets take longer (measured for 32 to
  /// 10⁴ sources with few different charges).
  private func isSortingFaster(for targetCount: Int) -> Bool {
    guard count >= 32 else { return false }
    let groups = (targetCount + Number.Group.width - 1) / Number.Group.width
    var changes = 0
    for next in 1..<count { changes &+= charges[next] == charges[next - 1] ? 0 : 1 }
    return 2 * groups * changes > count
  }
}
