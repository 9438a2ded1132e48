/// The mean of a list, right to the last unit for any `Int64` values.
///
/// **Rounding.** To nearest, ties away from zero: 222.5 gives 223, −222.5 gives −223.
/// Zero for an empty list. The order of the elements does not matter.
///
/// **Cost.** One pass, O(n) time, O(1) memory; one 128-bit addition per element and one division.
///
/// **Source.** The definition, Σx / n, with the sum held exactly by ``RunningMean``.
public func exactMean(_ values: some Sequence<Int64>) -> Int64 {
  var running = RunningMean()
  for value in values {
    running.add(value)
  }
  return running.mean
}
