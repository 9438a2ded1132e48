/// With how much care pairs are summed; a type, so that each way is compiled by itself.
@usableFromInline
protocol Care {
  /// Whether a source may stand in the place of a target, as it does itself: it then adds nothing.
  static var expectsSame: Bool { get }
  /// Whether the law is taken in its full form, in place of looking how near sources come.
  static var isFull: Bool { get }
}

/// The law's simplest form; sums over sources that come too near are not to be used.
@usableFromInline
enum Quickly: Care {
  @inlinable @inline(__always)
  static var expectsSame: Bool { false }
  @inlinable @inline(__always)
  static var isFull: Bool { false }
}

/// The same, the targets themselves being among the sources.
@usableFromInline
enum AmongThemselves: Care {
  @inlinable @inline(__always)
  static var expectsSame: Bool { true }
  @inlinable @inline(__always)
  static var isFull: Bool { false }
}

/// The law's full form.
@usableFromInline
enum Carefully: Care {
  @inlinable @inline(__always)
  static var expectsSame: Bool { true }
  @inlinable @inline(__always)
  static var isFull: Bool { true }
}

/// The innermost loops: a run of sources, some targets, and the sums.
@usableFromInline
struct PairLoop<Law: PairLaw, Number: LoopNumber, How: Care> {
  @usableFromInline let law: Law
  @usableFromInline let sources: NumberLanes<Number>
  @usableFromInline let charges: UnsafePointer<Number>
  @usableFromInline let sourceCount: Int
  @usableFromInline let offset: SIMD4<Double>
  @usableFromInline let squaredReach: Number
  @usableFromInline let targets: NumberLanes<Number>
  @usableFromInline let count: Int
  @usableFromInline let dimensions: Int
  @usableFromInline let sums: NumberLanes<Number>
  @usableFromInline let nearest: UnsafeMutablePointer<Number>
  @usableFromInline let meetings: UnsafeMutablePointer<Number>
  @usableFromInline let tooNear: Number

  @inlinable @inline(__always)
  init(
    law: Law, sources: NumberLanes<Number>, charges: UnsafePointer<Number>, sourceCount: Int,
    offset: SIMD4<Double>, squaredReach: Number, targets: NumberLanes<Number>, count: Int,
    dimensions: Int, sums: NumberLanes<Number>, nearest: UnsafeMutablePointer<Number>,
    meetings: UnsafeMutablePointer<Number>, tooNear: Number
  ) {
    (self.law, self.offset, self.squaredReach) = (law, offset, squaredReach)
    (self.sources, self.charges, self.sourceCount) = (sources, charges, sourceCount)
    (self.targets, self.count, self.dimensions) = (targets, count, dimensions)
    (self.sums, self.nearest, self.meetings) = (sums, nearest, meetings)
    self.tooNear = tooNear
  }

  /// The same loop, done in another way.
  @inlinable @inline(__always)
  func done<Other: Care>(_: Other.Type, counting meetings: UnsafeMutablePointer<Number>)
    -> PairLoop<Law, Number, Other>
  {
    PairLoop<Law, Number, Other>(
      law: law, sources: sources, charges: charges, sourceCount: sourceCount, offset: offset,
      squaredReach: squaredReach, targets: targets, count: count, dimensions: dimensions,
      sums: sums, nearest: nearest, meetings: meetings, tooNear: tooNear)
  }

  /// Sums, and tells whether a source was nearer than the squared distance `limit` to one of the
  /// first `count` targets, or in its place.
  @inlinable @inline(__always)
  func meets(_ limit: Number, of count: Int) -> Bool {
    if How.expectsSame { meetings.update(repeating: 0, count: self.count) }
    sum()
    var (least, most) = (Number.infinity, Number.zero)
    for index in 0..<count { least = lesser(nearest[index], least) }
    if How.expectsSame {
      for index in 0..<count { most = most < meetings[index] ? meetings[index] : most }
    }
    return !(least > 0 && least >= limit) || most > 1
  }

  /// Sets `sums` to the sums of factor·charge·δ, and `nearest` to the least squared distances; adds
  /// to `meetings` how many sources are in a target's place or, by the full law, too near.
  @inlinable
  func sum() {
    for axis in 0..<dimensions { sums[axis].update(repeating: 0, count: count) }
    nearest.update(repeating: .infinity, count: count)
    dimensions == 2 ? sumInPlane() : sumInSpace()
  }

  /// The law's factor for a squared distance.
  @inlinable @inline(__always)
  func factor(_ square: Number) -> Number {
    let apart = How.expectsSame && square == 0 ? 1 : square
    guard How.isFull else { return law.fastFactor(apart) }
    let factor = law.factor(apart)
    return square < squaredReach ? factor : 0
  }

