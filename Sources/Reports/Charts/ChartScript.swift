import Foundation

/// The gnuplot script of a chart, which reads the chart's CSV file. It has one size for screens,
/// phones and paper: text stays readable where a phone scales it down.
struct ChartScript {
  let chart: Chart
  /// The ranges of the axes, in their units.
  let xSpan, ySpan: ClosedRange<Double>
  /// The labels at the ends of lines; nil if the legend is below the chart.
  let endLabels: [EndLabel]?

  /// The width of the picture and the size of text, in px.
  static let width = 520
  static let fontSize = 14

  init(_ chart: Chart) {
    self.chart = chart
    let ends = chart.points.flatMap { [$0.low, $0.high].compactMap { $0 } }
    let (x, y) = (chart.points.map(\.x), chart.points.map(\.y))
    let span = chart.y.span(of: y)
    xSpan = chart.x.span(of: chart.form.isRows ? x + ends : x)
    switch chart.form {
    case .lines, .points:
      // A band or a long bar may leave the chart, so that it does not flatten the lines.
      let reach = chart.form.isPoints ? -1.0...2 : -0.3...1.3
      ySpan = chart.y.span(of: y + ends.filter { reach ~= chart.y.part($0, of: span) })
    case .stack: ySpan = chart.y.span(of: y + ends)
    case .rows, .cells, .ranks: ySpan = span
    }
    endLabels = Self.endLabels(of: chart, xSpan, ySpan)
  }

  var text: String {
    let panels = chart.panels.indices.flatMap { panel($0) }
    let lines =
      head + terminal + reading + look + axes + styles + legend + [""] + arrangement + panels
      + (chart.panels.count > 1 ? ["unset multiplot"] : [])
    return lines.joined(separator: "\n") + "\n"
  }

  private var head: [String] {
    [
      "# \(Self.line(chart.title)). \(Self.line(chart.caption))",
      "#   gnuplot \(chart.name).gp                       writes \(chart.name).svg",
      "#   gnuplot -e \"format='pdf'\" \(chart.name).gp     writes \(chart.name).pdf; or png",
      "",
    ]
  }

  private var terminal: [String] {
    let inches = "\(Double(Self.width) / 100)in,\(Double(height) / 100)in"
    let font = "font 'sans-serif,\(Self.fontSize)'"
    return [
      "if (!exists('format')) format = 'svg'",
      "if (format eq 'svg') set terminal svg size \(Self.width),\(height) dynamic rounded \\",
      "  \(font) name \(Self.quoted(chart.name.replacing("-", with: "_")))",
      "if (format eq 'pdf') set terminal pdfcairo size \(inches) rounded \\",
      "  \(font) fontscale 0.72",
      "if (format eq 'png') set terminal pngcairo size \(2 * Self.width),\(2 * height) rounded \\",
      "  \(font) fontscale 1.5 linewidth 2 pointscale 2",
      "set output \(Self.quoted(chart.name + ".")).format", "",
    ]
  }

  /// Rows of other series count as missing data, so that lines continue across them.
  private var reading: [String] {
    let selection =
      chart.panels.count > 1
      ? "of(panel, series, name) = column('panel') == panel && column('series') == series \\\n"
        + "  ? column(name) : NaN"
      : "of(series, name) = column('series') == series ? column(name) : NaN"
    return [
      "set encoding utf8", "set minussign", "set datafile separator comma",
      "set datafile columnheaders",
      "set datafile missing NaN", "data = \(Self.quoted(chart.name + ".csv"))", selection, "",
    ]
  }

  private var look: [String] {
    let hasGrid = !chart.form.isCells && !chart.form.isRanks
    return [
      "set border \(hasGrid ? 3 : 0) linecolor 'black'", "set tics nomirror out scale 0.5",
      // Points without a white edge, which would show on a dark page. Zero means the default size.
      "set pointintervalbox 0.01",
      hasGrid ? "set grid linetype 1 linecolor '#808080' linewidth 0.3" : "unset grid",
    ]
  }

  /// Whether bars or bands are longer than the axis.
  var isCut: Bool {
    switch chart.form {
    case .lines, .points:
      chart.points.contains { point in
        [point.low, point.high].contains { $0.map { !(ySpan ~= $0 / chart.y.divisor) } ?? false }
      }
    default: false
    }
  }

  // MARK: Size

  var height: Int {
    let base: Int
    if chart.form.isRanks {
      return Int((ySpan.upperBound - ySpan.lowerBound) * 22) + 16
    } else if case .rows = chart.form {
      base = 80 + max(3, chart.y.names.count) * (hasNamesAboveRows ? 46 : 26)
    } else {
      base = 330 + (panelRows - 1) * 240
    }
    return base + Int(legendHeight)
  }

  private var panelRows: Int { (chart.panels.count + 1) / 2 }
  private var panelColumns: Int { min(2, chart.panels.count) }

  static func width(of text: String) -> Double { Double(text.count * fontSize) * 0.58 }

  // MARK: Axes

  private var axes: [String] {
    chart.form.isRanks
      ? rankAxes : axis(chart.x, "x", xSpan) + axis(chart.y, "y", ySpan) + colors
  }

