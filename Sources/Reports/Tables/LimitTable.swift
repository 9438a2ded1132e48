import ForceLabPlugins
import ForceLabWorkbench

extension [LimitResult] {
  /// The limits for the terminal: figure, measured, limit and ratio, a row for each.
  public var table: FixedWidthTable {
    var table = FixedWidthTable(
      [FixedWidthTable.Heading("figure")]
        + ["measured", "at most", "ratio"].map { FixedWidthTable.Heading($0, isNumeric: true) }
        + [FixedWidthTable.Heading("")])
    table.rows = map { result in
      [
        result.limit.name,
        result.measured.map { result.limit.figure.text($0) { readable($0) } } ?? "none",
        result.limit.figure.text(result.limit.atMost) { $0.shortText },
        result.ratio.map { readable($0) } ?? "",
        result.isKept ? "" : "missed",
      ]
    }
    return table
  }

  /// The table in lines of at most `width` characters, and how many limits are kept.
  public func text(width: Int = .max) -> String {
    let missed = count { !$0.isKept }
    let verdict =
      missed == 0
      ? (count == 1 ? "The limit is kept." : "All \(count) limits kept.")
      : "\(missed) of \(counted(count, "limit")) missed."
    return "\(table.text(width: width))\n\n\(verdict)"
  }
}

extension Figure {
  /// `value` as a person reads it, in the unit of the figure; what is no time is told by `number`.
  func text(_ value: Double, _ number: (Double) -> String) -> String {
    if isRatio { return "\(number(value)) ×" }
    guard let unit = Column.seconds(column) else { return number(value) }
    return readable(seconds: value * unit)
  }
}
