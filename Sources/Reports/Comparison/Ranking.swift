import ForceLabWorkbench
import Foundation

/// A cell that rankings exclude because not every candidate finished it.
public struct IncompleteCell: Sendable {
  public let settings: [String]
  /// Nil if the base finished it.
  public let base: String?
  public let others: [String]
  /// Whether a candidate did not finish planned trials that the base finished.
  public let isFailure: Bool
  /// Whether all missing trials were never planned.
  public let isExcluded: Bool
  public var reasons: [String] { (base.map { [$0] } ?? []) + others }

  init?(_ cell: PairedTable.Cell, in table: PairedTable) {
    let reasons = table.candidates.enumerated().map { index, candidate in
      cell.excluded.contains(index)
        ? "\(candidate.name) is not in the sweep"
        : Self.reason(cell.trials[index], candidate.run.repeats).map { "\(candidate.name) \($0)" }
    }
    let lacking = reasons.indices.filter { reasons[$0] != nil }
    guard !lacking.isEmpty else { return nil }
    settings = cell.settings
    base = reasons[0]
    others = reasons.dropFirst().compactMap { $0 }
    isExcluded = cell.excluded.isSuperset(of: lacking)
    isFailure = base == nil && !isExcluded
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

/// The candidates ranked by a measure of time over the cells that all of them finished.
public struct Ranking: Sendable {
  public let measure: String
  /// Candidates and the geometric means of their ratios to the base; the fastest first.
  public let places: [(candidate: Int, ratio: Double)]
  public let cells: Int
  /// Settings of finished cells in which not all times are above zero.
  public let withoutTimes: [[String]]

  init?(_ measure: String, _ rows: [Comparison.Row], _ table: PairedTable) {
    let rows = rows.filter { $0.measure == measure }
    guard !rows.isEmpty else { return nil }
    self.measure = measure
    var sums = [Double](repeating: 0, count: table.candidates.count)
    var cells = 0
    var withoutTimes: [[String]] = []
    for cell in table.cells where IncompleteCell(cell, in: table) == nil {
      let ratios = rows.filter { $0.settings == cell.settings && $0.result.scale == .ratio }
      guard ratios.count == table.candidates.count - 1 else {
        withoutTimes.append(cell.settings)
        continue
      }
      cells += 1
      for row in ratios { sums[row.candidate] += log(row.result.change) }
    }
    self.cells = cells
    self.withoutTimes = withoutTimes
    let count = Double(max(1, cells))
    places = sums.indices.map { ($0, exp(sums[$0] / count)) }.sorted { a, b in
      (a.ratio, a.candidate) < (b.ratio, b.candidate)
    }
  }
}
