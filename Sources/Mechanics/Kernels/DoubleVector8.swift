import ForceLabCVectors

@frozen public struct DoubleVector8: KernelVector {
  @usableFromInline var lanes: CDoubleVector8

  @inlinable @inline(__always) init(_ lanes: CDoubleVector8) { self.lanes = lanes }
  @inlinable @inline(__always) public static var width: Int { 8 }
  @inlinable @inline(__always) public init(_ value: Double) { lanes = cdouble8_all(value) }

  @inlinable @inline(__always) public init(_ value: Double, first count: Int, then other: Double) {
    lanes = cdouble8_first(Int32(truncatingIfNeeded: count), value, other)
  }

  @inlinable @inline(__always)
  public init(at place: UnsafePointer<Double>) { lanes = cdouble8_load(place) }
  @inlinable @inline(__always)
  public func store(at place: UnsafeMutablePointer<Double>) { cdouble8_store(lanes, place) }
  @inlinable @inline(__always)
  public static func + (a: Self, b: Self) -> Self { Self(cdouble8_add(a.lanes, b.lanes)) }
  @inlinable @inline(__always)
  public static func - (a: Self, b: Self) -> Self { Self(cdouble8_subtract(a.lanes, b.lanes)) }
  @inlinable @inline(__always)
  public static func * (a: Self, b: Self) -> Self { Self(cdouble8_multiply(a.lanes, b.lanes)) }
  @inlinable @inline(__always)
  public static func / (a: Self, b: Self) -> Self { Self(cdouble8_divide(a.lanes, b.lanes)) }

  @inlinable @inline(__always) public static func greater(_ a: Self, _ b: Self) -> Self {
    Self(cdouble8_greater(a.lanes, b.lanes))
  }

  @inlinable @inline(__always) public static func lesser(_ a: Self, _ b: Self) -> Self {
    Self(cdouble8_lesser(a.lanes, b.lanes))
  }

  @inlinable @inline(__always) public var first: Double { lanes[0] }
  @inlinable @inline(__always) public func squareRoot() -> Self { Self(cdouble8_root(lanes)) }

  @inlinable @inline(__always) public func with(_ value: Double, in lane: Int) -> Self {
    Self(cdouble8_with(lanes, Int32(truncatingIfNeeded: lane), value))
  }

  /// The sum, by adding halves to halves.
  @inlinable @inline(__always) public func sum() -> Double { cdouble8_sum(lanes) }
  @inlinable @inline(__always) public func least() -> Double { cdouble8_least(lanes) }
  @inlinable @inline(__always) public func greatest() -> Double { cdouble8_greatest(lanes) }
  @inlinable @inline(__always)
  public func isAnyLess(than other: Self) -> Bool { cdouble8_any_less(lanes, other.lanes) }

  public static func add(_ pairs: CPairs, to totals: UnsafeMutablePointer<Double>) -> Int {
    withUnsafePointer(to: pairs) { cdouble8_add_pairs($0, totals) }
  }

  /// Adds the forces of `pairs` to all their nodes; returns whether a pair is too near.
  public static func add(_ pairs: CMutualPairs) -> Bool {
    withUnsafePointer(to: pairs) { cdouble8_add_two($0) }
  }

  public static func add(_ pairs: CPotentials, to totals: UnsafeMutablePointer<Double>) -> Int {
    withUnsafePointer(to: pairs) { cdouble8_add_potentials($0, totals) }
  }

  public static func changes(of charges: UnsafePointer<Double>, count: Int) -> Int {
    cdouble8_count_changes(charges, count)
  }

  public static func sortByCharge(_ pairs: CPotentials, to copies: UnsafeMutablePointer<Double>) {
    withUnsafePointer(to: pairs) { cdouble8_sort_by_charge($0, copies) }
  }

  /// `zero` where this is zero, and `other` elsewhere.
  @inlinable @inline(__always) func whereZero(_ zero: Self, else other: Self) -> Self {
    Self(cdouble8_where_zero(lanes, zero.lanes, other.lanes))
  }

  /// The natural logarithms of positive normal numbers; see `cdouble8_log`.
  @inlinable @inline(__always) func logarithm() -> Self { Self(cdouble8_log(lanes)) }
  @inlinable @inline(__always)
  public func raised(to power: Double) -> Self { Self(cdouble8_power(lanes, power)) }
}

extension Double {
  @inlinable @inline(__always) var logarithm: Double { cdouble8_log(cdouble8_all(self))[0] }
}
