extension ChartScript {
  var styles: [String] {
    Set(chart.panels.flatMap(\.series).map(\.style)).sorted().map { style in
      let place = style % Palette.colors.count
      return "set style line \(style + 1) linecolor '\(Palette.colors[place])' linewidth 2 "
        + "dashtype \(Palette.dashes[place]) pointtype \(Palette.signs[place]) pointsize 0.55"
    }
  }

  /// A command of gnuplot's `plot`, without the title.
  struct Plot {
    let command: String
    /// The index of the series; nil for parts that need no tooltip.
    var series: Int?
    /// Whether each point has a sign or a cell.
    var hasPoints = false
  }

  func plots(_ panel: Int) -> [Plot] {
    let series = chart.panels[panel].series
    switch chart.form {
    case .lines:
      return series.indices.filter { series[$0].hasSpread }
        .map { Plot(command: area(series[$0], panel, "low", "high", opacity: 0.15), series: $0) }
        + series.indices.map { index in
          let isShort = series[index].points.count < 3
          return line(series[index], index, panel, isShort ? "linespoints" : "lines")
        }
    case .points(let areJoined):
      return series.filter(\.hasSpread).map { Plot(command: errorBars($0, panel)) }
        + series.indices.map {
          line(series[$0], $0, panel, areJoined ? "linespoints" : "points")
        }
    case .stack:
      return series.indices.map {
        series[$0].isReference
          ? line(series[$0], $0, panel, "lines")
          : Plot(command: area(series[$0], panel, "from", "to", opacity: 0.7), series: $0)
      }
    case .rows:
      let rows = series.flatMap(\.points).map(\.y)
      let count = Set(rows).count < rows.count ? series.count : 1
      return series.indices.flatMap { row(series[$0], $0, panel, of: count) }
    case .cells(let axis): return cells(axis, panel)
    case .ranks: return series.indices.map { stem(series[$0], $0, panel) }
    }
  }

  /// The plots of a panel as text, with a title for each that has a tooltip: an SVG file shows titles
  /// as tooltips.
  func commands(_ panel: Int) -> String {
    plots(panel).map { plot in
      let label = plot.series.map { chart.panels[panel].series[$0].label } ?? ""
      let title = label.isEmpty ? "notitle" : "title \(Self.quoted(label)) noenhanced"
      return "\(plot.command) \(title)"
    }.joined(separator: ", \\\n  ")
  }

  private func line(_ series: Chart.Series, _ index: Int, _ panel: Int, _ kind: String) -> Plot {
    let kind = series.isReference ? "lines" : kind
    return Plot(
      command: "data using \(x(series, panel)):\(column(chart.y)) "
        + "with \(kind) linestyle \(series.style + 1)", series: index, hasPoints: kind != "lines")
  }

  private func stem(_ series: Chart.Series, _ index: Int, _ panel: Int) -> Plot {
    let isScale = series.isReference && !series.label.isEmpty
    let width = isScale ? 2.5 : series.isReference ? 5 : 1.3
    return Plot(
      command: "data using \(x(series, panel)):\(column(chart.y)) with lines linecolor 'black' "
        + "linewidth \(width)", series: index)
  }

  private func area(
    _ series: Chart.Series, _ panel: Int, _ low: String, _ high: String, opacity: Double
  ) -> String {
    "data using \(x(series, panel)):\(column(low, chart.y)):\(column(high, chart.y)) "
      + "with filledcurves linestyle \(series.style + 1) "
      + "fillstyle transparent solid \(opacity) noborder"
  }

  private func errorBars(_ series: Chart.Series, _ panel: Int) -> String {
    "data using \(x(series, panel)):\(column(chart.y)):\(column("low", chart.y))"
      + ":\(column("high", chart.y)) with yerrorbars linestyle \(series.style + 1) dashtype solid "
      + "linewidth 1"
  }

  /// The `count` series in a row are a little apart, so that none hides another.
  private func row(_ series: Chart.Series, _ index: Int, _ panel: Int, of count: Int) -> [Plot] {
    let place = count > 1 ? Double(index) - Double(count - 1) / 2 : 0
    let offset = place * min(0.5 / Double(max(1, count - 1)), 0.15)
    let y = offset == 0 ? "(column('y'))" : "(column('y') + \(Self.number(offset)))"
    let style = "linestyle \(series.style + 1)"
    let points = Plot(
      command: "data using \(x(series, panel)):\(y) with points \(style)", series: index,
      hasPoints: true)
    guard series.points.contains(where: { ($0.low ?? $0.x) < ($0.high ?? $0.x) }) else {
      return [points]
    }
    let bars =
      "data using \(x(series, panel)):\(y):\(column("low", chart.x)):\(column("high", chart.x)) "
      + "with xerrorbars \(style) dashtype solid linewidth 1"
    return [Plot(command: bars), points]
  }

  private func cells(_ axis: Chart.Axis, _ panel: Int) -> [Plot] {
    let value = column(axis)
    let x = x(chart.panels[panel].series[0], panel)
    let fill = Plot(
      command: "data using \(x):'y':(column('x') - 0.5):(column('x') + 0.5)"
        + ":(column('y') - 0.5):(column('y') + 0.5):\(value) "
        + "with boxxyerror fillstyle solid noborder linecolor palette", series: 0, hasPoints: true)
    let columns = chart.x.names.count * min(2, chart.panels.count)
    let values = chart.points.compactMap(\.low)
    let span = axis.span(ofCells: values)
    let outside = values.contains { !(span ~= $0 / axis.divisor) }
    let shown = values.map { $0 / axis.divisor }
    let format = NumberFormat(suiting: outside ? shown.filter { span ~= $0 } : shown, digits: 3)
    let hasText =
      columns * (shown.map { format.text($0).count }.max() ?? 0) <= 40
      && chart.y.names.count <= 12
    guard hasText || outside else { return [fill] }
    let light = axis.value(
      at: Double(Palette.firstLightStep) / Double(Palette.steps), of: span)
    let mark =
      "(\(value) > \(span.upperBound) ? '▲' : \(value) < \(span.lowerBound) ? '▼' : '')"
    // Not quite white and black, which a page replaces by its own colors.
    let texts = [("<", "#fefefe"), (">=", "#010101")].map { test, color in
      Plot(
        command: "data using \(x):(\(value) \(test) \(Self.number(light)) ? column('y') : NaN)"
          + ":(\(outside ? mark : "''").\(hasText ? "sprintf('\(format.pattern)', \(value))" : "''")) "
          + "with labels textcolor '\(color)'")
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
