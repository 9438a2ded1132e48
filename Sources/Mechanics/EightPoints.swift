/// Eight points or vectors side by side, in the plane or in space.
@usableFromInline
protocol EightPoints {
  /// The eight points from `index` on.
  init(_ lanes: Lanes, _ index: Int)
  /// The point at `index`, eight times.
  init(each lanes: Lanes, _ index: Int)
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, factor: Eight) -> Self
  var squaredLength: Eight { get }
  func store(_ lanes: Lanes, _ index: Int)
  /// Takes the sum of the eight from the point at `index`.
  func takeSum(from lanes: Lanes, _ index: Int)
}

/// In the plane.
@usableFromInline @frozen
struct EightInPlane: EightPoints {
  @usableFromInline var x: Eight
  @usableFromInline var y: Eight

  @inlinable @inline(__always)
  init(_ x: Eight, _ y: Eight) { (self.x, self.y) = (x, y) }

  @inlinable @inline(__always)
  init(_ lanes: Lanes, _ index: Int) {
    self.init(Eight(at: lanes[0] + index), Eight(at: lanes[1] + index))
  }

  @inlinable @inline(__always)
  init(each lanes: Lanes, _ index: Int) {
    self.init(Eight(lanes[0][index]), Eight(lanes[1][index]))
  }

  @inlinable @inline(__always)
  static var zero: Self { Self(Eight(0), Eight(0)) }

  @inlinable @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y) }

  @inlinable @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y) }

  @inlinable @inline(__always)
  static func * (a: Self, factor: Eight) -> Self { Self(a.x * factor, a.y * factor) }

  @inlinable @inline(__always)
  var squaredLength: Eight { x * x + y * y }

  @inlinable @inline(__always)
  func store(_ lanes: Lanes, _ index: Int) {
    x.store(at: lanes[0] + index)
    y.store(at: lanes[1] + index)
  }

  @inlinable @inline(__always)
  func takeSum(from lanes: Lanes, _ index: Int) {
    lanes[0][index] -= x.sum()
    lanes[1][index] -= y.sum()
  }
}

/// In space.
@usableFromInline @frozen
struct EightInSpace: EightPoints {
  @usableFromInline var plane: EightInPlane
  @usableFromInline var z: Eight

  @inlinable @inline(__always)
  init(_ plane: EightInPlane, _ z: Eight) { (self.plane, self.z) = (plane, z) }

  @inlinable @inline(__always)
  init(_ lanes: Lanes, _ index: Int) {
    self.init(EightInPlane(lanes, index), Eight(at: lanes[2] + index))
  }

  @inlinable @inline(__always)
  init(each lanes: Lanes, _ index: Int) {
    self.init(EightInPlane(each: lanes, index), Eight(lanes[2][index]))
  }

  @inlinable @inline(__always)
  static var zero: Self { Self(.zero, Eight(0)) }

  @inlinable @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(a.plane + b.plane, a.z + b.z) }

  @inlinable @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(a.plane - b.plane, a.z - b.z) }

  @inlinable @inline(__always)
  static func * (a: Self, factor: Eight) -> Self { Self(a.plane * factor, a.z * factor) }

  @inlinable @inline(__always)
  var squaredLength: Eight { plane.squaredLength + z * z }

  @inlinable @inline(__always)
  func store(_ lanes: Lanes, _ index: Int) {
    plane.store(lanes, index)
    z.store(at: lanes[2] + index)
  }

  @inlinable @inline(__always)
  func takeSum(from lanes: Lanes, _ index: Int) {
    plane.takeSum(from: lanes, index)
    lanes[2][index] -= z.sum()
  }
}
