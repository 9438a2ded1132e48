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
  /// `charge` times `factor` of a group of squared distances.
  func factors<Group: NumberGroup>(_ squaredDistances: Group, times charge: Group.Number) -> Group
  /// f(r²) in its simplest form, right from `nearSquaredDistance` on, where it must be smooth.
  func fastFactor<Number: LoopNumber>(_ squaredDistance: Number) -> Number
  /// `charge` times `fastFactor` of a group of squared distances.
  func fastFactors<Group: NumberGroup>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  /// `fastFactor` of two groups of squared distances, for which one division may do.
  func fastFactors<Group: NumberGroup>(_ first: Group, _ second: Group) -> (Group, Group)
  /// The least squared distance for which `fastFactor` is right; ∞ if there is no such form.
  var nearSquaredDistance: Double { get }
}

extension PairLaw {
  /// Each by itself, in a loop over memory.
  @inlinable @inline(__always)
  public func factors<Group: NumberGroup>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  {
    squaredDistances.map { factor($0) } * Group(charge)
  }

  /// f(r²) itself.
  @inlinable @inline(__always)
  public func fastFactor<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    factor(squaredDistance)
  }

  /// Each by itself, in a loop over memory.
  @inlinable @inline(__always)
  public func fastFactors<Group: NumberGroup>(
    _ squaredDistances: Group, times charge: Group.Number
  ) -> Group {
    squaredDistances.map { fastFactor($0) } * Group(charge)
  }

  /// One after the other.
  @inlinable @inline(__always)
  public func fastFactors<Group: NumberGroup>(_ first: Group, _ second: Group) -> (Group, Group) {
    (fastFactors(first, times: 1), fastFactors(second, times: 1))
  }

  /// Zero.
  @inlinable
  public var nearSquaredDistance: Double { 0 }
}
