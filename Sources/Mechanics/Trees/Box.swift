/// A box with sides along the axes; in the plane, its z is 0.
struct Box: Sendable {
  var lower: SIMD4<Double>
  var upper: SIMD4<Double>

  init(lower: SIMD4<Double>, upper: SIMD4<Double>) { (self.lower, self.upper) = (lower, upper) }

  /// The box of `count` points, at least one. Their last number is not a coordinate.
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

  /// The box of all nodes; nil if there are none or a coordinate is not finite.
  init?(of particles: Particles) {
    self.init(of: particles.position, count: particles.count, axes: particles.dimensions)
  }

  /// The box of the first `count` points of `lanes`; nil if there are none or one is not finite.
  init?(of lanes: Lanes, count: Int, axes: Int) {
    guard count > 0 else { return nil }
    var (lower, upper) = (SIMD4<Double>(), SIMD4<Double>())
    for axis in 0..<axes {
      let (x, whole) = (lanes[axis], count / 8 * 8)
      // Zero times a number that is not finite is NaN.
      var (minimum, maximum, check) = (DoubleVector8(x[0]), DoubleVector8(x[0]), DoubleVector8(0))
      for node in stride(from: 0, to: whole, by: 8) {
        let eight = DoubleVector8(at: x + node)
        minimum = .minimum(minimum, eight)
        maximum = .maximum(maximum, eight)
        check = check + eight * DoubleVector8(0)
      }
      for node in whole..<count {
        minimum = .minimum(minimum, DoubleVector8(x[node]))
        maximum = .maximum(maximum, DoubleVector8(x[node]))
        check = check + DoubleVector8(x[node] * 0)
      }
      guard check.sum() == 0 else { return nil }
      (lower[axis], upper[axis]) = (minimum.minimum(), maximum.maximum())
    }
    self.init(lower: lower, upper: upper)
  }

  mutating func include(_ other: Box) {
    for axis in 0..<3 {
      lower[axis] = min(lower[axis], other.lower[axis])
      upper[axis] = max(upper[axis], other.upper[axis])
    }
  }

  var sides: SIMD4<Double> { upper - lower }
  var middle: SIMD4<Double> { lower * 0.5 + upper * 0.5 }

  /// The cube of its longest side, from its lowest corner; flat where the box is.
  var cube: Box {
    let side = sides[longestAxis]
    var cube = self
    for axis in 0..<3 where sides[axis] > 0 { cube.upper[axis] = lower[axis] + side }
    return cube
  }

  @inline(__always) var longestSide: Double {
    let sides = sides
    return max(sides.x, sides.y, sides.z)
  }

  var longestAxis: Int {
    let sides = sides
    return sides.y > sides.x ? (sides.z > sides.y ? 2 : 1) : (sides.z > sides.x ? 2 : 0)
  }

  /// The squared distance from `point` to the nearest point of a box with half sides `half`.
  @inline(__always)
  static func squaredDistance(
    from middle: SIMD4<Double>, half: SIMD4<Double>, to point: SIMD4<Double>
  ) -> Double {
    let x = abs(point.x - middle.x) - half.x
    let y = abs(point.y - middle.y) - half.y
    let z = abs(point.z - middle.z) - half.z
    return (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0)
  }
}
