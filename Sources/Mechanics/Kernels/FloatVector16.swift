import ForceLabCVectors

/// Sixteen numbers in single precision.
@frozen
public struct FloatVector16: NumberGroup {
  @usableFromInline var lanes: CSixteen

  @inlinable @inline(__always)
  init(lanes: CSixteen) { self.lanes = lanes }

  @inlinable @inline(__always)
  public static var width: Int { 16 }

  @inlinable @inline(__always)
  public init(_ value: Float) { lanes = csixteen_all(value) }

  @inlinable @inline(__always)
  public init(_ value: Float, first count: Int, then other: Float) {
    lanes = csixteen_first(Int32(truncatingIfNeeded: count), value, other)
  }

  @inlinable @inline(__always)
  public init(at place: UnsafePointer<Float>) { lanes = csixteen_load(place) }

  @inlinable @inline(__always)
  public func store(at place: UnsafeMutablePointer<Float>) { csixteen_store(lanes, place) }

  @inlinable @inline(__always)
  public static func + (a: Self, b: Self) -> Self {
    Self(lanes: csixteen_add(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func - (a: Self, b: Self) -> Self {
    Self(lanes: csixteen_subtract(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func * (a: Self, b: Self) -> Self {
    Self(lanes: csixteen_multiply(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func / (a: Self, b: Self) -> Self {
    Self(lanes: csixteen_divide(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func greater(_ a: Self, _ b: Self) -> Self {
    Self(lanes: csixteen_greater(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public static func lesser(_ a: Self, _ b: Self) -> Self {
    Self(lanes: csixteen_lesser(a.lanes, b.lanes))
  }

  @inlinable @inline(__always)
  public func squareRoot() -> Self { Self(lanes: csixteen_root(lanes)) }

  @inlinable @inline(__always)
  public func with(_ value: Float, in lane: Int) -> Self {
    Self(lanes: csixteen_with(lanes, Int32(truncatingIfNeeded: lane), value))
  }

  @inlinable @inline(__always)
  public func isAnyLess(than other: Self) -> Bool { csixteen_any_less(lanes, other.lanes) }
}
