/// The exact mean of a list, rounded to nearest with ties away from zero: 222.5 gives 223, −222.5
/// gives −223. Zero for an empty list.
///
/// The sum has 128 bits: `count` values of at most 2⁶³ sum to at most 2¹²⁶, so it is exact. The mean
/// always fits, because it is between the smallest and the largest value.
///
/// **Cost.** One pass, O(n) time, O(1) memory: a 128-bit addition per element, and one division.
public func exactMean(_ values: some Sequence<Int64>) -> Int64 {
  var (sum, count) = (Int128(0), 0)
  for value in values {
    sum += Int128(value)
    count += 1
  }
  guard count > 0 else { return 0 }
  let (quotient, remainder) = sum.quotientAndRemainder(dividingBy: Int128(count))
  let roundsAway = remainder.magnitude * 2 >= UInt128(count)
  return Int64(roundsAway ? quotient + sum.signum() : quotient)
}
