import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The records of each figure on each machine, in the order of time, and where its level changed.
public struct RecordHistory {
  struct Series {
    let title, column: String
    /// Those with a value.
    let records: [FigureRecord]
    let values: [Double]
    /// The first record after all that have a value.
    let missing: FigureRecord?
    let change: ChangePoint?
    /// The p of the change, corrected for all series.
    var p = 1.0

    /// `own` are all records of a figure, the oldest first.
    init(_ own: [FigureRecord]) {
      let first = own[0]
      title = "\(first.experiment): \(first.name.isEmpty ? first.column : first.name)"
      column = first.column
      records = own.filter { $0.measured?.isFinite == true }
      values = records.compactMap(\.measured)
      missing = own.reversed().prefix { $0.measured?.isFinite != true }.last
      change = ChangePoint(values)
    }

    /// Whether it once had a value, and now has none.
    var isLost: Bool { missing != nil && !values.isEmpty }
    var isChanged: Bool { change != nil && p <= 0.05 }
  }

  private(set) var series: [Series] = []

  public init(_ records: [FigureRecord]) {
    let groups = records.grouped { $0.key + $0.machine }
    series = groups.map { Series($1) }
    let tested = series.indices.filter { series[$0].change != nil }
    let corrected = holmCorrected(tested.map { series[$0].change?.p ?? 1 })
    for (index, p) in zip(tested, corrected) { series[index].p = p }
  }

  public var hasChanges: Bool { series.contains { $0.isChanged || $0.isLost } }

  public var sentences: [String] {
    let lost = series.filter(\.isLost).compactMap { one in
      one.missing.map {
        "\(one.title) has no value since commit \(Self.commit($0)) of \($0.date.prefix(10))."
      }
    }
    return (lost + changes).map(\.printableLine)
  }

  private var changes: [String] {
    let changed = series.filter(\.isChanged)
    let tested = series.count { $0.change != nil }
    guard tested > 0 else {
      let longest = series.map(\.values.count).max() ?? 0
      return [
        "No figure has \(ChangePoint.minValues) records on one machine, as a test of a change needs; the most are \(longest)."
      ]
    }
    guard !changed.isEmpty else {
      return ["The level of none of \(counted(tested, "figure")) changed."]
    }
    return changed.map { one in
      let record = one.records[one.change?.index ?? 0]
      let size = one.change?.ratio.map { ", \($0.rounded(digits: 3).shortText) times" } ?? ""
      return
        "\(one.title) changed at commit \(Self.commit(record)) of \(record.date.prefix(10))\(size)."
    }
  }

  /// Those that changed first.
  var ordered: [Series] {
    let isFirst = { (one: Series) in one.isChanged || one.isLost }
    return series.filter(isFirst) + series.filter { !isFirst($0) }
  }

  public var table: Table {
    Table(
      ordered,
      [
        .text("figure") { $0.title }, .text("column") { $0.column },
        .number("records", digits: 12) { Double($0.values.count) },
        .number("first", digits: 4, none: "none") { $0.values.first },
        .number("previous", digits: 4, none: "none") {
          $0.values.dropLast($0.missing == nil ? 1 : 0).last
        },
        .number("last", digits: 4, none: "none") { $0.missing == nil ? $0.values.last : nil },
        .text("changed at") { one in
          one.isChanged ? Self.commit(one.records[one.change?.index ?? 0]) : ""
        },
        .number("after / before", digits: 3) { $0.isChanged ? $0.change?.ratio : nil },
        .number("p", digits: 2) { $0.change == nil ? nil : $0.p },
      ])
  }

  private static func commit(_ record: FigureRecord) -> String {
    let isDirty = record.commit.hasSuffix("+")
    return record.commit.isEmpty ? "?" : record.commit.prefix(8) + (isDirty ? "+" : "")
  }
}

/// The page of a history: what changed, a chart of each figure with several records, and a table.
public enum HistoryPage {
  private static let maxCharts = 40

  public static func html(_ history: RecordHistory) throws(Diagnostic) -> String {
    let shown = history.ordered.filter { $0.values.count > 1 }.prefix(maxCharts)
    return try SummaryPage(
      "History of records", sentences: history.sentences,
      charts: shown.enumerated().map { chart(of: $1, name: "figure-\($0 + 1)") },
      tables: [PageTable("All figures", history.table)]
    ).html
  }

  private static func chart(of one: RecordHistory.Series, name: String) -> Chart {
    let rows = zip(one.records, one.values).enumerated().map { index, pair in
      Chart.Row(
        x: Double(index + 1), y: pair.1, low: pair.0.interval?.lowerBound,
        high: pair.0.interval?.upperBound)
    }
    let first = one.records[0]
    return Chart(
      name: name, title: one.title,
      caption: "\(first.processor), \(counted(first.cores, "core")), \(first.date.prefix(10)) to "
        + "\(one.records.last?.date.prefix(10) ?? "")."
        + (one.isChanged ? " It changed at record \((one.change?.index ?? 0) + 1)." : ""),
      form: .joinedPoints, x: .ordinals("record", to: rows.count), y: .init(title: first.column),
      rows: rows, source: "")
  }
}
