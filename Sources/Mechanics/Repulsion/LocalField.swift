/// What distant cells do within a box, known at a grid of points and between them by interpolation.
///
/// The points are the Chebyshev nodes of the box, four along each axis in the plane and three in
/// space; between them Lagrange's polynomials run, so that a field, whatever the law, is right up
/// to terms of fourth (in space third) order in size/distance (Fong and Darve, “The black-box fast
/// multipole method”, 2009).
struct LocalField<Number: LoopNumber> {
  /// The middle of the box.
  let middle: SIMD4<Double>
  /// Half its sides.
  let half: SIMD4<Double>
  /// The values at the points, x running fastest, one lane per number of the sum.
  let values: NumberLanes<Number>
  /// 2 or 3.
  let axes: Int

  init(_ box: Box, values: NumberLanes<Number>, axes: Int) {
    middle = box.middle
    half = box.sides * 0.5
    self.values = values
    self.axes = axes
  }

  /// How many points there are.
  static func count(axes: Int) -> Int { axes == 2 ? 16 : 27 }
  /// The same, and room for the loops to read on.
  static var room: Int { 32 }

  /// cos(π/8), cos(3π/8) and cos(π/6).
  private static var outer: Number { 0.923_879_532_511_286_7 }
  private static var inner: Number { 0.382_683_432_365_089_8 }
  private static var third: Number { 0.866_025_403_784_438_6 }

  /// Writes the offsets of the points from the middle to `lanes`, and returns how many were written:
  /// the last is repeated where loops want even numbers.
  func writePoints(to lanes: NumberLanes<Number>) -> Int {
    let (x, y) = (Number(half.x), Number(half.y))
    if axes == 2 {
      let nodes = (-Self.outer, -Self.inner, Self.inner, Self.outer)
      for (row, v) in [nodes.0, nodes.1, nodes.2, nodes.3].enumerated() {
        for (column, u) in [nodes.0, nodes.1, nodes.2, nodes.3].enumerated() {
          lanes[0][4 * row + column] = u * x
          lanes[1][4 * row + column] = v * y
        }
      }
      return 16
    }
    for index in 0..<32 {
      let point = min(index, 26)
      lanes[0][index] = Number(point % 3 - 1) * Self.third * x
      lanes[1][index] = Number(point / 3 % 3 - 1) * Self.third * y
      lanes[2][index] = Number(point / 9 - 1) * Self.third * Number(half.z)
    }
    return 32
  }

  /// Adds the field at `count` points, which are given as offsets from `origin`, to `sums`.
  func add(
    at points: NumberLanes<Number>, _ count: Int, from origin: SIMD4<Double>,
    to sums: NumberLanes<Number>, lanes: Int
  ) {
    // In the plane of the box, where its middle is 0 and its sides are at ±1.
    let shift = origin - middle
    func scale(_ axis: Int) -> (Number, Number) {
      half[axis] > 0 ? (Number(shift[axis]), Number(1 / half[axis])) : (0, 0)
    }
    for lane in 0..<lanes {
      axes == 2
        ? addInPlane(at: points, count, scale(0), scale(1), to: sums[lane], values[lane])
        : addInSpace(
          at: points, count, scale(0), scale(1), scale(2), to: sums[lane], values[lane])
    }
  }

  private func addInPlane(
    at points: NumberLanes<Number>, _ count: Int, _ scaleX: (Number, Number),
    _ scaleY: (Number, Number), to sums: UnsafeMutablePointer<Number>,
    _ v: UnsafeMutablePointer<Number>
  ) {
    let (x, y) = (points[0], points[1])
    let (a0, a1, a2, a3) = (v[0], v[1], v[2], v[3])
    let (b0, b1, b2, b3) = (v[4], v[5], v[6], v[7])
    let (c0, c1, c2, c3) = (v[8], v[9], v[10], v[11])
    let (d0, d1, d2, d3) = (v[12], v[13], v[14], v[15])
    for t in 0..<count {
      let p = Self.weights((x[t] + scaleX.0) * scaleX.1)
      let q = Self.weights((y[t] + scaleY.0) * scaleY.1)
      let a = a0 * p.0 + a1 * p.1 + (a2 * p.2 + a3 * p.3)
      let b = b0 * p.0 + b1 * p.1 + (b2 * p.2 + b3 * p.3)
      let c = c0 * p.0 + c1 * p.1 + (c2 * p.2 + c3 * p.3)
      let d = d0 * p.0 + d1 * p.1 + (d2 * p.2 + d3 * p.3)
      sums[t] += a * q.0 + b * q.1 + (c * q.2 + d * q.3)
    }
  }

  private func addInSpace(
    at points: NumberLanes<Number>, _ count: Int, _ scaleX: (Number, Number),
    _ scaleY: (Number, Number), _ scaleZ: (Number, Number),
    to sums: UnsafeMutablePointer<Number>, _ values: UnsafeMutablePointer<Number>
  ) {
    let (x, y, z) = (points[0], points[1], points[2])
    for layer in 0..<3 {
      let v = values + 9 * layer
      let (a0, a1, a2) = (v[0], v[1], v[2])
      let (b0, b1, b2) = (v[3], v[4], v[5])
      let (c0, c1, c2) = (v[6], v[7], v[8])
      for t in 0..<count {
        let p = Self.thirdWeights((x[t] + scaleX.0) * scaleX.1)
        let q = Self.thirdWeights((y[t] + scaleY.0) * scaleY.1)
        let r = Self.thirdWeights((z[t] + scaleZ.0) * scaleZ.1)
        let weight = layer == 0 ? r.0 : layer == 1 ? r.1 : r.2
        let a = a0 * p.0 + a1 * p.1 + a2 * p.2
        let b = b0 * p.0 + b1 * p.1 + b2 * p.2
        let c = c0 * p.0 + c1 * p.1 + c2 * p.2
        sums[t] += (a * q.0 + b * q.1 + c * q.2) * weight
      }
    }
  }

  /// The Lagrange polynomials of four Chebyshev nodes at u.
  ///
  /// What has left the box since it was drawn is held at its edge, where the polynomials end.
  @inline(__always)
  private static func weights(_ place: Number) -> (Number, Number, Number, Number) {
    let u = place < -1 ? -1 : (place > 1 ? 1 : place)
    let (a, b, c, d) = (u + outer, u + inner, u - inner, u - outer)
    let (ab, cd) = (a * b, c * d)
    // 1 / ∏ (uₖ − uⱼ), by symmetry the same twice with opposite signs.
    let one: Number = 0.765_366_864_730_179_6
    let two: Number = 1.847_759_065_022_573_5
    return (-one * (b * cd), two * (a * cd), -two * (ab * d), one * (ab * c))
  }

  /// The Lagrange polynomials of three Chebyshev nodes at u.
  @inline(__always)
  private static func thirdWeights(_ place: Number) -> (Number, Number, Number) {
    let u = place < -1 ? -1 : (place > 1 ? 1 : place)
    let (a, c) = (u + third, u - third)
    let scale: Number = 2 / 3.0
    return (scale * (u * c), 1 - u * u * (2 * scale), scale * (u * a))
  }
}
