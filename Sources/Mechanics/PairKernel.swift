/// Sums the forces of a pairwise law: the loops in which a layout spends its time.
///
/// Sources come a few at a time, and the inner loop goes over the targets, whose sums stand in
/// memory: that is the shape which the compiler reliably turns into SIMD code (Swift's own SIMD
/// types are taken apart into lanes). A run of sources is first summed in the law's fast form, and
/// again with care if one was too near for that.
@usableFromInline
struct PairKernel<Law: PairLaw, Number: LoopNumber> {
  @usableFromInline let law: Law

  @inlinable @inline(__always)
  init(law: Law) { self.law = law }

  /// So many targets are summed together, and so many sources before it is looked how near they were.
  @inlinable @inline(__always)
  static var targets: Int { 64 }
  @inlinable @inline(__always)
  static var run: Int { 32 }

  /// Memory for the sums over a run, for the nearest source of each target, and for how many
  /// sources stand where the target does.
  @usableFromInline
  struct Scratch {
    @usableFromInline let sums: NumberLanes<Number>
    @inlinable @inline(__always)
    init(_ base: UnsafeMutablePointer<Number>) {
      sums = NumberLanes(base: base, stride: PairKernel.targets)
    }
    @inlinable @inline(__always)
    var nearest: UnsafeMutablePointer<Number> { sums[3] }
    @inlinable @inline(__always)
    var meetings: UnsafeMutablePointer<Number> { sums[4] }
    @inlinable @inline(__always)
    var same: UnsafeMutablePointer<Number> { sums[5] }
  }

  @inlinable @inline(__always)
  static func withScratch<Result>(_ body: (Scratch) -> Result) -> Result? {
    withUnsafeTemporaryAllocation(of: Number.self, capacity: 6 * targets) { memory in
      memory.baseAddress.map { body(Scratch($0)) }
    }
  }

  /// Adds what `runs` of `sources` do at `targets` to `sums`; false if a pair is at most `tooNear`.
  @inlinable
  func addForces(
    of sources: Bodies<Number>, _ runs: UnsafeBufferPointer<BodyRun>, on targets: Bodies<Number>,
    tooNear: Number, to sums: NumberLanes<Number>
  ) -> Bool {
    Self.withScratch { scratch in
      var isRight = true
      for start in stride(from: 0, to: targets.count, by: Self.targets) {
        let count = min(Self.targets, targets.count - start)
        let chunk = Bodies(
          dimensions: targets.dimensions, lanes: targets.lanes.dropFirst(start), count: count)
        scratch.meetings.update(repeating: 0, count: Self.targets)
        var expected: Number = 0
        for run in runs {
          add(
            sources, sources.charges, run, to: chunk, sums.dropFirst(start), scratch,
            tooNear: tooNear)
          if run.areTargets { expected = 1 }
        }
        for index in 0..<count where scratch.meetings[index] > expected { isRight = false }
      }
      return isRight
    } ?? false
  }

  /// Adds a run, and counts in `scratch` the sources that are at most `tooNear` to a target; those
  /// that stand where it does contribute nothing.
  @inlinable
  func add(
    _ sources: Bodies<Number>, _ charges: UnsafePointer<Number>, _ run: BodyRun,
    to targets: Bodies<Number>, _ sums: NumberLanes<Number>, _ scratch: Scratch, tooNear: Number
  ) {
    let limit = max(Number(law.nearSquaredDistance), tooNear)
    // Loops like even numbers; what is read past the end is not used.
    let even = (targets.count + 15) / 16 * 16
    for start in stride(from: 0, to: run.count, by: Self.run) {
      let loop = PairLoop<Law, Number, Quickly>(
        law: law, sources: sources.lanes.dropFirst(run.first + start),
        charges: charges + run.first + start, sourceCount: min(Self.run, run.count - start),
        offset: run.offset, squaredReach: Number(run.reach * run.reach), targets: targets.lanes,
        count: even,
        dimensions: targets.dimensions, sums: scratch.sums, nearest: scratch.nearest,
        meetings: scratch.meetings, tooNear: tooNear)
      let isNear =
        run.areTargets
        ? loop.done(AmongThemselves.self, counting: scratch.same).meets(limit, of: targets.count)
        : loop.meets(limit, of: targets.count)
      if isNear || run.reach < .infinity {
        loop.done(Carefully.self, counting: scratch.meetings).sum()
      }
      for axis in 0..<targets.dimensions {
        let (sum, part) = (sums[axis], scratch.sums[axis])
        for index in 0..<even { sum[index] += part[index] }
      }
    }
  }
}

extension PairKernel where Number == Double {
  /// Adds what the sources of `interactions` do to its targets to `sums`; nodes in one place part.
  @inlinable
  func addForces(_ pairs: Interactions, to sums: Lanes) {
    _ = Self.withScratch { scratch in
      for start in stride(from: 0, to: pairs.targetRange.count, by: Self.targets) {
        let count = min(Self.targets, pairs.targetRange.count - start)
        let first = pairs.targetRange.lowerBound + start
        let chunk = sums.dropFirst(start)
        scratch.meetings.update(repeating: 0, count: Self.targets)
        let (sources, targets) = (
          Bodies(dimensions: pairs.dimensions, lanes: pairs.sources, count: pairs.sourceCount),
          Bodies(dimensions: pairs.dimensions, lanes: pairs.targets.dropFirst(first), count: count)
        )
        for part in pairs.parts(about: first..<first + count) where part.count > 0 {
          add(sources, pairs.weights, part, to: targets, chunk, scratch, tooNear: 0)
        }
        for index in 0..<count where scratch.meetings[index] > 1 {
          pairs.forEachCoincident(with: first + index) { offset, weight in
            let pull = law.factor((offset * offset).sum()) * weight
            for axis in 0..<pairs.dimensions { chunk[axis][index] += offset[axis] * pull }
          }
        }
      }
    }
  }
}
