/// A box with sides along the axes; in the plane, its z is 0.
struct Box: Sendable {
  /// Its lowest coordinates.
  var lower: SIMD4<Double>
  /// Its highest coordinates.
  var upper: SIMD4<Double>

  init(lower: SIMD4<Double>, upper: SIMD4<Double>) {
    self.lower = lower
    self.upper = upper
  }

  /// The box of `count` points, the last number of each being no coordinate; at least one point.
  init(of points: UnsafePointer<SIMD4<Double>>, count: Int) {
    var (lower, upper) = (points[0], points[0])
    for index in 1..<max(1, count) {
      let point = points[index]
      lower.x = point.x < lower.x ? point.x : lower.x
      lower.y = point.y < lower.y ? point.y : lower.y
      lower.z = point.z < lower.z ? point.z : lower.z
      upper.x = point.x > upper.x ? point.x : upper.x
      upper.y = point.y > upper.y ? point.y : upper.y
      upper.z = point.z > upper.z ? point.z : upper.z
    }
    (lower.w, upper.w) = (0, 0)
    (self.lower, self.upper) = (lower, upper)
  }

  /// Makes the box hold `other` too.
  mutating func include(_ other: Box) {
    for axis in 0..<3 {
      lower[axis] = min(lower[axis], other.lower[axis])
      upper[axis] = max(upper[axis], other.upper[axis])
    }
  }

  /// The lengths of its sides.
  var sides: SIMD4<Double> { upper - lower }

  /// Its middle.
  var middle: SIMD4<Double> { lower * 0.5 + upper * 0.5 }

  /// The cube of its longest side, from its lowest corner.
  var cube: Box { Box(lower: lower, upper: lower + sides[longestAxis]) }

  /// The axis of its longest side.
  var longestAxis: Int {
    let sides = sides
    return sides.y > sides.x ? (sides.z > sides.y ? 2 : 1) : (sides.z > sides.x ? 2 : 0)
  }

  /// The squared distance from `point` to the nearest point of the box.
  @inline(__always)
  func squaredDistance(to point: SIMD4<Double>) -> Double {
    let x = max(lower.x - point.x, point.x - upper.x, 0)
    let y = max(lower.y - point.y, point.y - upper.y, 0)
    let z = max(lower.z - point.z, point.z - upper.z, 0)
    return x * x + y * y + z * z
  }
}
