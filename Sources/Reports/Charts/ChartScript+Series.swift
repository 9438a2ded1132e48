extension ChartScript {
  var styles: [String] {
    Set(chart.legend.map(\.style)).sorted().map { style in
      let place = style % Palette.colors.count
      return "set style line \(style + 1) linecolor '\(Palette.colors[place])' linewidth 2 "
        + "dashtype \(Palette.dashes[place]) pointtype \(Palette.signs[place]) pointsize 0.55"
    }
  }

  func plots(_ panel: Int) -> [String] {
    let series = chart.panels[panel].series
    switch chart.form {
    case .lines:
      return series.filter(\.hasSpread).map { area($0, panel, "low", "high", opacity: 0.15) }
        + series.map { line($0, panel, $0.points.count < 3 ? "linespoints" : "lines") }
    case .points(let areJoined):
      return series.filter(\.hasSpread).map { errorBars($0, panel) }
        + series.map { line($0, panel, areJoined ? "linespoints" : "points") }
    case .stack:
      return series.map {
        $0.isReference
          ? line($0, panel, "lines") : area($0, panel, "from", "to", opacity: 0.7)
      }
    case .rows:
      return series.indices.flatMap { row(series[$0], panel, place: $0, of: series.count) }
    case .cells(let axis): return cells(axis, panel)
    }
  }

  private func line(_ series: Chart.Series, _ panel: Int, _ kind: String) -> String {
    "data using \(x(series, panel)):\(column(chart.y)) "
      + "with \(series.isReference ? "lines" : kind) linestyle \(series.style + 1) notitle"
  }

  private func area(
    _ series: Chart.Series, _ panel: Int, _ low: String, _ high: String, opacity: Double
  ) -> String {
    "data using \(x(series, panel)):\(column(low, chart.y)):\(column(high, chart.y)) "
      + "with filledcurves linestyle \(series.style + 1) "
      + "fillstyle transparent solid \(opacity) noborder notitle"
  }

  private func errorBars(_ series: Chart.Series, _ panel: Int) -> String {
    "data using \(x(series, panel)):\(column(chart.y)):\(column("low", chart.y))"
      + ":\(column("high", chart.y)) with yerrorbars linestyle \(series.style + 1) dashtype solid "
      + "linewidth 1 notitle"
  }

  /// Series in a row are a little apart, so that none hides another.
  private func row(_ series: Chart.Series, _ panel: Int, place: Int, of count: Int) -> [String] {
    let offset =
      (Double(place) - Double(count - 1) / 2) * min(0.5 / Double(max(1, count - 1)), 0.15)
    let y = offset == 0 ? "(column('y'))" : "(column('y') + \(Self.number(offset)))"
    let style = "linestyle \(series.style + 1)"
    let points = "data using \(x(series, panel)):\(y) with points \(style) notitle"
    guard series.points.contains(where: { ($0.low ?? $0.x) < ($0.high ?? $0.x) }) else {
      return [points]
    }
    return [
      "data using \(x(series, panel)):\(y):\(column("low", chart.x)):\(column("high", chart.x)) "
        + "with xerrorbars \(style) dashtype solid linewidth 1 notitle", points,
    ]
  }

  private func cells(_ axis: Chart.Axis, _ panel: Int) -> [String] {
    let value = column(axis)
    let x = x(chart.panels[panel].series[0], panel)
    let fill =
      "data using \(x):'y':(column('x') - 0.5):(column('x') + 0.5)"
      + ":(column('y') - 0.5):(column('y') + 0.5):\(value) "
      + "with boxxyerror fillstyle solid noborder linecolor palette notitle"
    let columns = chart.x.names.count * min(2, chart.panels.count)
    guard columns <= 7, chart.y.names.count <= 12 else { return [fill] }
    let span = axis.span(ofCells: chart.points.compactMap(\.low))
    let middle =
      axis.isLogarithmic
      ? (span.lowerBound * span.upperBound).squareRoot()
      : (span.lowerBound + span.upperBound) / 2
    // At most four digits, without an exponent.
    let format = span.upperBound >= 1000 ? "%.0f" : "%.3g"
    let texts = [("<", "#fefefe"), (">=", "#111111")].map { test, color in
      "data using \(x):(\(value) \(test) \(Self.number(middle)) ? column('y') : NaN)"
        + ":(sprintf('\(format)', \(value))) with labels textcolor '\(color)' notitle"
    }
    return [fill] + texts
  }

  // MARK: Columns

  private func x(_ series: Chart.Series, _ panel: Int) -> String {
    let name = Self.quoted(chart.x.names.isEmpty ? chart.x.column : "x")
    let panel = chart.panels.count > 1 ? "\(panel + 1), " : ""
    return "(of(\(panel)\(series.style + 1), \(name))\(Self.division(chart.x)))"
  }

  private func column(_ axis: Chart.Axis) -> String { column(axis.column, axis) }

  private func column(_ name: String, _ axis: Chart.Axis) -> String {
    "(column(\(Self.quoted(name)))\(Self.division(axis)))"
  }

  private static func division(_ axis: Chart.Axis) -> String {
    axis.divisor == 1 ? "" : " / \(number(axis.divisor))"
  }
}
