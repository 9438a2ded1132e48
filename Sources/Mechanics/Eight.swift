import CEight

/// Eight numbers side by side, for loops that sum over several of them: such sums the compiler does
/// not turn into SIMD code by itself, for it must keep their order.
@frozen
public struct Eight: Sendable {
  @usableFromInline var lanes: CEight

  @inlinable @inline(__always)
  init(lanes: CEight) { self.lanes = lanes }

  /// `value`, eight times.
  @inlinable @inline(__always)
  public init(_ value: Double) { lanes = ceight_all(value) }

  /// The eight numbers from `place` on.
  @inlinable @inline(__always)
  public init(at place: UnsafePointer<Double>) { lanes = ceight_load(place) }

  /// Writes the numbers from `place` on.
  @inlinable @inline(__always)
  public func store(at place: UnsafeMutablePointer<Double>) { ceight_store(lanes, place) }

  @inlinable @inline(__always)
  public static func + (a: Self, b: Self) -> Self { Self(lanes: ceight_add(a.lanes, b.lanes)) }

  @inlinable @inline(__always)
  public static func - (a: Self, b: Self) -> Self { Self(lanes: ceight_subtract(a.lanes, b.lanes)) }

  @inlinable @inline(__always)
  public static func * (a: Self, b: Self) -> Self { Self(lanes: ceight_multiply(a.lanes, b.lanes)) }

  @inlinable @inline(__always)
  public static func / (a: Self, b: Self) -> Self { Self(lanes: ceight_divide(a.lanes, b.lanes)) }

  /// The greater of each two.
  @inlinable @inline(__always)
  public static func greater(_ a: Self, _ b: Self) -> Self {
    Self(lanes: ceight_greater(a.lanes, b.lanes))
  }

  /// The lesser of each two.
  @inlinable @inline(__always)
  public static func lesser(_ a: Self, _ b: Self) -> Self {
    Self(lanes: ceight_lesser(a.lanes, b.lanes))
  }

  /// The square root of each.
  @inlinable @inline(__always)
  public func squareRoot() -> Self { Self(lanes: ceight_root(lanes)) }

  /// The sum of the eight: halves are added to halves.
  @inlinable @inline(__always)
  public func sum() -> Double { ceight_sum(lanes) }

  /// The greatest of the eight.
  @inlinable @inline(__always)
  public func greatest() -> Double { ceight_greatest(lanes) }

  /// Whether any number is less than that of `other` in its place.
  @inlinable @inline(__always)
  public func isAnyLess(than other: Self) -> Bool { ceight_any_less(lanes, other.lanes) }
}
