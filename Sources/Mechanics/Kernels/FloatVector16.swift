import ForceLabCVectors

@frozen public struct FloatVector16: KernelVector {
  @usableFromInline var lanes: CFloatVector16

  @inlinable @inline(__always) init(_ lanes: CFloatVector16) { self.lanes = lanes }
  @inlinable @inline(__always) public static var width: Int { 16 }
  @inlinable @inline(__always) public init(_ value: Float) { lanes = cfloat16_all(value) }

  @inlinable @inline(__always) public init(_ value: Float, first count: Int, then other: Float) {
    lanes = cfloat16_first(Int32(truncatingIfNeeded: count), value, other)
  }

  @inlinable @inline(__always)
  public init(at place: UnsafePointer<Float>) { lanes = cfloat16_load(place) }
  @inlinable @inline(__always)
  public func store(at place: UnsafeMutablePointer<Float>) { cfloat16_store(lanes, place) }
  @inlinable @inline(__always)
  public static func + (a: Self, b: Self) -> Self { Self(cfloat16_add(a.lanes, b.lanes)) }
  @inlinable @inline(__always)
  public static func - (a: Self, b: Self) -> Self { Self(cfloat16_subtract(a.lanes, b.lanes)) }
  @inlinable @inline(__always)
  public static func * (a: Self, b: Self) -> Self { Self(cfloat16_multiply(a.lanes, b.lanes)) }
  @inlinable @inline(__always)
  public static func / (a: Self, b: Self) -> Self { Self(cfloat16_divide(a.lanes, b.lanes)) }

  @inlinable @inline(__always) public static func greater(_ a: Self, _ b: Self) -> Self {
    Self(cfloat16_greater(a.lanes, b.lanes))
  }

  @inlinable @inline(__always) public static func lesser(_ a: Self, _ b: Self) -> Self {
    Self(cfloat16_lesser(a.lanes, b.lanes))
  }

  @inlinable @inline(__always) public var first: Float { lanes[0] }
  @inlinable @inline(__always) public func squareRoot() -> Self { Self(cfloat16_root(lanes)) }

  @inlinable @inline(__always) public func with(_ value: Float, in lane: Int) -> Self {
    Self(cfloat16_with(lanes, Int32(truncatingIfNeeded: lane), value))
  }

  @inlinable @inline(__always)
  public func isAnyLess(than other: Self) -> Bool { cfloat16_any_less(lanes, other.lanes) }

  public static func add(_ pairs: CPairs, to totals: UnsafeMutablePointer<Float>) -> Int {
    withUnsafePointer(to: pairs) { cfloat16_add_pairs($0, totals) }
  }

  public static func add(_ pairs: CPotentials, to totals: UnsafeMutablePointer<Float>) -> Int {
    withUnsafePointer(to: pairs) { cfloat16_add_potentials($0, totals) }
  }

  public static func changes(of charges: UnsafePointer<Float>, count: Int) -> Int {
    cfloat16_count_changes(charges, count)
  }

  public static func sortByCharge(_ pairs: CPotentials, to copies: UnsafeMutablePointer<Float>) {
    withUnsafePointer(to: pairs) { cfloat16_sort_by_charge($0, copies) }
  }

  @inlinable @inline(__always)
  public func raised(to power: Double) -> Self { Self(cfloat16_power(lanes, power)) }
}
