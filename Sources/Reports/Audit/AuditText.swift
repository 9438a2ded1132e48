import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

extension MetricAudit {
  /// What the other definitions say of the verdicts, and what `example` shows.
  public func sentences(_ example: Counterexample?) -> [String] {
    [verdictSentence] + (example.map { [$0.sentence] } ?? [])
  }

  private var verdictSentence: String {
    guard columns.count > 1 else {
      return
        "No other definition of `\(metric.name)` is known here; `forcelab list metrics` has all measures."
    }
    let others = columns.dropFirst().map { "`\($0.name)`" }.listed()
    if verdicts.isEmpty { return "The run compares nothing that could be judged by \(others)." }
    let clear = verdicts.filter(\.isClear)
    guard !clear.isEmpty else {
      return
        "None of \(counted(verdicts.count, "comparison")) has a verdict by `\(columns[0].name)`, so none can change."
    }
    let (kept, reversed) = (clear.count(where: \.isKept), clear.count(where: \.isReversed))
    return
      "\(counted(clear.count, "comparison")) \(clear.count == 1 ? "has" : "have") a verdict by `\(columns[0].name)`. "
      + "By \(others), \(kept) of them stay, and \(reversed) \(reversed == 1 ? "is" : "are") reversed by at least one."
      + (columns.dropFirst().contains { $0.name == "raw_stress" }
        ? " `raw_stress` is that of edges of 1 px, so it depends on how large the layouts are."
        : "")
  }

  /// The verdicts that do not stay, those that are reversed first.
  public var table: Table {
    let changed = verdicts.filter { $0.isClear && !$0.isKept }
    let rows = changed.filter(\.isReversed) + changed.filter { !$0.isReversed }
    let hasCells = rows.contains { !$0.cell.isEmpty }
    return Table(
      [.init("path"), .init("base"), .init("new")] + (hasCells ? [.init("where")] : [])
        + columns.map { .init($0.name) },
      rows: rows.map { row in
        [row.path, row.base, row.new]
          + (hasCells ? [row.cell.isEmpty ? "all graphs" : row.cell] : [])
          + row.all.map(\.rawValue)
      })
  }
  /// The page of an audit: two drawings with one value, and the verdicts that depend on the definition.
  public func page(_ example: Counterexample?) throws(Diagnostic) -> String {
    try SummaryPage(
      "\(metric.name): audit", sentences: sentences(example),
      drawings: example.map {
        .init(title: "Two drawings with the same \(metric.name)", pair: $0.drawings)
      },
      tables: [PageTable("Verdicts by other definitions", table)]
    ).html
  }
}

extension Counterexample {
  /// The two drawings in one frame, so that their scales are the same.
  fileprivate var drawings: [SummaryPage.Drawing] {
    [("trial \(trial)", original), ("same \(metric)", found)].map { title, drawing in
      let values = "\(metric) \(drawing.value.roundedText), \(harmful) \(drawing.harm.roundedText)"
      return SummaryPage.Drawing(
        svg: LayoutDrawing(sketch, drawing.coordinates, title: title, namesOverlaps: false).svg,
        caption: "\(title): \(values)")
    }
  }
}
