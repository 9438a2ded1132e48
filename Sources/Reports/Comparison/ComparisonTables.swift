import ForceLabPlugins
import ForceLabWorkbench

extension Comparison {
  /// A row for each cell and candidate; nil if there are none.
  public func table(of measure: String) -> FixedWidthTable? {
    if measure == Self.layouts { return layouts.isEmpty ? nil : layoutTable }
    let rows = rows.filter { $0.measure == measure }
    guard !rows.isEmpty else { return nil }
    let isCorrected = rows.count { $0.result.p != nil } > 1
    let tests = isCorrected ? ["p-value", "corrected"] : []
    return table(
      rows, headings: ["base", "new", "ratio", "difference", "95 % interval"] + tests + ["trials"]
    ) { effect in
      let number = plan.column(measure).readableText
      let isRatio = effect.scale == .ratio
      let change = { (value: Double) in isRatio ? readable(value) : number(value) }
      return [
        number(effect.medians.base), number(effect.medians.new),
        isRatio ? change(effect.change) : "", isRatio ? "" : change(effect.change),
        effect.interval.map { "\(change($0.lowerBound)) … \(change($0.upperBound))" } ?? "none",
      ]
        + (isCorrected
          ? [effect.p, effect.correctedP].map { $0.map { probabilityText($0) } ?? "" } : [])
        + [
          effect.isPaired
            ? counted(effect.counts.base, "pair")
            : "\(effect.counts.base) and \(effect.counts.new)",
          effect.verdict.rawValue,
        ]
    }
  }

  private var layoutTable: FixedWidthTable {
    table(layouts, headings: ["distance", "maximum", "trials"]) { result in
      // In percent of the layout's size, like the threshold.
      let part = { (distance: Double) in readable(distance.squareRoot() * 100) + " %" }
      return [
        part(result.median), part(result.distances.last ?? 0),
        counted(result.distances.count, "pair"), result.verdict.rawValue,
      ]
    }
  }

  private func table<Result>(
    _ rows: [Row<Result>], headings: [String], _ texts: (Result) -> [String]
  ) -> FixedWidthTable {
    let settings = SettingColumns(plan.paths, rows.map(\.settings))
    let candidate = plan.comparedPath.map { shortNames(of: plan.paths + [$0]).last ?? $0 }
    // Of two runs, only one is compared with the base.
    let hasNames = plan.comparedPath != nil || plan.candidates.count > 2
    let numbers = headings.map {
      FixedWidthTable.Heading($0, isNumeric: true, importance: Self.importance[$0])
    }
    let lines = rows.indices.map { index in
      let name = hasNames ? plan.candidates[rows[index].candidate].name : ""
      return settings.rows[index] + [name] + texts(rows[index].result)
    }
    return FixedWidthTable(
      settings.headings + [.init(candidate ?? "run")] + numbers + [.init("verdict")], rows: lines,
      source: "--csv")
  }

  /// Columns that are dropped first where there is not room for all.
  private static let importance = ["trials": 0, "p-value": 1, "base": 2, "new": 3, "corrected": 4]
}
