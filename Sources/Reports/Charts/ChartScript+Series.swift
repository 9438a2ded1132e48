/// How series are told apart.
extension ChartScript {
  /// The styles that are used, by numbers from 1.
  var styles: [String] {
    let used = Set(chart.legend.map(\.style)).sorted()
    let size = canvas.isNarrow ? 0.45 : 0.6
    return used.map { style in
      let place = style % Palette.colors.count
      return "set style line \(style + 1) linecolor '\(Palette.colors[place])' linewidth 2 "
        + "dashtype \(Palette.dashes[place]) pointtype \(Palette.signs[place]) pointsize \(size)"
    }
  }

  /// What is drawn of a panel.
  func plots(_ panel: Int) -> [String] {
    let series = chart.panels[panel].series
    switch chart.form {
    case .lines:
      let bands = series.filter(Self.isSpread).map { band($0, panel) }
      return bands
        + series.map { line($0, panel, $0.points.count < 3 ? "linespoints" : "lines") }
    case .points(let areJoined):
      let bars = series.filter(Self.isSpread).map { bar($0, panel) }
      return bars + series.map { line($0, panel, areJoined ? "linespoints" : "points") }
    case .stack: return series.map { area($0, panel) }
    case .rows: return series.flatMap { rowMarks($0, panel, of: series.count) }
    case .cells(let axis): return cells(axis, panel)
    }
  }

  private static func isSpread(_ series: Chart.Series) -> Bool {
    series.points.contains { ($0.low ?? $0.y) < ($0.high ?? $0.y) }
  }

  private func line(_ series: Chart.Series, _ panel: Int, _ what: String) -> String {
    "data using \(x(series, panel)):\(column(chart.y)) "
      + "with \(series.isReference ? "lines" : what) linestyle \(series.style + 1) "
      + title(series, panel)
  }

  private func band(_ series: Chart.Series, _ panel: Int) -> String {
    "data using \(x(series, panel)):\(column("low", chart.y)):\(column("high", chart.y)) "
      + "with filledcurves linestyle \(series.style + 1) fillstyle transparent solid 0.15 noborder "
      + "notitle"
  }

  private func bar(_ series: Chart.Series, _ panel: Int) -> String {
    "data using \(x(series, panel)):\(column(chart.y)):\(column("low", chart.y))"
      + ":\(column("high", chart.y)) with yerrorbars linestyle \(series.style + 1) dashtype solid "
      + "linewidth 1 notitle"
  }

  private func area(_ series: Chart.Series, _ panel: Int) -> String {
    if series.isReference { return line(series, panel, "lines") }
    return "data using \(x(series, panel)):\(column("from", chart.y)):\(column("to", chart.y)) "
      + "with filledcurves linestyle \(series.style + 1) fillstyle transparent solid 0.7 noborder "
      + title(series, panel)
  }

  /// Series stand a little apart in a row, so that none hides another.
  private func rowMarks(_ series: Chart.Series, _ panel: Int, of count: Int) -> [String] {
    let place = chart.panels[panel].series.firstIndex { $0.label == series.label } ?? 0
    let offset =
      (Double(place) - Double(count - 1) / 2) * min(0.5 / Double(max(1, count - 1)), 0.15)
    let y = offset == 0 ? "(column('y'))" : "(column('y') + \(Self.number(offset)))"
    let style = "linestyle \(series.style + 1)"
    let points = "data using \(x(series, panel)):\(y) with points \(style) \(title(series, panel))"
    guard series.points.contains(where: { ($0.low ?? $0.x) < ($0.high ?? $0.x) }) else {
      return [points]
    }
    return [
      "data using \(x(series, panel)):\(y):\(column("low", chart.x)):\(column("high", chart.x)) "
        + "with xerrorbars \(style) dashtype solid linewidth 1 notitle", points,
    ]
  }

  private func cells(_ axis: Chart.Axis, _ panel: Int) -> [String] {
    let series = chart.panels[panel].series[0]
    let value = column(axis)
    let x = x(series, panel)
    let span = axis.span(ofCells: chart.points.compactMap(\.low))
    let middle =
      axis.isLogarithmic
      ? (span.lowerBound * span.upperBound).squareRoot()
      : (span.lowerBound + span.upperBound) / 2
    let bare = String(value.dropFirst().dropLast())
    // Four digits at most, and no exponents.
    let format = span.upperBound >= 1000 ? "%.0f" : "%.3g"
    let text = { (test: String, color: String) in
      "data using \(x):(\(bare) \(test) \(Self.number(middle)) ? column('y') : NaN)"
        + ":(sprintf('\(format)', \(bare))) with labels textcolor '\(color)' notitle"
    }
    return [
      "data using \(x):'y':(column('x') - 0.5):(column('x') + 0.5)"
        + ":(column('y') - 0.5):(column('y') + 0.5):\(value) "
        + "with boxxyerror fillstyle solid noborder linecolor palette notitle"
    ] + (hasCellTexts ? [text("<", "#fefefe"), text(">=", "#111111")] : [])
  }

  /// Whether numbers fit into cells.
  private var hasCellTexts: Bool {
    let columns = ChartCanvas.rows(of: chart.panels.count, isNarrow: canvas.isNarrow)
    let across = chart.panels.count / max(1, columns)
    return chart.x.names.count * max(1, across) <= (canvas.isNarrow ? 5 : 10)
      && chart.y.names.count <= 12
  }

  // MARK: Columns

  private func x(_ series: Chart.Series, _ panel: Int) -> String {
    let name = Self.quoted(chart.x.names.isEmpty ? chart.x.column : "x")
    let choice = chart.panels.count > 1 ? "\(panel + 1), " : ""
    return "(of(\(choice)\(series.style + 1), \(name))\(Self.division(chart.x)))"
  }

  private func column(_ axis: Chart.Axis) -> String { column(axis.column, axis) }

  /// A column in the unit of `axis`.
  private func column(_ name: String, _ axis: Chart.Axis) -> String {
    "(column(\(Self.quoted(name)))\(Self.division(axis)))"
  }

  private static func division(_ axis: Chart.Axis) -> String {
    axis.divisor == 1 ? "" : " / \(number(axis.divisor))"
  }

  /// What stands in the key of gnuplot, if that is used.
  private func title(_ series: Chart.Series, _ panel: Int) -> String {
    let isFirst =
      chart.panels.firstIndex { $0.series.contains { $0.label == series.label } } == panel
    guard isFirst, legendPlace == .right else { return "notitle" }
    return "title \(Self.quoted(series.label)) noenhanced"
  }
}
