/// Some numbers side by side, for loops that sum over several of them: such sums the compiler does
/// not turn into SIMD code by itself, for it must keep their order.
public protocol NumberGroup: Sendable {
  associatedtype Number: LoopNumber where Number.Group == Self
  /// How many there are.
  static var width: Int { get }
  /// `value`, in every place.
  init(_ value: Number)
  /// `value` in the first `count` places, and `other` in those after them.
  init(_ value: Number, first count: Int, then other: Number)
  /// The numbers from `place` on.
  init(at place: UnsafePointer<Number>)
  /// Writes the numbers from `place` on.
  func store(at place: UnsafeMutablePointer<Number>)
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  /// The greater of each two.
  static func greater(_ a: Self, _ b: Self) -> Self
  /// The lesser of each two.
  static func lesser(_ a: Self, _ b: Self) -> Self
  /// The square root of each.
  func squareRoot() -> Self
  /// The same with `value` in the place `lane`, if there is such a place.
  func with(_ value: Number, in lane: Int) -> Self
  /// Whether any number is less than that of `other` in its place.
  func isAnyLess(than other: Self) -> Bool
}

extension NumberGroup {
  /// What `body` makes of each number, in a loop over memory.
  @inlinable @inline(__always)
  public func map(_ body: (Number) -> Number) -> Self {
    withUnsafeTemporaryAllocation(of: Number.self, capacity: Self.width) { numbers in
      guard let start = numbers.baseAddress else { return self }
      store(at: start)
      for index in 0..<Self.width { start[index] = body(start[index]) }
      return Self(at: start)
    }
  }
}
