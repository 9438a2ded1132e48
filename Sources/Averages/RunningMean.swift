/// The exact mean of `Int64` values that arrive one at a time, such as tick times in nanoseconds.
///
/// The sum is kept whole in 128 bits: `count` values of at most 2⁶³ sum to at most 2¹²⁶, so
/// nothing is lost and neither the order of the values nor that of merges matters.
///
/// **Cost.** 32 bytes; O(1) per value, per merge and per reading.
public struct RunningMean: Sendable, Hashable {
  /// How many values have been added.
  public private(set) var count = 0

  private var sum: Int128 = 0

  /// A mean of no values yet.
  public init() {}

  /// The mean, rounded to nearest with ties away from zero; zero if there are no values.
  ///
  /// It always fits, because a mean lies between the least and the greatest of its values.
  public var mean: Int64 {
    guard count > 0 else { return 0 }
    let (quotient, remainder) = sum.quotientAndRemainder(dividingBy: Int128(count))
    let roundsAway = remainder.magnitude * 2 >= UInt128(count)
    return Int64(roundsAway ? quotient + sum.signum() : quotient)
  }

  /// The mean with its fraction; zero if there are no values.
  ///
  /// **Rounding.** The exact sum is rounded to a `Double`, then the quotient: at most two units in
  /// the last place from the true mean, for up to 2⁵³ values.
  public var value: Double {
    count > 0 ? Double(sum) / Double(count) : 0
  }

  /// Takes one more value into the mean.
  public mutating func add(_ value: Int64) {
    sum += Int128(value)
    count += 1
  }

  /// Takes in all values of another mean, as if each had been added here.
  public mutating func merge(_ other: RunningMean) {
    sum += other.sum
    count += other.count
  }
}
