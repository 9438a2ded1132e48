import ForceLabCVectors

/// The scalar types that the kernels work in: `Double`, and `Float`, which is twice as fast.
protocol KernelScalar: BinaryFloatingPoint, SIMDScalar, Codable, Sendable {
  associatedtype Group: KernelVector where Group.Number == Self
  /// The smallest squared distance for which the fast form of a law is used. It is small enough to be
  /// rare, and large enough that products of two squared distances do not underflow.
  static var minSquare: Self { get }
  /// Whether products of two squared distances cannot overflow.
  static func fitSquares(of bodies: Bodies<Self>) -> Bool
  /// Adds the forces of `pairs`, and counts the sources that are too near each target.
  static func add(_ pairs: UnsafePointer<CPairs>, _ closePairs: UnsafeMutablePointer<Self>)
  /// Adds the potentials of `sources` at `targets` to `sums`; false if that is not accurate enough.
  static func addPotentials(
    _ sum: PairSum, of sources: Bodies<Self>, at targets: Bodies<Self>, _ filter: PairFilter,
    to sums: UnsafeMutablePointer<Self>
  ) -> Bool
}

extension Double: KernelScalar {
  typealias Group = DoubleVector8

  static var minSquare: Double { 1e-100 }

  static func fitSquares(of bodies: Bodies<Double>) -> Bool {
    var far = 0
    for axis in 0..<bodies.dimensions {
      let x = bodies.lanes[axis]
      for node in 0..<bodies.count { far += abs(x[node]) < 1e70 ? 0 : 1 }
    }
    return far == 0
  }

  static func add(_ pairs: UnsafePointer<CPairs>, _ closePairs: UnsafeMutablePointer<Double>) {
    cdouble8_add_pairs(pairs, closePairs)
  }

  static func addPotentials(
    _ sum: PairSum, of sources: Bodies<Double>, at targets: Bodies<Double>, _ filter: PairFilter,
    to sums: UnsafeMutablePointer<Double>
  ) -> Bool {
    sum.addPotentials(of: sources, at: targets, to: sums) { _, _ in }
    return true
  }

  var logarithm: Double { cdouble8_log(cdouble8_all(self))[0] }
}

extension Float: KernelScalar {
  typealias Group = FloatVector16

  static var minSquare: Float { 1e-18 }

  /// `PairSum.fitsSinglePrecision` bounds the coordinates.
  static func fitSquares(of bodies: Bodies<Float>) -> Bool { true }

  static func add(_ pairs: UnsafePointer<CPairs>, _ closePairs: UnsafeMutablePointer<Float>) {
    cfloat16_add_pairs(pairs, closePairs)
  }

  static func addPotentials(
    _ sum: PairSum, of sources: Bodies<Float>, at targets: Bodies<Float>, _ filter: PairFilter,
    to sums: UnsafeMutablePointer<Float>
  ) -> Bool { sum.addPotentials(of: sources, at: targets, filter, to: sums) }
}

/// A SIMD vector. The compiler must keep the order of sums, so it does not vectorize them itself.
protocol KernelVector: Sendable {
  associatedtype Number: KernelScalar where Number.Group == Self
  static var width: Int { get }
  init(_ value: Number)
  init(at start: UnsafePointer<Number>)
  func store(at start: UnsafeMutablePointer<Number>)
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func maximum(_ a: Self, _ b: Self) -> Self
  static func minimum(_ a: Self, _ b: Self) -> Self
}

struct DoubleVector8: KernelVector {
  private let lanes: CDoubleVector8

  @inline(__always) private init(_ lanes: CDoubleVector8) { self.lanes = lanes }
  @inline(__always) static var width: Int { 8 }
  @inline(__always) init(_ value: Double) { lanes = cdouble8_all(value) }
  @inline(__always) init(at start: UnsafePointer<Double>) { lanes = cdouble8_load(start) }
  @inline(__always) func store(at start: UnsafeMutablePointer<Double>) {
    cdouble8_store(lanes, start)
  }
  @inline(__always) static func + (a: Self, b: Self) -> Self {
    Self(cdouble8_add(a.lanes, b.lanes))
  }
  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(cdouble8_subtract(a.lanes, b.lanes)) }
  @inline(__always)
  static func * (a: Self, b: Self) -> Self { Self(cdouble8_multiply(a.lanes, b.lanes)) }
  @inline(__always)
  static func maximum(_ a: Self, _ b: Self) -> Self { Self(cdouble8_greater(a.lanes, b.lanes)) }
  @inline(__always)
  static func minimum(_ a: Self, _ b: Self) -> Self { Self(cdouble8_lesser(a.lanes, b.lanes)) }

  /// The sum, by adding halves to halves.
  @inline(__always) func sum() -> Double { cdouble8_sum(lanes) }
  @inline(__always) func minimum() -> Double { cdouble8_least(lanes) }
  @inline(__always) func maximum() -> Double { cdouble8_greatest(lanes) }
  @inline(__always)
  func isAnyLess(than other: Self) -> Bool { cdouble8_any_less(lanes, other.lanes) }
  /// The natural logarithms of positive normal numbers; see `cdouble8_log`.
  @inline(__always) func logarithm() -> Self { Self(cdouble8_log(lanes)) }
}

struct FloatVector16: KernelVector {
  private let lanes: CFloatVector16

  @inline(__always) private init(_ lanes: CFloatVector16) { self.lanes = lanes }
  @inline(__always) static var width: Int { 16 }
  @inline(__always) init(_ value: Float) { lanes = cfloat16_all(value) }
  @inline(__always) init(at start: UnsafePointer<Float>) { lanes = cfloat16_load(start) }
  @inline(__always) func store(at start: UnsafeMutablePointer<Float>) {
    cfloat16_store(lanes, start)
  }
  @inline(__always) static func + (a: Self, b: Self) -> Self {
    Self(cfloat16_add(a.lanes, b.lanes))
  }
  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(cfloat16_subtract(a.lanes, b.lanes)) }
  @inline(__always)
  static func * (a: Self, b: Self) -> Self { Self(cfloat16_multiply(a.lanes, b.lanes)) }
  @inline(__always)
  static func maximum(_ a: Self, _ b: Self) -> Self { Self(cfloat16_greater(a.lanes, b.lanes)) }
  @inline(__always)
  static func minimum(_ a: Self, _ b: Self) -> Self { Self(cfloat16_lesser(a.lanes, b.lanes)) }
}
