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
  @usableFromInline let minSquare: Number
  /// The law's fast form is right from this squared distance on.
  @usableFromInline let limit: Number

  @inlinable @inline(__always)
  init(
    law: Law, _ sources: Bodies<Number>, charges: UnsafePointer<Number>? = nil, _ filter: PairFilter
  ) {
    (self.law, self.filter) = (law, filter)
    (self.sources, sourceCount) = (sources.lanes, sources.count)
    (self.charges, dimensions) = (charges ?? UnsafePointer(sources.charges), sources.dimensions)
    minSquare = max(Number(filter.tooNear).nextUp, Number.minSquare)
    limit = max(Number(law.nearSquaredDistance), minSquare)
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
    withUnsafeTemporaryAllocation(of: Number.self, capacity: 8 * Group.width) { memory in
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
    var (total, start) = (P.zero, 0)
    while true {
      if isFast { start = addFast(from: start, care, to: &total) }
      guard start < sourceCount else { return total }
      let end = min(start + Self.stretch, sourceCount)
      total = total + sumFully(start..<end, care)
      start = end
    }
  }

  /// Adds stretches of sources, the first one from `start` on, by the law's fast form. Returns the
  /// start of the first stretch with a source that is too near, or the end.
  @inlinable @inline(__always)
  func addFast<P: PointVector>(
    from start: Int, _ care: CarefulPairKernel<Law, Number>, to total: inout P
  ) -> Int where P.Group == Group {
    if let cLaw = law.cLaw {
      return care.add(start..<sourceCount, cLaw, isFull: false, to: &total)
    }
    let place = P(care.targets, 0)
    let limits = Group(limit, first: care.count, then: -1)
    var start = start
    while start < sourceCount {
      let end = min(start + Self.stretch, sourceCount)
      var (part, nearest) = (P.zero, Group(.infinity))
      care.own < end && care.own + Group.width > start
        ? sum(start..<end, place, care.own, isFull: false, to: &part, &nearest)
        : sum(start..<end, place, nil, isFull: false, to: &part, &nearest)
      if nearest.isAnyLess(than: limits) { break }
      total = total + part
      start = end
    }
    return start
  }

  @inlinable @inline(__always) var isEndless: Bool { filter.reach == .infinity }
  @inlinable @inline(__always) var isFast: Bool { limit < .infinity && isEndless }

  /// Sums over the sources `range` by the law's full form, one by one if some are too near.
  @inlinable @inline(never)
  func sumFully<P: PointVector>(_ range: Range<Int>, _ care: CarefulPairKernel<Law, Number>) -> P
  where P.Group == Group {
    var total = P.zero
    if isEndless, addFully(range, care, to: &total) { return total }
    for source in range where !isEndless || !addFully(source..<source + 1, care, to: &total) {
      care.sum(source)
      total = total + P(care.scratch, 0)
    }
    return total
  }

  /// Adds the sum over `range` by the law's full form; false, with nothing added, if one of the
  /// sources is too near.
  @inlinable @inline(__always)
  func addFully<P: PointVector>(
    _ range: Range<Int>, _ care: CarefulPairKernel<Law, Number>, to total: inout P
  ) -> Bool where P.Group == Group {
    if let cLaw = law.cLaw {
      return care.add(range, cLaw, isFull: true, to: &total) == range.upperBound
    }
    var (part, nearest) = (P.zero, Group(.infinity))
    sum(range, P(care.targets, 0), care.own, isFull: true, to: &part, &nearest)
    if nearest.isAnyLess(than: Group(minSquare, first: care.count, then: -1)) { return false }
    total = total + part
    return true
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
    return square.with(ownSquare, in: source &- own)
  }

  /// The square that stands for the distance of a target to itself.
  @inlinable @inline(__always) var ownSquare: Number { limit < .infinity ? 2 * limit : 1 }
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