  /// Four sources at a time, so that the sums go through memory a fourth as often.
  @inlinable
  func sumInPlane() {
    let (x, y, sumX, sumY, nearest) = (targets[0], targets[1], sums[0], sums[1], nearest)
    let (sourceX, sourceY, count) = (sources[0], sources[1], count)
    let (ox, oy, last) = (Number(offset.x), Number(offset.y), sourceCount - 1)
    for s in stride(from: 0, to: sourceCount, by: 4) {
      // The last source stands in for those missing to four, without charge.
      let (s1, s2, s3) = (min(s + 1, last), min(s + 2, last), min(s + 3, last))
      let (n1, n2, n3): (Number, Number, Number)
      n1 = s < last ? 1 : 0
      n2 = s + 1 < last ? 1 : 0
      n3 = s + 2 < last ? 1 : 0
      let (x0, x1, x2, x3) = (sourceX[s] + ox, sourceX[s1] + ox, sourceX[s2] + ox, sourceX[s3] + ox)
      let (y0, y1, y2, y3) = (sourceY[s] + oy, sourceY[s1] + oy, sourceY[s2] + oy, sourceY[s3] + oy)
      let (w0, w1, w2, w3) = (charges[s], n1 * charges[s1], n2 * charges[s2], n3 * charges[s3])
      for t in 0..<count {
        let (ax, ay, bx, by) = (x0 - x[t], y0 - y[t], x1 - x[t], y1 - y[t])
        let (cx, cy, dx, dy) = (x2 - x[t], y2 - y[t], x3 - x[t], y3 - y[t])
        let (a, b) = (ax * ax + ay * ay, bx * bx + by * by)
        let (c, d) = (cx * cx + cy * cy, dx * dx + dy * dy)
        let fa = factor(a) * w0
        let fb = factor(b) * w1
        let fc = factor(c) * w2
        let fd = factor(d) * w3
        sumX[t] += ax * fa + bx * fb + (cx * fc + dx * fd)
        sumY[t] += ay * fa + by * fb + (cy * fc + dy * fd)
        if How.expectsSame {
          meetings[t] += meeting(a) + n1 * meeting(b) + (n2 * meeting(c) + n3 * meeting(d))
        }
        if !How.isFull {
          nearest[t] = lesser(nearest[t], lesser(lesser(far(a), far(b)), lesser(far(c), far(d))))
        }
      }
    }
  }

  /// The same with a third axis.
  @inlinable
  func sumInSpace() {
    let (x, y, z) = (targets[0], targets[1], targets[2])
    let (sumX, sumY, sumZ, nearest) = (sums[0], sums[1], sums[2], nearest)
    let (sourceX, sourceY, sourceZ, count) = (sources[0], sources[1], sources[2], count)
    let (ox, oy, oz) = (Number(offset.x), Number(offset.y), Number(offset.z))
    for s in stride(from: 0, to: sourceCount, by: 2) {
      let s1 = min(s + 1, sourceCount - 1)
      let n1: Number = s1 > s ? 1 : 0
      let (x0, x1) = (sourceX[s] + ox, sourceX[s1] + ox)
      let (y0, y1) = (sourceY[s] + oy, sourceY[s1] + oy)
      let (z0, z1) = (sourceZ[s] + oz, sourceZ[s1] + oz)
      let (w0, w1) = (charges[s], n1 * charges[s1])
      for t in 0..<count {
        let (ax, ay, az) = (x0 - x[t], y0 - y[t], z0 - z[t])
        let (bx, by, bz) = (x1 - x[t], y1 - y[t], z1 - z[t])
        let (a, b) = (ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz)
        let fa = factor(a) * w0
        let fb = factor(b) * w1
        sumX[t] += ax * fa + bx * fb
        sumY[t] += ay * fa + by * fb
        sumZ[t] += az * fa + bz * fb
        if How.expectsSame {
          meetings[t] += meeting(a) + n1 * meeting(b)
        }
        if !How.isFull {
          nearest[t] = lesser(nearest[t], lesser(far(a), far(b)))
        }
      }
    }
  }

  @inlinable @inline(__always)
  func meeting(_ square: Number) -> Number {
    square <= (How.isFull ? tooNear : 0) ? 1 : 0
  }
  /// A squared distance; ∞ where it is that of a target from itself.
  @inlinable @inline(__always)
  func far(_ square: Number) -> Number {
    How.expectsSame && square == 0 ? .infinity : square
  }
  @inlinable @inline(__always)
  func lesser(_ a: Number, _ b: Number) -> Number { a < b ? a : b }
}
