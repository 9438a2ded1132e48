import ForceLabCVectors

/// The scalar types that the kernels work in: `Double`, and `Float`, which is twice as fast.
public protocol KernelScalar: BinaryFloatingPoint, Sendable {
  associatedtype Group: KernelVector where Group.Number == Self
  /// The least squared distance for which the fast form of a law is used. It is small enough to be
  /// rare, and large enough that products of two squared distances do not underflow.
  static var minSquare: Self { get }
  static func add(
    _ sum: PairSum, of sources: Bodies<Self>, on targets: Bodies<Self>, to sums: NumberLanes<Self>)
}

extension Double: KernelScalar {
  public typealias Group = DoubleVector8

  @inlinable public static var minSquare: Double { 1e-150 }

  public static func add(
    _ sum: PairSum, of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes
  ) {
    switch sum.quantity {
    case .force:
      _ = sum.law.addForces(of: sources, on: targets, PairFilter(), to: sums)
    case .potential: sum.law.addPotentials(of: sources, on: targets, to: sums)
    }
  }
}

extension Float: KernelScalar {
  public typealias Group = FloatVector16

  @inlinable public static var minSquare: Float { 1e-18 }

  public static func add(
    _ sum: PairSum, of sources: Bodies<Float>, on targets: Bodies<Float>,
    to sums: NumberLanes<Float>
  ) {
    guard !sum.add(of: sources, on: targets, PairFilter(), to: sums) else { return }
    let (from, to) = (LaneStorage(widening: sources), LaneStorage(widening: targets))
    let totals = LaneStorage(count: targets.count, lanes: 1)
    sum.law.addPotentials(
      of: Bodies(dimensions: sources.dimensions, lanes: from.lanes, count: sources.count),
      on: Bodies(dimensions: targets.dimensions, lanes: to.lanes, count: targets.count),
      to: totals.lanes)
    for target in 0..<targets.count { sums[0][target] += Float(totals.lanes[0][target]) }
    withExtendedLifetime((from, to)) {}
  }
}

extension LaneStorage {
  /// A copy of `bodies`: coordinates, then charges.
  fileprivate convenience init(widening bodies: Bodies<Float>) {
    self.init(count: bodies.count, lanes: bodies.dimensions + 1)
    for lane in 0...bodies.dimensions {
      for body in 0..<bodies.count { lanes[lane][body] = Double(bodies.lanes[lane][body]) }
    }
  }
}

/// A SIMD vector. The compiler must keep the order of sums, so it does not vectorize them itself.
public protocol KernelVector: Sendable {
  associatedtype Number: KernelScalar where Number.Group == Self
  static var width: Int { get }
  init(_ value: Number)
  /// `value` in the first `count` lanes, `other` in the rest.
  init(_ value: Number, first count: Int, then other: Number)
  init(at place: UnsafePointer<Number>)
  func store(at place: UnsafeMutablePointer<Number>)
  var first: Number { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static func greater(_ a: Self, _ b: Self) -> Self
  static func lesser(_ a: Self, _ b: Self) -> Self
  func squareRoot() -> Self
  /// Powers of positive normal numbers, computed in double precision.
  func raised(to power: Double) -> Self
  /// The same vector with `value` in `lane`, if there is such a lane.
  func with(_ value: Number, in lane: Int) -> Self
  func isAnyLess(than other: Self) -> Bool
  /// Adds the forces of `pairs` to `totals`, one vector per axis, up to the first stretch of sources
  /// with one that is too near. Returns the start of that stretch, or the end.
  static func add(_ pairs: CPairs, to totals: UnsafeMutablePointer<Number>) -> Int
  /// Adds the potentials of `pairs` to a vector of totals, and counts the sources at the place of each
  /// target in the next vector; returns the first source that is too near or too far, or the end.
  static func add(_ pairs: CPotentials, to totals: UnsafeMutablePointer<Number>) -> Int
  /// How many of `count` charges differ from the one before them.
  static func changes(of charges: UnsafePointer<Number>, count: Int) -> Int
  /// Copies all sources of `pairs` in an order that makes most of the same charge adjacent.
  static func sortByCharge(_ pairs: CPotentials, to copies: UnsafeMutablePointer<Number>)
}

extension KernelVector {
  /// Applies `body` to each number, in a loop over memory.
  @inlinable @inline(__always) public func map(_ body: (Number) -> Number) -> Self {
    withUnsafeTemporaryAllocation(of: Number.self, capacity: Self.width) { numbers in
      guard let start = numbers.baseAddress else { return self }
      store(at: start)
      for index in 0..<Self.width { start[index] = body(start[index]) }
      return Self(at: start)
    }
  }
}
