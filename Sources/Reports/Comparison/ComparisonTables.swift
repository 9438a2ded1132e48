import ForceLabPlugins
import ForceLabWorkbench

extension Comparison {
  /// A row for each cell and candidate; nil if there are none.
  public func table(of measure: String) -> FixedWidthTable? {
    let rows = rows.filter { $0.measure == measure }
    guard !rows.isEmpty else { return nil }
    let settings = SettingColumns(paired.paths, rows.map(\.settings))
    let candidate = paired.comparedPath.map { shortNames(of: paired.paths + [$0]).last ?? $0 }
    // Of two runs, only one is compared with the base.
    let hasNames = paired.comparedPath != nil || paired.candidates.count > 2
    let columns =
      measure == Self.layouts
      ? Self.distances
      : effects(paired.column(measure), areCorrected: rows.count { $0.result.p != nil } > 1)
    let lines = rows.indices.map { index in
      let (row, effect) = (rows[index], rows[index].result)
      return settings.rows[index] + [hasNames ? paired.candidates[row.candidate].name : ""]
        + columns.map { $0.text(effect) } + [effect.verdict.rawValue]
    }
    return FixedWidthTable(
      settings.headings + [.init(candidate ?? "run")] + columns.map(\.heading) + [.init("verdict")],
      rows: lines, source: "--csv")
  }

  /// Columns of little importance are dropped first where there is not room for all.
  private func effects(
    _ measure: Column, areCorrected: Bool
  ) -> [TableColumn<Effect>] {
    func change(_ effect: Effect, _ value: Double) -> String {
      effect.scale == .ratio ? readable(value) : measure.readableText(value)
    }
    func median(_ value: Double?) -> String { value.map { measure.readableText($0) } ?? "" }
    let tests: [TableColumn<Effect>] = [
      .number("p-value", importance: 1) { $0.p.map { probabilityText($0) } ?? "" },
      .number("corrected", importance: 4) { $0.correctedP.map { probabilityText($0) } ?? "" },
    ]
    return [
      .number("base", importance: 2) { median($0.medians?.base) },
      .number("new", importance: 3) { median($0.medians?.new) },
      .number("ratio") { $0.scale == .ratio ? change($0, $0.change) : "" },
      .number("difference") { $0.scale == .ratio ? "" : change($0, $0.change) },
      .number("95 % interval") { effect in
        effect.interval.map {
          "\(change(effect, $0.lowerBound)) … \(change(effect, $0.upperBound))"
        } ?? "none"
      },
    ] + (areCorrected ? tests : []) + [
      .number("trials", importance: 0) { effect in
        effect.isPaired
          ? counted(effect.counts.base, "pair") : "\(effect.counts.base) and \(effect.counts.new)"
      }
    ]
  }

  /// In percent of the layout's size, like the threshold.
  private static var distances: [TableColumn<Effect>] {
    func part(_ distance: Double) -> String { readable(distance.squareRoot() * 100) + " %" }
    return [
      .number("distance") { part($0.change) },
      .number("maximum") { part($0.interval?.upperBound ?? 0) },
      .number("trials", importance: 0) { counted($0.counts.base, "pair") },
    ]
  }
}
