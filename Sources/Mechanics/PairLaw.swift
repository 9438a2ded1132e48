/// How strong a pairwise force is: two functions of the squared distance.
///
/// They are called in loops that the compiler turns into SIMD code, so they should be short,
/// inlinable, and choose by `?:` rather than branch. The factor is also wanted in single precision,
/// in which strategies that approximate sum: `Number` is `Double` or `Float`.
public protocol PairLaw: Sendable {
  /// f(r²), where the force on a node is Σ charge·f(r²)·δ over the others, δ pointing to the other.
  func factor<Number: LoopNumber>(_ squaredDistance: Number) -> Number
  /// φ(r²), the potential of a pair: dφ/dr = f(r²)·r.
  func potential(_ squaredDistance: Double) -> Double
  /// f(r²) in its simplest form, right from `nearSquaredDistance` on, where it must be smooth.
  func fastFactor<Number: LoopNumber>(_ squaredDistance: Number) -> Number
  /// `fastFactor` of two by eight squared distances, for which one division may do.
  func fastFactors(_ first: Eight, _ second: Eight) -> (Eight, Eight)
  /// The least squared distance for which `fastFactor` is right; ∞ if there is no such form.
  var nearSquaredDistance: Double { get }
}

extension PairLaw {
  /// f(r²) itself.
  @inlinable @inline(__always)
  public func fastFactor<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    factor(squaredDistance)
  }

  /// Each by itself, in a loop over memory.
  @inlinable @inline(__always)
  public func fastFactors(_ first: Eight, _ second: Eight) -> (Eight, Eight) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 16) { numbers in
      guard let start = numbers.baseAddress else { return (first, second) }
      first.store(at: start)
      second.store(at: start + 8)
      for index in 0..<8 {
        let (one, other) = (fastFactor(start[index]), fastFactor(start[index + 8]))
        (start[index], start[index + 8]) = (one, other)
      }
      return (Eight(at: start), Eight(at: start + 8))
    }
  }

  /// Zero.
  @inlinable
  public var nearSquaredDistance: Double { 0 }
}
