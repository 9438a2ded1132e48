/// Eight points or vectors side by side, one SIMD register per axis: what the kernels work on.
@usableFromInline
protocol Wide {
  /// Eight zeros.
  init()
  /// The eight points from `index` on.
  init(_ lanes: Lanes, _ index: Int)
  /// The point at `index`, eight times.
  init(_ lanes: Lanes, repeating index: Int)
  static func - (a: Self, b: Self) -> Self
  var squaredLength: SIMD8<Double> { get }
  /// self ← self + `other`·`factor`.
  mutating func add(_ other: Self, times factor: SIMD8<Double>)
  /// Adds to one of the eight.
  mutating func add(_ vector: SIMD3<Double>, toLane lane: Int)
  /// lanes[index] ← lanes[index] + self[lane]·`factor`.
  func addLane(_ lane: Int, times factor: Double, to lanes: Lanes, at index: Int)
}

extension UnsafeMutablePointer<Double> {
  /// Eight numbers from `index` on, wherever that is in memory.
  @inlinable @inline(__always)
  func eight(_ index: Int) -> SIMD8<Double> {
    UnsafeRawPointer(self + index).loadUnaligned(as: SIMD8<Double>.self)
  }
}

/// Eight vectors in the plane.
@usableFromInline @frozen
struct Wide2: Wide {
  @usableFromInline var x = SIMD8<Double>()
  @usableFromInline var y = SIMD8<Double>()

  @inlinable @inline(__always)
  init() {}

  @inlinable @inline(__always)
  init(_ lanes: Lanes, _ index: Int) {
    x = lanes[0].eight(index)
    y = lanes[1].eight(index)
  }

  @inlinable @inline(__always)
  init(_ lanes: Lanes, repeating index: Int) {
    x = SIMD8(repeating: lanes[0][index])
    y = SIMD8(repeating: lanes[1][index])
  }

  @inlinable @inline(__always)
  static func - (a: Wide2, b: Wide2) -> Wide2 {
    var difference = a
    difference.x -= b.x
    difference.y -= b.y
    return difference
  }

  @inlinable @inline(__always)
  var squaredLength: SIMD8<Double> { x * x + y * y }

  @inlinable @inline(__always)
  mutating func add(_ other: Wide2, times factor: SIMD8<Double>) {
    x += other.x * factor
    y += other.y * factor
  }

  @inlinable
  mutating func add(_ vector: SIMD3<Double>, toLane lane: Int) {
    x[lane] += vector.x
    y[lane] += vector.y
  }

  @inlinable @inline(__always)
  func addLane(_ lane: Int, times factor: Double, to lanes: Lanes, at index: Int) {
    lanes[0][index] += x[lane] * factor
    lanes[1][index] += y[lane] * factor
  }
}

/// Eight vectors in space.
@usableFromInline @frozen
struct Wide3: Wide {
  @usableFromInline var x = SIMD8<Double>()
  @usableFromInline var y = SIMD8<Double>()
  @usableFromInline var z = SIMD8<Double>()

  @inlinable @inline(__always)
  init() {}

  @inlinable @inline(__always)
  init(_ lanes: Lanes, _ index: Int) {
    x = lanes[0].eight(index)
    y = lanes[1].eight(index)
    z = lanes[2].eight(index)
  }

  @inlinable @inline(__always)
  init(_ lanes: Lanes, repeating index: Int) {
    x = SIMD8(repeating: lanes[0][index])
    y = SIMD8(repeating: lanes[1][index])
    z = SIMD8(repeating: lanes[2][index])
  }

  @inlinable @inline(__always)
  static func - (a: Wide3, b: Wide3) -> Wide3 {
    var difference = a
    difference.x -= b.x
    difference.y -= b.y
    difference.z -= b.z
    return difference
  }

  @inlinable @inline(__always)
  var squaredLength: SIMD8<Double> { x * x + y * y + z * z }

  @inlinable @inline(__always)
  mutating func add(_ other: Wide3, times factor: SIMD8<Double>) {
    x += other.x * factor
    y += other.y * factor
    z += other.z * factor
  }

  @inlinable
  mutating func add(_ vector: SIMD3<Double>, toLane lane: Int) {
    x[lane] += vector.x
    y[lane] += vector.y
    z[lane] += vector.z
  }

  @inlinable @inline(__always)
  func addLane(_ lane: Int, times factor: Double, to lanes: Lanes, at index: Int) {
    lanes[0][index] += x[lane] * factor
    lanes[1][index] += y[lane] * factor
    lanes[2][index] += z[lane] * factor
  }
}
