/// The field of distant cells within a box, interpolated from its values at a grid of points. The points are Chebyshev
/// nodes, four along each axis in the plane and three in space. Lagrange interpolation is accurate to fourth (in space
/// third) order in size/distance for any law (Fong and Darve, “The black-box fast multipole method”, 2009).
struct LocalField<Number: KernelScalar> {
  let middle: SIMD4<Double>
  let half: SIMD4<Double>
  /// 1/`half`; zero where the box is flat.
  private let scale: SIMD4<Double>
  /// The values at the points, x running fastest, one lane per number of the sum.
  let values: NumberLanes<Number>
  let axes: Int

  init(_ box: Box, values: NumberLanes<Number>, axes: Int) {
    middle = box.middle
    half = box.sides * 0.5
    scale = (1 / half).replacing(with: 0, where: half .== 0)
    (self.values, self.axes) = (values, axes)
  }

  static func count(axes: Int) -> Int { axes == 2 ? 16 : 27 }
  /// That number with padding for vector loops.
  static var room: Int { 32 }
  /// cos(π/8), cos(3π/8) and cos(π/6).
  private static var outer: Number { 0.923_879_532_511_286_7 }
  private static var inner: Number { 0.382_683_432_365_089_8 }
  private static var third: Number { 0.866_025_403_784_438_6 }

  /// Writes offsets from the middle; returns their number, padded by repeating the last point.
  func writePoints(to lanes: NumberLanes<Number>) -> Int {
    let nodes =
      axes == 2
      ? [-Self.outer, -Self.inner, Self.inner, Self.outer] : [-Self.third, 0, Self.third]
    let count = Self.count(axes: axes)
    let padded = (count + 15) / 16 * 16
    for index in 0..<padded {
      var point = min(index, count - 1)
      for axis in 0..<axes {
        lanes[axis][index] = nodes[point % nodes.count] * Number(half[axis])
        point /= nodes.count
      }
    }
    return padded
  }

  /// Adds the field at `count` points, given as offsets from `origin`, to `sums`, in whole vectors.
  func add(
    at points: NumberLanes<Number>, _ count: Int, from origin: SIMD4<Double>,
    to sums: NumberLanes<Number>, lanes: Int
  ) {
    let shift = origin - middle
    for index in stride(from: 0, to: count, by: Group.width) {
      let (points, sums) = (points.dropFirst(index), sums.dropFirst(index))
      // Coordinates in which the box goes from −1 to 1.
      @inline(__always) func places(_ axis: Int) -> Group {
        (Group(at: points[axis]) + Group(Number(shift[axis]))) * Group(Number(scale[axis]))
      }
      axes == 2
        ? addInPlane(places(0), places(1), to: sums, lanes)
        : addInSpace(places(0), places(1), places(2), to: sums, lanes)
    }
  }

  private typealias Group = Number.Group

  @inline(__always)
  private func addInPlane(_ x: Group, _ y: Group, to sums: NumberLanes<Number>, _ lanes: Int) {
    let (p, q) = (Self.weights(x), Self.weights(y))
    for lane in 0..<lanes {
      let v = values[lane]
      @inline(__always) func row(_ first: Int) -> Group {
        Group(v[first]) * p.0 + Group(v[first + 1]) * p.1
          + (Group(v[first + 2]) * p.2 + Group(v[first + 3]) * p.3)
      }
      let sum = row(0) * q.0 + row(4) * q.1 + (row(8) * q.2 + row(12) * q.3)
      (Group(at: sums[lane]) + sum).store(at: sums[lane])
    }
  }

  @inline(__always)
  private func addInSpace(
    _ x: Group, _ y: Group, _ z: Group, to sums: NumberLanes<Number>, _ lanes: Int
  ) {
    let (p, q, r) = (Self.thirdWeights(x), Self.thirdWeights(y), Self.thirdWeights(z))
    for lane in 0..<lanes {
      let v = values[lane]
      @inline(__always) func row(_ first: Int) -> Group {
        Group(v[first]) * p.0 + Group(v[first + 1]) * p.1 + Group(v[first + 2]) * p.2
      }
      @inline(__always) func layer(_ first: Int) -> Group {
        row(first) * q.0 + row(first + 3) * q.1 + row(first + 6) * q.2
      }
      let sum = layer(0) * r.0 + layer(9) * r.1 + layer(18) * r.2
      (Group(at: sums[lane]) + sum).store(at: sums[lane])
    }
  }

  /// The Lagrange polynomials of four Chebyshev nodes at u.
  @inline(__always) private static func weights(_ places: Group) -> (Group, Group, Group, Group) {
    let u = held(places)
    let (outer, inner) = (Group(outer), Group(inner))
    let (a, b, c, d) = (u + outer, u + inner, u - inner, u - outer)
    let (ab, cd) = (a * b, c * d)
    // 1 / ∏ (uₖ − uⱼ), by symmetry the same twice with opposite signs.
    let (one, two): (Number, Number) = (0.765_366_864_730_179_6, 1.847_759_065_022_573_5)
    return (
      Group(-one) * (b * cd), Group(two) * (a * cd), Group(-two) * (ab * d), Group(one) * (ab * c)
    )
  }

  @inline(__always) private static func thirdWeights(_ places: Group) -> (Group, Group, Group) {
    let u = held(places)
    let (a, c, scale) = (u + Group(third), u - Group(third), Group(2 / 3.0))
    return (scale * (u * c), Group(1) - u * u * (scale + scale), scale * (u * a))
  }

  /// What has left the box since it was drawn is held at its edge, where the polynomials end.
  @inline(__always) private static func held(_ places: Group) -> Group {
    .maximum(.minimum(places, Group(1)), Group(-1))
  }
}
