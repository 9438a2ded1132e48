/// Sums the forces of a pairwise law. A layout spends most of its time in these loops. A group of
/// targets and their sums stay in registers while the kernel reads two sources at a time. It sums a
/// stretch of sources by the law's fast form, and again by the full form if one of them is too near
/// for that.
@usableFromInline struct PairKernel<Law: PairLaw, Number: KernelScalar> {
  @usableFromInline typealias Group = Number.Group

  @usableFromInline let law: Law
  @usableFromInline let sources: NumberLanes<Number>
  @usableFromInline let charges: UnsafePointer<Number>
  @usableFromInline let sourceCount: Int
  @usableFromInline let dimensions: Int
  @usableFromInline let filter: PairFilter
  /// No pair is too near from this squared distance on.
  @usableFromInline let leastSquare: Number
  /// The law's fast form is right from this squared distance on.
  @usableFromInline let limit: Number

  @inlinable @inline(__always)
  init(
    law: Law, _ sources: Bodies<Number>, charges: UnsafePointer<Number>? = nil, _ filter: PairFilter
  ) {
    (self.law, self.filter) = (law, filter)
    (self.sources, sourceCount) = (sources.lanes, sources.count)
    (self.charges, dimensions) = (charges ?? UnsafePointer(sources.charges), sources.dimensions)
    leastSquare = max(Number(filter.tooNear).nextUp, Number.leastSquare)
    limit = max(Number(law.nearSquaredDistance), leastSquare)
  }

  /// How many sources are summed between checks of their distance.
  @inlinable @inline(__always) static var stretch: Int { 16 }

  /// Adds the forces on `targets` to `sums`; false if a pair is too near.
  @inlinable func addForces(on targets: Bodies<Number>, to sums: NumberLanes<Number>) -> Bool {
    var isRight = true
    add(targets, to: sums, expecting: 0) { _ in isRight = false }
    return isRight
  }

  /// Calls `body` with each target that more than `expected` sources are too near to.
  @inlinable @inline(__always)
  func add(
    _ targets: Bodies<Number>, to sums: NumberLanes<Number>, expecting expected: Number,
    _ body: (Int) -> Void
  ) {
    dimensions == 2
      ? add(targets, to: sums, expected, PlanarVector<Group>.self, body)
      : add(targets, to: sums, expected, SpatialVector<Group>.self, body)
  }

  @inlinable @inline(__always)
  func add<P: PointVector>(
    _ targets: Bodies<Number>, to sums: NumberLanes<Number>, _ expected: Number, _: P.Type,
    _ body: (Int) -> Void
  ) where P.Group == Group {
    withUnsafeTemporaryAllocation(of: Number.self, capacity: 5 * Group.width) { memory in
      guard let base = memory.baseAddress else { return }
      for start in stride(from: 0, to: targets.count, by: Group.width) {
        let care = CarefulPairKernel(
          kernel: self, targets: targets.lanes.dropFirst(start),
          count: min(Group.width, targets.count - start),
          own: filter.selves.map { $0 + start } ?? -Group.width,
          scratch: NumberLanes(base: base, stride: Group.width))
        care.meetings.update(repeating: 0, count: Group.width)
        (P(sums, start) + sum(care, P.self)).store(sums, start)
        for index in 0..<care.count where care.meetings[index] > expected { body(start + index) }
      }
    }
  }

  @inlinable @inline(__always)
  func sum<P: PointVector>(_ care: CarefulPairKernel<Law, Number>, _: P.Type) -> P
  where P.Group == Group {
    let place = P(care.targets, 0)
    let limits = Group(limit, first: care.count, then: -1)
    var (total, start) = (P.zero, 0)
    while start < sourceCount {
      let end = min(start + Self.stretch, sourceCount)
      var (part, nearest) = (P.zero, Group(.infinity))
      if isFast {
        care.own < end && care.own + Group.width > start
          ? sum(start..<end, place, care.own, isFull: false, to: &part, &nearest)
          : sum(start..<end, place, nil, isFull: false, to: &part, &nearest)
      }
      if !isFast || nearest.isAnyLess(than: limits) { part = sumFully(start..<end, care) }
      total = total + part
      start = end
    }
    return total
  }

