import ForceLabWorkbench

/// A cell that not every candidate finished.
public struct IncompleteCell: Sendable {
  let settings: [String]
  /// Why candidates did not finish it.
  let reason: String
  /// Whether a candidate did not finish planned trials that the base finished.
  let isFailure: Bool
  /// Whether all missing trials were never planned.
  let isExcluded: Bool

  init?(_ cell: PairedTable.Cell, in table: PairedTable) {
    let reasons = table.candidates.enumerated().map { index, candidate in
      cell.excluded.contains(index)
        ? "\(candidate.name) is not in the sweep"
        : Self.reason(cell.trials[index], candidate.run.repeats).map { "\(candidate.name) \($0)" }
    }
    let lacking = reasons.indices.filter { reasons[$0] != nil }
    guard !lacking.isEmpty else { return nil }
    settings = cell.settings
    reason = reasons.compactMap { $0 }.joined(separator: "; ")
    isExcluded = cell.excluded.isSuperset(of: lacking)
    isFailure = reasons[0] == nil && !isExcluded
  }

  private static func reason(_ trials: [TrialRow], _ repeats: Int) -> String? {
    if trials.isEmpty { return "has no trial" }
    var parts: [String] = []
    if trials.count < repeats { parts.append("has only \(trials.count) of \(repeats) trials") }
    for status in Set(trials.map(\.status)).sorted() where status != "ok" {
      let count = trials.count { $0.status == status }
      parts.append("\(status) in \(count) of \(counted(trials.count, "trial"))")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
