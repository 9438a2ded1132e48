/// The exact mean of `Int64` values that arrive one at a time, such as tick times in nanoseconds.
///
/// The sum has 128 bits: `count` values of at most 2⁶³ sum to at most 2¹²⁶, so it is exact, and the
/// order of values and merges does not matter.
///
/// **Cost.** 32 bytes; O(1) per value, merge and access.
public struct RunningMean: Sendable, Hashable {
  public private(set) var count = 0

  private var sum: Int128 = 0

  public init() {}

  /// The mean, rounded to nearest with ties away from zero; zero without values. It always fits,
  /// because it is between the smallest and the largest value.
  public var mean: Int64 {
    guard count > 0 else { return 0 }
    let (quotient, remainder) = sum.quotientAndRemainder(dividingBy: Int128(count))
    let roundsAway = remainder.magnitude * 2 >= UInt128(count)
    return Int64(roundsAway ? quotient + sum.signum() : quotient)
  }

  /// The mean with its fraction; zero without values.
  ///
  /// **Rounding.** The exact sum is rounded to a `Double`, then the quotient: at most two units in
  /// the last place from the true mean, for up to 2⁵³ values.
  public var value: Double { count > 0 ? Double(sum) / Double(count) : 0 }

  public mutating func add(_ value: Int64) {
    sum += Int128(value)
    count += 1
  }

  public mutating func merge(_ other: RunningMean) {
    sum += other.sum
    count += other.count
  }
}
