import ForceLabCVectors

/// Sums single sources by the law's full form, in loops over memory.
@usableFromInline struct CarefulPairKernel<Law: PairLaw, Number: KernelScalar> {
  @usableFromInline let kernel: PairKernel<Law, Number>
  /// A group of targets. Only the first `count` matter.
  @usableFromInline let targets: NumberLanes<Number>
  @usableFromInline let count: Int
  /// The index of the first target among the sources; far below zero if targets are not sources.
  @usableFromInline let own: Int
  /// The sums, one lane per axis, then a lane of factors, one of counts of sources too near, and the
  /// totals, one lane per axis.
  @usableFromInline let scratch: NumberLanes<Number>

  @inlinable @inline(__always)
  init(
    kernel: PairKernel<Law, Number>, targets: NumberLanes<Number>, count: Int, own: Int,
    scratch: NumberLanes<Number>
  ) {
    (self.kernel, self.targets, self.count) = (kernel, targets, count)
    (self.own, self.scratch) = (own, scratch)
  }

  @inlinable @inline(__always) var meetings: UnsafeMutablePointer<Number> { scratch[4] }

  /// Adds the sources `range` to `total` in stretches, by a loop in C. Returns the start of the first
  /// stretch with a source that is too near, or the end.
  @inlinable @inline(__always)
  func add<P: PointVector>(
    _ range: Range<Int>, _ cLaw: CPairLaw, isFull: Bool, to total: inout P
  ) -> Int where P.Group == Number.Group {
    let totals = scratch.dropFirst(5 * scratch.stride)
    total.store(totals, 0)
    let pairs = CPairs(
      law: cLaw, dimensions: kernel.dimensions, sources: kernel.sources.base,
      charges: kernel.charges, targets: targets.base, source_stride: kernel.sources.stride,
      target_stride: targets.stride, start: range.lowerBound, end: range.upperBound, own: own,
      own_square: Double(kernel.ownSquare),
      limit: Double(isFull ? kernel.minSquare : kernel.limit), count: count, is_full: isFull)
    let end = Number.Group.add(pairs, to: totals.base)
    total = P(totals, 0)
    return end
  }

  /// Sets the sums to the forces of `source`, zero at its place, and counts meetings too near.
  @inlinable @inline(__always) func sum(_ source: Int) {
    let (factors, meetings, law, width) = (scratch[3], meetings, kernel.law, Number.Group.width)
    factors.update(repeating: 0, count: width)
    for axis in 0..<kernel.dimensions {
      let (x, place) = (targets[axis], kernel.sources[axis][source])
      for index in 0..<width { factors[index] += (place - x[index]) * (place - x[index]) }
    }
    let charge = kernel.charges[source]
    let tooNear = Number(kernel.filter.tooNear)
    let squaredReach = Number(kernel.filter.reach * kernel.filter.reach)
    for index in 0..<width {
      let square = factors[index]
      let factor = law.factor(square == 0 ? 1 : square) * charge
      meetings[index] += square <= tooNear ? 1 : 0
      factors[index] = square < squaredReach ? factor : 0
    }
    for axis in 0..<kernel.dimensions {
      let (x, place, sum) = (targets[axis], kernel.sources[axis][source], scratch[axis])
      for index in 0..<width { sum[index] = (place - x[index]) * factors[index] }
    }
    if source >= own, source < own + count, tooNear >= 0 { meetings[source - own] -= 1 }
  }
}
