import ForceLabPlugins
import ForceLabWorkbench

extension Comparison {
  /// The table of a measure: a row for each cell and competitor; nil if there are none.
  public func table(of measure: String) -> FixedWidthTable? {
    if measure == Self.layouts { return layouts.isEmpty ? nil : layoutTable }
    let rows = rows.filter { $0.measure == measure }
    guard !rows.isEmpty else { return nil }
    return table(
      rows,
      headings: ["base", "new", "ratio", "difference", "95 % interval", "trials"].map {
        FixedWidthTable.Heading($0, isNumeric: true, importance: Self.importance[$0])
      } + [FixedWidthTable.Heading("verdict")]
    ) { effect in
      let number = Self.number(of: measure)
      let isRatio = effect.scale == .ratio
      let change = { (value: Double) in isRatio ? readable(value) : number(value) }
      return [
        number(effect.medians.base), number(effect.medians.new),
        isRatio ? change(effect.change) : "", isRatio ? "" : change(effect.change),
        effect.interval.map { "\(change($0.lowerBound)) … \(change($0.upperBound))" } ?? "none",
        effect.countText, effect.verdict.rawValue,
      ]
    }
  }

  private var layoutTable: FixedWidthTable {
    table(
      layouts,
      headings: ["distance", "greatest", "trials"].map {
        FixedWidthTable.Heading($0, isNumeric: true, importance: Self.importance[$0])
      } + [FixedWidthTable.Heading("verdict")]
    ) { result in
      // As the threshold, in percent of the layout's size.
      let part = { (distance: Double) in readable(distance.squareRoot() * 100) + " %" }
      return [
        part(result.median), part(result.distances.last ?? 0),
        counted(result.distances.count, "pair"), result.verdict.rawValue,
      ]
    }
  }

  private func table<Finding>(
    _ rows: [Row<Finding>], headings: [FixedWidthTable.Heading], _ texts: (Finding) -> [String]
  ) -> FixedWidthTable {
    let settings = SettingColumns(contest.paths, rows.map(\.settings))
    let competitor = contest.rivalPath.map { shortNames(of: contest.paths + [$0]).last ?? $0 }
    // Of two runs there is only one to compare.
    let hasNames = contest.rivalPath != nil || contest.competitors.count > 2
    var table = FixedWidthTable(
      settings.headings + [FixedWidthTable.Heading(competitor ?? "run")] + headings)
    table.source = "--csv"
    table.rows = rows.indices.map { index in
      let name = hasNames ? contest.competitors[rows[index].competitor].name : ""
      return settings.rows[index] + [name] + texts(rows[index].result)
    }
    return table
  }

  /// What goes first where there is not room for all.
  private static let importance = ["trials": 0, "base": 1, "new": 2]

  private static func number(of measure: String) -> (Double) -> String {
    guard let unit = Column.seconds(measure) else { return { readable($0) } }
    return { readable(seconds: $0 * unit) }
  }
}

extension Effect {
  /// How many trials were compared, as a person says it.
  fileprivate var countText: String {
    isPaired ? counted(counts.base, "pair") : "\(counts.base) and \(counts.new)"
  }
}
