import ForceLabCVectors

/// Eight numbers in double precision.
@frozen
public struct DoubleVector8: NumberGroup {
  @usableFromInline var lanes: CEight

  @inlinable @inline(__always)
  init(lanes: CEight) { self.lanes = lanes }

  @inlinable @inline(__always)
  public static var width: Int { 8 }

  @inlinable @inline(__always)
  public init(_ value: Double) { lanes = ceight_all(value) }

  @inlinable @inline(__always)
  public init(_ value: Double, first count: Int, then other: Double) {
    lanes = ceight_first(Int32(truncatingIfNeeded: count), value, other)
  }

  @inlinable @inline(__always)
  public init(at place: UnsafePointer<Double>) { lanes = ceight_load(place) }

  @inlinable @inline(__always)
  public func store(at place: UnsafeMutablePointer<Double>) { ceight_store(lanes, place) }

  @inlinable @inline(__always)
  public static func + (a: Self, b: Self) -> Self {
    Self(lanes: ceight_add(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func - (a: Self, b: Self) -> Self {
    Self(lanes: ceight_subtract(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func * (a: Self, b: Self) -> Self {
    Self(lanes: ceight_multiply(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func / (a: Self, b: Self) -> Self {
    Self(lanes: ceight_divide(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func greater(_ a: Self, _ b: Self) -> Self {
    Self(lanes: ceight_greater(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func lesser(_ a: Self, _ b: Self) -> Self {
    Self(lanes: ceight_lesser(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public func squareRoot() -> Self { Self(lanes: ceight_root(lanes)) }

  @inlinable @inline(__always)
  public func with(_ value: Double, in lane: Int) -> Self {
    Self(lanes: ceight_with(lanes, Int32(truncatingIfNeeded: lane), value))
  }

  /// The sum of the eight: halves are added to halves.
  @inlinable @inline(__always)
  public func sum() -> Double { ceight_sum(lanes) }

  /// The least of the eight.
  @inlinable @inline(__always)
  public func least() -> Double { ceight_least(lanes) }

  /// The greatest of the eight.
  @inlinable @inline(__always)
  public func greatest() -> Double { ceight_greatest(lanes) }

  @inlinable @inline(__always)
  public func isAnyLess(than other: Self) -> Bool { ceight_any_less(lanes, other.lanes) }
}