  private func axis(_ axis: Chart.Axis, _ letter: String, _ span: ClosedRange<Double>) -> [String] {
    let isNarrow = chart.panels.count > 1
    let isRows = chart.form.isRows && letter == "y"
    var lines = ["set \(letter)label \(title(of: axis, letter)) noenhanced"]
    if axis.isLogarithmic {
      let maxTicks = letter == "x" && (isNarrow || chart.form.isRows) ? 4 : 8
      let sign = axis.isMirrored ? "−" : ""
      let ticks =
        (axis.ticks(in: span) ?? Chart.Axis.logarithmicTicks(in: span, maxTicks: maxTicks))
        .map { "'\(sign)\($1)' \(Self.number($0))" }
      lines += ["set logscale \(letter)", "set \(letter)tics (\(ticks.joined(separator: ", ")))"]
    } else if isRows && hasNamesAboveRows {
      lines.append("unset ytics")
      lines += axis.names.enumerated().map {
        "set label \(Self.quoted($1)) at graph 0, first \(Double($0) - 0.4) left noenhanced"
      }
    } else if !axis.names.isEmpty {
      let maxTicks = letter == "y" ? 14 : 8 / panelColumns
      let pace = isRows ? 1 : (axis.names.count - 1) / maxTicks + 1
      let ticks = axis.names.enumerated().filter { $0.offset.isMultiple(of: pace) }
        .map { "\(Self.quoted($1)) \($0)" }
      lines.append("set \(letter)tics (\(ticks.joined(separator: ", "))) noenhanced scale 0")
    } else if letter == "x" {
      lines.append("set xtics \(Self.step(span, maxTicks: isNarrow ? 4 : 7))")
    }
    // The first name is at the top.
    let (first, last) =
      isRows || axis.isMirrored
      ? (span.upperBound, span.lowerBound) : (span.lowerBound, span.upperBound)
    return lines + ["set \(letter)range [\(Self.number(first)):\(Self.number(last))]"]
  }

  /// Because they would leave too little room for the points.
  private var hasNamesAboveRows: Bool { chart.form.isRows && nameWidth > 170 }
  private var nameWidth: Double { chart.y.names.map { Self.width(of: $0) }.max() ?? 0 }

  /// The title, in two lines if it is longer than its axis.
  private func title(of axis: Chart.Axis, _ letter: String) -> String {
    guard letter == "y", Self.width(of: axis.title) > (chart.panels.count > 2 ? 190 : 300) else {
      return Self.quoted(axis.title)
    }
    let words = axis.title.split(separator: " ")
    let half = words.indices.first {
      words[...$0].joined(separator: " ").count > axis.title.count / 2
    }
    let lines = [words[..<(half ?? 0)], words[(half ?? 0)...]].map { $0.joined(separator: " ") }
    return "\(Self.quoted(lines[0])).\"\\n\".\(Self.quoted(lines[1]))"
  }

  /// The smallest round step that gives at most `most` ticks.
  private static func step(_ span: ClosedRange<Double>, maxTicks: Int) -> String {
    let minimum = (span.upperBound - span.lowerBound) / Double(maxTicks)
    let power = pow(10, log10(minimum).rounded(.down))
    return number([1, 2, 2.5, 5].map { $0 * power }.first { $0 >= minimum } ?? 10 * power)
  }

  // MARK: Panels

  private var arrangement: [String] {
    guard chart.panels.count > 1 else { return [] }
    let (width, height) = (Double(Self.width), Double(height))
    let right = chart.form.isCells ? colorRoom : 12
    let margins = [
      leftMargin / width, 1 - right / width, (legendHeight + 68) / height, 1 - 28 / height,
    ].map { Self.number($0) }
    return [
      "set multiplot layout \(panelRows),\(panelColumns) margins "
        + "\(margins.joined(separator: ",")) \\",
      "  spacing \(Self.number(leftMargin * 0.75 / width)),\(Self.number(76 / height))",
    ]
  }

  private var leftMargin: Double { max(50, nameWidth) + 42 }

  private func panel(_ panel: Int) -> [String] {
    heading(of: panel) + marks(of: panel) + ["plot \\", "  " + commands(panel)]
  }

  /// Dotted lines, instead of those of the panel before.
  private func marks(of panel: Int) -> [String] {
    let first = 1000
    let old = panel > 0 ? chart.panels[panel - 1].marks : []
    return old.indices.map { "unset arrow \(first + $0)" }
      + chart.panels[panel].marks.enumerated().map { index, place in
        let x = Self.number(place / chart.x.divisor)
        return "set arrow \(first + index) from first \(x), graph 0 to first \(x), graph 1 nohead "
          + "back linecolor '#808080' linewidth 1 dashtype 3"
      }
  }

  /// Legend, color scale and titles of axes are drawn once.
  private func heading(of panel: Int) -> [String] {
    guard chart.panels.count > 1 else { return [] }
    let isLast = panel == chart.panels.count - 1
    let isLeft = panel.isMultiple(of: panelColumns)
    let isLow = panel + panelColumns >= chart.panels.count
    // A title that is wider than a panel is drawn once.
    let isFitting = Self.width(of: chart.x.title) < 0.85 * Double(Self.width) / 2
    var lines = panel == 1 ? ["unset label", "unset arrow"] : []
    if panel > 0 { lines.append("set ylabel \(isLeft ? title(of: chart.y, "y") : "''")") }
    if chart.form.isCells { lines.append(isLast ? "set colorbox" : "unset colorbox") }
    let hasTitle = isLow && (isFitting || isLast)
    return lines + [
      "set xlabel \(hasTitle ? title(of: chart.x, "x") : "''")",
      "set label 100 \(Self.quoted(chart.panels[panel].title)) at graph 0.5, graph 1 center "
        + "offset 0, 0.7 noenhanced",
    ]
  }

  // MARK: Text

  /// A typographic apostrophe replaces the plain one, which gnuplot strings cannot contain.
  static func quoted(_ text: String) -> String {
    "'" + line(text).replacing("'", with: "’") + "'"
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// A number with at most six significant digits.
  static func number(_ value: Double) -> String { String(format: "%.6g", value) }
}
