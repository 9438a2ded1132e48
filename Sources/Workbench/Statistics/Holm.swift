/// The p-values corrected for their number: if those of at most 5 % count as significant, the chance
/// that any of them is wrong is at most 5 %. In the order of `values`.
///
/// Source: Holm, A Simple Sequentially Rejective Multiple Test Procedure, 1979.
public func holmCorrected(_ values: [Double]) -> [Double] {
  var corrected = values
  var largest = 0.0
  for (rank, index) in values.indices.sorted(by: { values[$0] < values[$1] }).enumerated() {
    largest = max(largest, min(1, Double(values.count - rank) * values[index]))
    corrected[index] = largest
  }
  return corrected
}
