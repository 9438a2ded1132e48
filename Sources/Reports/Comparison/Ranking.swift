import ForceLabPlugins
import ForceLabWorkbench
import Foundation

/// A cell that rankings exclude because not every candidate finished it.
public struct IncompleteCell: Sendable {
  public let settings: [String]
  /// Nil if the base finished it.
  public let base: String?
  /// One for each candidate that did not finish it.
  public let reasons: [String]
  /// Whether a candidate did not finish planned trials that the base finished.
  public let isFailure: Bool
  /// Whether all missing trials were never planned.
  public let isExcluded: Bool

  init?(_ cell: PairedTable.Cell, in table: PairedTable) {
    let reasons = table.candidates.enumerated().map { index, candidate in
      cell.excluded.contains(index)
        ? "\(candidate.name) is not in the sweep"
        : Self.reason(cell.trials[index], candidate.run.repeats).map { "\(candidate.name) \($0)" }
    }
    let lacking = reasons.indices.filter { reasons[$0] != nil }
    guard !lacking.isEmpty else { return nil }
    settings = cell.settings
    (base, self.reasons) = (reasons[0], reasons.compactMap { $0 })
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
    (self.cells, self.withoutTimes) = (cells, withoutTimes)
    let count = Double(max(1, cells))
    places = sums.indices.map { ($0, exp(sums[$0] / count)) }.sorted { a, b in
      (a.ratio, a.candidate) < (b.ratio, b.candidate)
    }
  }
}

extension Comparison {
  /// A row for each cell and candidate; nil if there are none.
  public func table(of measure: String) -> Table? {
    let rows = rows.filter { $0.measure == measure }
    guard !rows.isEmpty else { return nil }
    let settings = SettingColumns(paired.paths, rows.map(\.settings))
    let candidate = paired.comparedPath.map { shortNames(of: paired.paths + [$0]).last ?? $0 }
    // Of two runs, only one is compared with the base.
    let hasNames =
      paired.comparedPath != nil || (paired.candidates.count > 2 && paired.sideCounts == nil)
    let columns =
      measure == Self.layouts
      ? Self.distances
      : effects(paired.column(measure))
    let lines = rows.indices.map { index in
      let (row, effect) = (rows[index], rows[index].result)
      return settings.rows[index] + [hasNames ? paired.candidates[row.candidate].name : ""]
        + columns.map { $0.text(effect) } + [effect.verdict.rawValue]
    }
    return Table(
      settings.headings + [.init(candidate ?? "run")] + columns.map(\.heading) + [.init("verdict")],
      rows: lines, source: "--csv")
  }

  /// Columns of little importance are dropped first where there is not room for all.
  func effects(_ measure: Column) -> [TableColumn<Effect>] {
    // Differences of times have a unit.
    func number(_ effect: Effect) -> MeasuredNumber? {
      effect.scale != .ratio && measure.isTime
        ? nil : MeasuredNumber(value: effect.change, interval: effect.interval)
    }
    func change(_ effect: Effect) -> String {
      number(effect)?.text ?? measure.readableText(effect.change)
    }
    func median(_ value: Double?) -> String {
      value.map {
        !$0.isFinite
          ? "failed"
          : measure.isTime
            ? measure.readableText($0) : MeasuredNumber(value: $0, interval: nil).text
      } ?? ""
    }
    func count(_ good: Int, _ all: Int) -> String { good < all ? "\(good)/\(all) ok" : "\(all)" }
    func size(_ effect: Effect) -> String {
      effect.hasFailures
        ? "ok \(effect.good.base)/\(effect.counts.base), \(effect.good.new)/\(effect.counts.new)"
        : change(effect)
    }
    return [
      .number("base", importance: 2) { median($0.medians?.base) },
      .number("new", importance: 3) { median($0.medians?.new) },
      .number("ratio") { $0.scale == .ratio ? size($0) : "" },
      .number("difference") { $0.scale == .ratio ? "" : size($0) },
      .number("95 % interval") { effect in
        if effect.hasFailures { return "" }
        guard let interval = effect.interval else { return "none" }
        return number(effect)?.intervalText
          ?? "\(measure.readableText(interval.lowerBound)) … \(measure.readableText(interval.upperBound))"
      },
      .number("p-value", importance: 1) { $0.p.map { probabilityText($0) } ?? "" },
      .number(paired.sideCounts == nil ? "trials" : "runs", importance: 0) { effect in
        effect.isPaired && effect.counts == effect.good
          ? counted(effect.counts.base, "pair")
          : count(effect.good.base, effect.counts.base) + " and "
            + count(effect.good.new, effect.counts.new)
      },
    ]
  }

  /// In percent of the layout's size, like the threshold.
  static var distances: [TableColumn<Effect>] {
    func part(_ distance: Double) -> String { readable(distance.squareRoot() * 100) + " %" }
    return [
      .number("distance") { part($0.change) },
      .number("maximum") { part($0.interval?.upperBound ?? 0) },
      .number("trials", importance: 0) { counted($0.counts.base, "pair") },
    ]
  }
}
