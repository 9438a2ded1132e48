/// The exact mean of a list, rounded to nearest with ties away from zero: 222.5 gives 223, −222.5
/// gives −223. Zero for an empty list.
///
/// **Cost.** One pass, O(n) time, O(1) memory: a 128-bit addition per element, and one division.
public func exactMean(_ values: some Sequence<Int64>) -> Int64 {
  var running = RunningMean()
  for value in values { running.add(value) }
  return running.mean
}
