/// The legend: labels at the ends of lines if there is room, else a legend below the chart.
extension ChartScript {
  /// A label at the end of a line; `height` is from 0 to 1.
  struct EndLabel {
    let text: String
    var height: Double
  }

  var legend: [String] {
    if let endLabels {
      let width = (endLabels.map { Self.width(of: $0.text) }.max() ?? 0) + 18
      let edge = Self.number(1 - width / Double(Self.width))
      return ["unset key", "set rmargin at screen \(edge)"]
        + endLabels.map {
          "set label \(Self.quoted($0.text)) at graph 1.01, graph \(Self.number($0.height)) "
            + "left noenhanced"
        }
    }
    guard hasLegendBelow else { return ["unset key"] }
    let margin = Self.number((legendHeight + 66) / Double(height))
    return
      (chart.panels.count > 1 ? ["unset key"] : ["unset key", "set bmargin at screen \(margin)"])
      + chart.legend.indices.flatMap { entry($0) }
  }

  var legendHeight: Double {
    guard hasLegendBelow else { return 0 }
    let rows = (chart.legend.count + legendColumns - 1) / legendColumns
    return Double(rows) * Self.rowHeight + 4
  }

  private var hasLegendBelow: Bool {
    let labels = chart.legend.map(\.label)
    if labels.count < 2, labels.first?.isEmpty ?? true { return false }
    return endLabels == nil && !chart.form.isCells && !chart.form.isRanks
  }

  private static let rowHeight = Double(fontSize) * 1.5

  /// As few as the rows need, so that these are of about the same length.
  private var legendColumns: Int {
    let maxColumns = max(1, min(chart.legend.count, Int(Double(Self.width - 10) / entryWidth)))
    let rows = (chart.legend.count + maxColumns - 1) / maxColumns
    return (chart.legend.count + rows - 1) / max(1, rows)
  }

  private var entryWidth: Double {
    (chart.legend.map { Self.width(of: $0.label) }.max() ?? 0) + 50
  }

  /// gnuplot's own key would not break into lines under several panels.
  private func entry(_ index: Int) -> [String] {
    let (width, height) = (Double(Self.width), Double(height))
    let (row, column) = (index / legendColumns, index % legendColumns)
    let left = (width - Double(legendColumns) * entryWidth) / 2 + Double(column) * entryWidth
    let y = Self.number((legendHeight - (Double(row) + 0.7) * Self.rowHeight) / height)
    let at = { (offset: Double) in "screen \(Self.number((left + offset) / width)), screen \(y)" }
    let series = chart.legend[index]
    let style = "linestyle \(series.style + 1)"
    let text = "set label \(Self.quoted(series.label)) at \(at(36)) left noenhanced"
    let marker = "set label '' at \(at(16)) point \(style)"
    let line = "set arrow from \(at(2)) to \(at(30)) nohead \(style)"
    if series.isReference { return [text, line] }
    switch chart.form {
    case .lines: return [text, line]
    case .points(areJoined: true): return [text, line, marker]
    case .points(areJoined: false), .rows: return [text, marker]
    case .stack:
      let bar = "set arrow from \(at(8)) to \(at(24)) nohead \(style) dashtype solid linewidth 8"
      return [text, bar]
    case .cells, .ranks: return []
    }
  }

  /// The labels at the ends of lines; nil if lines end too early or too close together.
  static func endLabels(
    of chart: Chart, _ xSpan: ClosedRange<Double>, _ ySpan: ClosedRange<Double>
  ) -> [EndLabel]? {
    switch chart.form {
    case .lines, .points(areJoined: true): break
    default: return nil
    }
    guard chart.panels.count == 1, chart.panels[0].series.count > 1 else { return nil }
    var labels: [EndLabel] = []
    for series in chart.panels[0].series {
      guard let end = series.points.last, chart.x.part(end.x, of: xSpan) > 0.93,
        width(of: series.label) < 0.3 * Double(width)
      else { return nil }
      labels.append(EndLabel(text: series.label, height: chart.y.part(end.y, of: ySpan)))
    }
    return spread(labels, gap: 0.07, limit: 0.05)
  }

  /// The labels moved until neighbors are `gap` apart; nil if one would move by more than `limit`.
  private static func spread(_ labels: [EndLabel], gap: Double, limit: Double) -> [EndLabel]? {
    let sorted = labels.sorted { $0.height < $1.height }
    var moved = sorted
    for index in moved.indices.dropFirst() {
      moved[index].height = max(moved[index].height, moved[index - 1].height + gap)
    }
    // Labels that moved up go back by half, so that both neighbors move.
    let excess = zip(moved, sorted).map { $0.height - $1.height }.max() ?? 0
    for index in moved.indices where moved[index].height > sorted[index].height {
      moved[index].height -= excess / 2
    }
    for index in moved.indices.dropLast().reversed() {
      moved[index].height = min(moved[index].height, moved[index + 1].height - gap)
    }
    let isNear = zip(moved, sorted).allSatisfy { abs($0.height - $1.height) <= limit }
    return isNear ? moved : nil
  }
}

/// The color scale of a heat map.
extension ChartScript {
  /// Room for the color scale of a heat map, its numbers and its title, in px.
  var colorRoom: Double {
    guard case .cells(let color) = chart.form else { return 0 }
    let format = NumberFormat(suiting: colorEnds(color), digits: 3)
    let widths = colorEnds(color).map { Self.width(of: format.text($0)) }
    return 82 + max(40, widths.max() ?? 0)
  }

  private func colorEnds(_ color: Chart.Axis) -> [Double] {
    let span = color.span(ofCells: chart.points.compactMap(\.low))
    return [span.lowerBound, span.upperBound]
  }

  var colors: [String] {
    guard case .cells(let color) = chart.form else { return [] }
    let span = color.span(ofCells: chart.points.compactMap(\.low))
    let steps = Palette.scale.enumerated().map { "\($0) '\($1)'" }
    let format = NumberFormat(suiting: colorEnds(color), digits: 3)
    // Between few whole numbers there are no others.
    let isCount = format.style == .decimals(0) && span.upperBound - span.lowerBound < 6
    return [
      "set palette defined (\(steps.joined(separator: ", "))) maxcolors \(Palette.steps)",
      "set cblabel \(Self.quoted(color.title)) noenhanced offset 1, 0",
      "set rmargin at screen \(Self.number(1 - colorRoom / Double(Self.width)))",
    ]
      + (color.isLogarithmic
        ? ["set logscale cb"]
        : ["set format cb '\(format.pattern)'"] + (isCount ? ["set cbtics 1"] : []))
      + ["set cbrange [\(Self.number(span.lowerBound)):\(Self.number(span.upperBound))]"]
  }
}
