import Foundation

/// A cell that no ranking counts, and why.
public struct LeftOut: Sendable {
  /// The value at each path that sets the cells apart.
  public let settings: [String]
  /// What the base lacks there; nil if it finished.
  public let base: String?
  /// What each of the others lacks that did not finish, with its name.
  public let others: [String]
  /// Whether a competitor was to finish what the base did, and did not.
  public let isFailure: Bool
  /// Whether all that is lacking was never to run.
  public let isExcluded: Bool

  /// All reasons.
  public var reasons: [String] { (base.map { [$0] } ?? []) + others }

  /// Nil if every competitor finished the cell.
  init?(_ cell: Contest.Cell, in contest: Contest) {
    let reasons = contest.competitors.enumerated().map { index, competitor in
      cell.excluded.contains(index)
        ? "\(competitor.name) is not in the sweep"
        : Self.reason(cell.trials[index], competitor.run.repeats).map { "\(competitor.name) \($0)" }
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

/// The competitors by one measure of time, over the cells that all of them finished.
public struct Ranking: Sendable {
  /// The measure.
  public let measure: String
  /// The competitors' numbers and the geometric means of their ratios to the base, which is 1; the
  /// fastest first.
  public let places: [(competitor: Int, ratio: Double)]
  /// How many cells count.
  public let cells: Int
  /// Settings of cells that all finished, but in which not all have times above zero.
  public let withoutTimes: [[String]]

  /// Nil if nothing was measured.
  init?(_ measure: String, _ rows: [Comparison.Row<Effect>], _ contest: Contest) {
    let rows = rows.filter { $0.measure == measure }
    guard !rows.isEmpty else { return nil }
    self.measure = measure
    var sums = [Double](repeating: 0, count: contest.competitors.count)
    var cells = 0
    var withoutTimes: [[String]] = []
    for cell in contest.cells where LeftOut(cell, in: contest) == nil {
      let ratios = rows.filter { $0.settings == cell.settings && $0.result.scale == .ratio }
      guard ratios.count == contest.competitors.count - 1 else {
        withoutTimes.append(cell.settings)
        continue
      }
      cells += 1
      for row in ratios { sums[row.competitor] += log(row.result.change) }
    }
    self.cells = cells
    self.withoutTimes = withoutTimes
    let count = Double(max(1, cells))
    places = sums.indices.map { ($0, exp(sums[$0] / count)) }.sorted { a, b in
      (a.ratio, a.competitor) < (b.ratio, b.competitor)
    }
  }
}
