/// Sums the potentials of a pairwise law, one source after another over some targets.
@usableFromInline
struct PotentialKernel<Law: PairLaw> {
  @usableFromInline let law: Law

  @inlinable @inline(__always)
  init(law: Law) { self.law = law }

  /// So many targets are summed together.
  @inlinable @inline(__always)
  static var targets: Int { 64 }

  /// Adds the potentials of the sources of `pairs` at its targets to the first lane of `sums`.
  @inlinable
  func addPotentials(_ pairs: InteractionList, to sums: Lanes) {
    let sources = Bodies(
      dimensions: pairs.dimensions, lanes: pairs.sources, count: pairs.sourceCount)
    for start in stride(from: 0, to: pairs.targetRange.count, by: Self.targets) {
      let count = min(Self.targets, pairs.targetRange.count - start)
      let first = pairs.targetRange.lowerBound + start
      forEachMeeting(
        of: sources, pairs.weights, on: pairs.targets.dropFirst(first), count, sums[0] + start,
        reach: pairs.reach
      ) { index, meetings in
        guard meetings > 1 else { return }
        pairs.forEachCoincident(with: first + index) { offset, weight in
          let base = pairs.reach < .infinity ? law.potential(pairs.reach * pairs.reach) : 0
          sums[0][start + index] += (law.potential((offset * offset).sum()) - base) * weight
        }
      }
    }
  }

  /// Adds the potentials of `sources` at `targets` to the first lane of `sums`.
  @inlinable
  func addPotentials(of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes) {
    for start in stride(from: 0, to: targets.count, by: Self.targets) {
      let count = min(Self.targets, targets.count - start)
      forEachMeeting(
        of: sources, sources.charges, on: targets.lanes.dropFirst(start), count, sums[0] + start,
        reach: .infinity
      ) { _, _ in }
    }
  }

  /// Sums over at most 64 targets, then calls `body` with each target and the number of sources that
  /// stand where it does, which contributed nothing.
  @inlinable @inline(__always)
  func forEachMeeting(
    of sources: Bodies<Double>, _ charges: UnsafePointer<Double>, on targets: Lanes, _ count: Int,
    _ sums: UnsafeMutablePointer<Double>, reach: Double,
    _ body: (_ target: Int, _ meetings: Double) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.targets) { memory in
      guard let squares = memory.baseAddress else { return }
      let meetings = squares + Self.targets
      // Cut off at a distance, a potential is taken to be zero there.
      let squaredReach = reach * reach
      let least = reach < .infinity ? law.potential(squaredReach) : 0
      meetings.update(repeating: 0, count: count)
      for source in 0..<sources.count {
        squares.update(repeating: 0, count: count)
        for axis in 0..<sources.dimensions {
          let (x, own) = (targets[axis], sources.lanes[axis][source])
          for index in 0..<count { squares[index] += (own - x[index]) * (own - x[index]) }
        }
        let charge = charges[source]
        for index in 0..<count {
          let square = squares[index]
          let potential = (law.potential(square == 0 ? 1 : square) - least) * charge
          sums[index] += square == 0 || square >= squaredReach ? 0 : potential
          meetings[index] += square == 0 ? 1 : 0
        }
      }
      for index in 0..<count where meetings[index] > 0 { body(index, meetings[index]) }
    }
  }
}