  @inlinable @inline(__always) var isEndless: Bool { filter.reach == .infinity }
  @inlinable @inline(__always) var isFast: Bool { limit < .infinity && isEndless }

  /// Sums over the sources `range` by the law's full form, one by one if some are too near.
  @inlinable @inline(never)
  func sumFully<P: PointVector>(_ range: Range<Int>, _ care: CarefulPairKernel<Law, Number>) -> P
  where P.Group == Group {
    let place = P(care.targets, 0)
    let limits = Group(leastSquare, first: care.count, then: -1)
    var (total, nearest) = (P.zero, Group(.infinity))
    if isEndless { sum(range, place, care.own, isFull: true, to: &total, &nearest) }
    guard !isEndless || nearest.isAnyLess(than: limits) else { return total }
    total = .zero
    for source in range {
      var (part, nearest) = (P.zero, Group(.infinity))
      if isEndless { sum(source..<source + 1, place, care.own, isFull: true, to: &part, &nearest) }
      if !isEndless || nearest.isAnyLess(than: limits) {
        care.sum(source)
        part = P(care.scratch, 0)
      }
      total = total + part
    }
    return total
  }

  /// Sums over the sources `range`. `own` is the index of the first target among the sources.
  @inlinable @inline(__always)
  func sum<P: PointVector>(
    _ range: Range<Int>, _ place: P, _ own: Int?, isFull: Bool, to part: inout P,
    _ nearest: inout Group
  ) where P.Group == Group {
    var source = range.lowerBound
    while source &+ 1 < range.upperBound {
      let (wayA, wayB) = (place - P(each: sources, source), place - P(each: sources, source &+ 1))
      let (a, b) = (square(wayA, source, own), square(wayB, source &+ 1, own))
      let pullA = wayA * factors(a, source, isFull)
      let pullB = wayB * factors(b, source &+ 1, isFull)
      part = part - (pullA + pullB)
      nearest = .lesser(nearest, .lesser(a, b))
      source &+= 2
    }
    if source < range.upperBound {
      let way = place - P(each: sources, source)
      let square = square(way, source, own)
      part = part - way * factors(square, source, isFull)
      nearest = .lesser(nearest, square)
    }
  }

  @inlinable @inline(__always)
  func factors(_ squares: Group, _ source: Int, _ isFull: Bool) -> Group {
    isFull
      ? law.factors(squares, times: charges[source])
      : law.fastFactors(squares, times: charges[source])
  }

  /// The squared lengths of `way` to `source`, with a harmless value for a target itself.
  @inlinable @inline(__always)
  func square<P: PointVector>(_ way: P, _ source: Int, _ own: Int?) -> Group
  where P.Group == Group {
    let square = way.squaredLength
    guard let own else { return square }
    return square.with(limit < .infinity ? 2 * limit : 1, in: source &- own)
  }
}

/// Sums single sources by the law's full form, in loops over memory.
@usableFromInline struct CarefulPairKernel<Law: PairLaw, Number: KernelScalar> {
  @usableFromInline let kernel: PairKernel<Law, Number>
  /// A group of targets. Only the first `count` matter.
  @usableFromInline let targets: NumberLanes<Number>
  @usableFromInline let count: Int
  /// The index of the first target among the sources; far below zero if targets are not sources.
  @usableFromInline let own: Int
  /// The sums, one lane per axis, then a lane of factors and one of counts of sources too near.
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

extension PairKernel where Number == Double {
  /// Coincident nodes repel each other in a random direction.
  @inlinable static func addForces(_ law: Law, _ pairs: InteractionList, to sums: Lanes) {
    let (first, (sources, targets)) = (pairs.targetRange.lowerBound, pairs.bodies)
    let kernel = PairKernel(
      law: law, sources, charges: pairs.weights,
      PairFilter(selves: pairs.selves, reach: pairs.reach, tooNear: 0))
    // If the sources are another list, each target is one of them.
    kernel.add(targets, to: sums, expecting: pairs.selves == nil ? 1 : 0) { index in
      pairs.forEachCoincident(with: first + index) { offset, weight in
        let pull = law.factor((offset * offset).sum()) * weight
        for axis in 0..<pairs.dimensions { sums[axis][index] += offset[axis] * pull }
      }
    }
  }
}
