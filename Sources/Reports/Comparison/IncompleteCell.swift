import ForceLabPlugins
import ForceLabWorkbench

/// A cell that not every candidate finished, or in which only some have a value of a measure.
public struct IncompleteCell: Sendable {
  let settings: [String]
  /// Why candidates did not finish it.
  let reason: String
  /// Whether a candidate did not finish planned trials that the base finished; of several runs a side, whether a new
  /// one did not that some base run finished.
  let isFailure: Bool
  /// Whether all missing trials were never planned.
  let isExcluded: Bool

  /// Nil if each candidate finished all trials, with a value of those `measures` of which another one has any.
  init?(_ cell: PairedTable.Cell, in table: PairedTable, _ measures: [Column]) {
    let samples = measures.map { measure in
      table.candidates.indices.map { table.samples(measure, of: $0, in: cell) }
    }
    let known = measures.indices.filter { samples[$0].joined().contains { $0.value != nil } }
    let reasons = table.candidates.enumerated().map { index, candidate -> String? in
      if cell.excluded.contains(index) { return "\(candidate.name) is not in the sweep" }
      let without = known.filter { measure in
        let own = samples[measure][index]
        return own.allSatisfy { $0.value == nil } && own.contains { $0.isGood && $0.counts }
      }
      let reason =
        Self.reason(cell.trials[index], candidate.run.repeats)
        ?? (without.isEmpty ? nil : "has no \(without.map { measures[$0].title }.listed())")
      return reason.map { "\(candidate.name) \($0)" }
    }
    let lacking = reasons.indices.filter { reasons[$0] != nil }
    guard !lacking.isEmpty else { return nil }
    settings = cell.settings
    reason = reasons.compactMap { $0 }.joined(separator: "; ")
    isExcluded = cell.excluded.isSuperset(of: lacking)
    let bases = 0..<(table.sideCounts?.base ?? 1)
    isFailure =
      !isExcluded && !bases.allSatisfy(lacking.contains) && !lacking.allSatisfy(bases.contains)
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
