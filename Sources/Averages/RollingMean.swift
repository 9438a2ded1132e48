/// The approximate mean of a list by halving and rescaling in `Int64`, which never overflows.
///
/// Zero for an empty list, the element for one, `a/2 + b/2` for two. For more, with `rest` the rolling mean of all
/// elements but the last, and `depth` their number: `((rest/2 + (last/2)/depth) / (depth + 1)) · depth · 2`.
///
/// **Rounding.** Every division truncates towards zero. The result depends on the order of the
/// elements, is even for three or more elements, and is within 2(n² − 1)/3 of the true mean of n
/// elements: `[1, 1, 1]` gives 0. Use ``exactMean(_:)`` for exact results.
///
/// **No overflow.** If |rest| and |last| are at most M = 2⁶³, the numerator is at most
/// M/2 · (1 + 1/depth) ≤ 3M/4, its quotient by depth + 1 at most M/(2·depth), and the result at most
/// M again. For positive numbers the halves are at most 2⁶² − 1, and the result at most 2⁶³ − 2;
/// for negative ones −2⁶³ is itself an `Int64`. By induction this holds for every list.
///
/// **Cost.** One pass, O(n) time, O(1) memory; three divisions per element.
///
/// **Source.** The recursive mean derived from “A Little Bit Of Math #1”,
/// <https://blog.krugazor.eu/2019/05/09/a-little-bit-of-math-1/>, unrolled into a left fold.
public func rollingMean(_ values: some Sequence<Int64>) -> Int64 {
  var remaining = values.makeIterator()
  guard let first = remaining.next() else { return 0 }
  guard let second = remaining.next() else { return first }

  var mean = first / 2 + second / 2
  var depth: Int64 = 2
  while let last = remaining.next() {
    let numerator = mean / 2 + (last / 2) / depth
    mean = (numerator / (depth + 1)) * depth * 2
    depth += 1
  }
  return mean
}
