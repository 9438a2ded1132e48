/// Sums a pairwise law over a list of interactions: the loops in which a layout spends its time.
///
/// Sources come one after another, and the inner loop goes over the targets, whose sums stand in
/// memory: that is the shape which the compiler reliably turns into SIMD code (Swift's own SIMD
/// types are taken apart into lanes). A run of sources is first summed in the law's fast form, and
/// again with care if one was too near for that.
@usableFromInline
struct PairKernel<Law: PairForce> {
  @usableFromInline let law: Law
  @usableFromInline let pairs: Interactions

  @inlinable @inline(__always)
  init(law: Law, pairs: Interactions) {
    self.law = law
    self.pairs = pairs
  }

  /// So many targets are summed together, and so many sources before it is looked how near they were.
  @inlinable @inline(__always)
  static var targets: Int { 64 }
  @inlinable @inline(__always)
  static var run: Int { 128 }

  @inlinable
  func addForces(to velocity: Lanes, _ alpha: Double) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 8 * Self.targets) { memory in
      guard let base = memory.baseAddress else { return }
      let sums = Lanes(base: base, stride: Self.targets)
      let runSums = Lanes(base: base + 3 * Self.targets, stride: Self.targets)
      for start in stride(
        from: pairs.targetRange.lowerBound, to: pairs.targetRange.upperBound, by: Self.targets)
      {
        let targets = start..<min(start + Self.targets, pairs.targetRange.upperBound)
        base.update(repeating: 0, count: 3 * Self.targets)
        addForces(on: targets, sums, runSums)
        for axis in 0..<pairs.dimensions {
          let (sum, v) = (sums[axis], velocity[axis])
          for (index, target) in targets.enumerated() {
            v[Int(pairs.targetIDs[target])] += sum[index] * alpha
          }
        }
      }
    }
  }

  /// Adds the forces on `targets` to `sums`; `runSums` is memory for five lanes.
  @inlinable
  func addForces(on targets: Range<Int>, _ sums: Lanes, _ runSums: Lanes) {
    let (nearest, meetings) = (runSums[3], runSums[4])
    meetings.update(repeating: 0, count: targets.count)
    for start in stride(from: 0, to: pairs.sourceCount, by: Self.run) {
      let sources = start..<min(start + Self.run, pairs.sourceCount)
      runSums[0].update(repeating: 0, count: 3 * Self.targets)
      nearest.update(repeating: .infinity, count: targets.count)
      sum(sources, targets, runSums, nearest, meetings) { law.fastFactor($0) }
      var least = Double.infinity
      for index in 0..<targets.count { least = min(least, nearest[index]) }
      if least < law.nearSquaredDistance {
        runSums[0].update(repeating: 0, count: 3 * Self.targets)
        // The memory of the least distances is free again; meetings were counted.
        sum(sources, targets, runSums, nearest, nearest) { law.factor($0) }
      }
      for axis in 0..<pairs.dimensions {
        for index in 0..<targets.count { sums[axis][index] += runSums[axis][index] }
      }
    }
    for (index, target) in targets.enumerated() where meetings[index] > 1 {
      pairs.forEachCoincident(with: target) { offset, weight in
        let pull = law.factor((offset * offset).sum()) * weight
        for axis in 0..<pairs.dimensions { sums[axis][index] += offset[axis] * pull }
      }
    }
  }

  @inlinable @inline(__always)
  func sum(
    _ sources: Range<Int>, _ targets: Range<Int>, _ sums: Lanes,
    _ nearest: UnsafeMutablePointer<Double>, _ meetings: UnsafeMutablePointer<Double>,
    _ factor: (Double) -> Double
  ) {
    pairs.dimensions == 2
      ? sumInPlane(sources, targets, sums, nearest, meetings, factor)
      : sumInSpace(sources, targets, sums, nearest, meetings, factor)
  }

  /// Four sources at a time, so that the sums go through memory a fourth as often.
  @inlinable @inline(__always)
  func sumInPlane(
    _ sources: Range<Int>, _ targets: Range<Int>, _ sums: Lanes,
    _ nearest: UnsafeMutablePointer<Double>, _ meetings: UnsafeMutablePointer<Double>,
    _ factor: (Double) -> Double
  ) {
    let (x, y) = (pairs.targets[0] + targets.lowerBound, pairs.targets[1] + targets.lowerBound)
    let (sourceX, sourceY, weights) = (pairs.sources[0], pairs.sources[1], pairs.weights)
    let (sumX, sumY, count) = (sums[0], sums[1], targets.count)
    let fours = sources.lowerBound + sources.count / 4 * 4
    for s in stride(from: sources.lowerBound, to: fours, by: 4) {
      let (x0, x1, x2, x3) = (sourceX[s], sourceX[s + 1], sourceX[s + 2], sourceX[s + 3])
      let (y0, y1, y2, y3) = (sourceY[s], sourceY[s + 1], sourceY[s + 2], sourceY[s + 3])
      let (w0, w1, w2, w3) = (weights[s], weights[s + 1], weights[s + 2], weights[s + 3])
      for t in 0..<count {
        let (a, b) = (Pair(x0 - x[t], y0 - y[t], 0), Pair(x1 - x[t], y1 - y[t], 0))
        let (c, d) = (Pair(x2 - x[t], y2 - y[t], 0), Pair(x3 - x[t], y3 - y[t], 0))
        let (fa, fb) = (factor(a.square) * w0, factor(b.square) * w1)
        let (fc, fd) = (factor(c.square) * w2, factor(d.square) * w3)
        sumX[t] += a.x * fa + b.x * fb + (c.x * fc + d.x * fd)
        sumY[t] += a.y * fa + b.y * fb + (c.y * fc + d.y * fd)
        nearest[t] = least(nearest[t], least(least(a.apart, b.apart), least(c.apart, d.apart)))
        meetings[t] += a.meeting + b.meeting + (c.meeting + d.meeting)
      }
    }
    for s in fours..<sources.upperBound {
      let (x0, y0, w0) = (sourceX[s], sourceY[s], weights[s])
      for t in 0..<count {
        let a = Pair(x0 - x[t], y0 - y[t], 0)
        let pull = factor(a.square) * w0
        sumX[t] += a.x * pull
        sumY[t] += a.y * pull
        nearest[t] = least(nearest[t], a.apart)
        meetings[t] += a.meeting
      }
    }
  }

  /// The same with a third axis.
  @inlinable @inline(__always)
  func sumInSpace(
    _ sources: Range<Int>, _ targets: Range<Int>, _ sums: Lanes,
    _ nearest: UnsafeMutablePointer<Double>, _ meetings: UnsafeMutablePointer<Double>,
    _ factor: (Double) -> Double
  ) {
    let (x, y) = (pairs.targets[0] + targets.lowerBound, pairs.targets[1] + targets.lowerBound)
    let (z, sourceZ) = (pairs.targets[2] + targets.lowerBound, pairs.sources[2])
    let (sourceX, sourceY, weights) = (pairs.sources[0], pairs.sources[1], pairs.weights)
    let (sumX, sumY, sumZ, count) = (sums[0], sums[1], sums[2], targets.count)
    let pairsOfTwo = sources.lowerBound + sources.count / 2 * 2
    for s in stride(from: sources.lowerBound, to: pairsOfTwo, by: 2) {
      let (x0, x1, y0, y1) = (sourceX[s], sourceX[s + 1], sourceY[s], sourceY[s + 1])
      let (z0, z1, w0, w1) = (sourceZ[s], sourceZ[s + 1], weights[s], weights[s + 1])
      for t in 0..<count {
        let a = Pair(x0 - x[t], y0 - y[t], z0 - z[t])
        let b = Pair(x1 - x[t], y1 - y[t], z1 - z[t])
        let (fa, fb) = (factor(a.square) * w0, factor(b.square) * w1)
        sumX[t] += a.x * fa + b.x * fb
        sumY[t] += a.y * fa + b.y * fb
        sumZ[t] += a.z * fa + b.z * fb
        nearest[t] = least(nearest[t], least(a.apart, b.apart))
        meetings[t] += a.meeting + b.meeting
      }
    }
    for s in pairsOfTwo..<sources.upperBound {
      let (x0, y0, z0, w0) = (sourceX[s], sourceY[s], sourceZ[s], weights[s])
      for t in 0..<count {
        let a = Pair(x0 - x[t], y0 - y[t], z0 - z[t])
        let pull = factor(a.square) * w0
        sumX[t] += a.x * pull
        sumY[t] += a.y * pull
        sumZ[t] += a.z * pull
        nearest[t] = least(nearest[t], a.apart)
        meetings[t] += a.meeting
      }
    }
  }

  /// A source as a target sees it. One that stands in its place, as it does itself, is not near, adds
  /// nothing, for its offset is zero, and is counted.
  @usableFromInline @frozen
  struct Pair {
    @usableFromInline let x: Double
    @usableFromInline let y: Double
    @usableFromInline let z: Double
    @usableFromInline let square: Double
    @usableFromInline let apart: Double
    @usableFromInline let meeting: Double

    @inlinable @inline(__always)
    init(_ x: Double, _ y: Double, _ z: Double) {
      (self.x, self.y, self.z) = (x, y, z)
      let square = x * x + y * y + z * z
      self.square = square == 0 ? 1 : square
      apart = square == 0 ? .infinity : square
      meeting = square == 0 ? 1 : 0
    }
  }

  @inlinable @inline(__always)
  func least(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

  /// The sum of the potentials, target by target.
  @inlinable
  func potentialEnergy() -> Double {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * Self.targets) { memory in
      guard let base = memory.baseAddress else { return 0 }
      let (squares, lanes) = (base, Lanes(base: base + Self.targets, stride: Self.targets))
      var total = 0.0
      for start in stride(
        from: pairs.targetRange.lowerBound, to: pairs.targetRange.upperBound, by: Self.targets)
      {
        let targets = start..<min(start + Self.targets, pairs.targetRange.upperBound)
        lanes[0].update(repeating: 0, count: 2 * Self.targets)
        for source in 0..<pairs.sourceCount {
          measure(source, targets, squares)
          addPotentials(of: source, squares, targets.count, lanes[0], lanes[1])
        }
        for (index, target) in targets.enumerated() {
          total += lanes[0][index]
          guard lanes[1][index] > 1 else { continue }
          pairs.forEachCoincident(with: target) { offset, weight in
            total += law.potential((offset * offset).sum()) * weight
          }
        }
      }
      return total
    }
  }

  /// The squared distances of `source` from each of `targets`.
  @inlinable @inline(__always)
  func measure(_ source: Int, _ targets: Range<Int>, _ squares: UnsafeMutablePointer<Double>) {
    for index in 0..<targets.count { squares[index] = 0 }
    for axis in 0..<pairs.dimensions {
      let (x, own) = (pairs.targets[axis] + targets.lowerBound, pairs.sources[axis][source])
      for index in 0..<targets.count { squares[index] += (own - x[index]) * (own - x[index]) }
    }
  }

  /// Adds the potentials at the distances `squares`; where one is zero, counts it instead.
  @inlinable @inline(__always)
  func addPotentials(
    of source: Int, _ squares: UnsafeMutablePointer<Double>, _ count: Int,
    _ energies: UnsafeMutablePointer<Double>, _ meetings: UnsafeMutablePointer<Double>
  ) {
    let weight = pairs.weights[source]
    for index in 0..<count {
      let square = squares[index]
      let energy = law.potential(square == 0 ? 1 : square) * weight
      energies[index] += square == 0 ? 0 : energy
      meetings[index] += square == 0 ? 1 : 0
    }
  }
}
