import Foundation

/// The gnuplot script of a chart, which reads the chart's CSV.
struct ChartScript {
  let chart: Chart
  let canvas: ChartCanvas
  /// Where the picture goes, as an expression of gnuplot.
  var output: String

  /// The script that stands beside the data: it draws SVG, or what `format` says.
  init(_ chart: Chart) {
    self.chart = chart
    canvas = ChartCanvas(for: chart)
    output = "\(Self.quoted(chart.name + ".")).format"
  }

  /// The script of the picture for narrow screens, which goes to the file at `path`.
  init(narrow chart: Chart, into path: String) {
    self.chart = chart
    canvas = ChartCanvas(for: chart, isNarrow: true)
    output = Self.quoted(path)
  }

  /// The script.
  var text: String {
    let panels = chart.panels.indices.map { panel($0) }
    return
      (head + terminal + reading + look + axes + styles + key + [""] + arrangement
      + panels.flatMap { $0 }
      + (panels.count > 1 ? ["unset multiplot"] : [])).joined(separator: "\n") + "\n"
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
    let (width, height) = (canvas.width, canvas.height)
    let inches = "\(Double(width) / 100)in,\(Double(height) / 100)in"
    return [
      "if (!exists('format')) format = 'svg'",
      "if (format eq 'svg') set terminal svg size \(width),\(height) dynamic rounded \\",
      "  font 'sans-serif,\(canvas.fontSize)' name \(Self.quoted(chart.name.replacing("-", with: "_")))",
      "if (format eq 'pdf') set terminal pdfcairo size \(inches) rounded \\",
      "  font 'sans-serif,\(canvas.fontSize)' fontscale 0.72",
      "if (format eq 'png') set terminal pngcairo size \(2 * width),\(2 * height) rounded \\",
      "  font 'sans-serif,\(canvas.fontSize)' fontscale 1.5 linewidth 2 pointscale 2",
      "set output \(output)", "",
    ]
  }

  /// How rows are chosen: others are no data, so that lines go on across them.
  private var reading: [String] {
    let choice =
      chart.panels.count > 1
      ? "of(panel, series, name) = column('panel') == panel && column('series') == series \\\n"
        + "  ? column(name) : NaN"
      : "of(series, name) = column('series') == series ? column(name) : NaN"
    return [
      "set encoding utf8", "set datafile separator comma", "set datafile columnheaders",
      "set datafile missing NaN", "data = \(Self.quoted(chart.name + ".csv"))", choice, "",
    ]
  }

  private var look: [String] {
    let grid = !hasCells
    return [
      "set border \(grid ? 3 : 0) linecolor 'black'", "set tics nomirror out scale 0.5",
      // Points without a white edge, which a dark page would show.
      "set pointintervalbox 0",
      grid ? "set grid linetype 1 linecolor '#808080' linewidth 0.3" : "unset grid",
    ]
  }

  // MARK: Axes

  private var axes: [String] { axis(chart.x, "x", xSpan) + axis(chart.y, "y", ySpan) + colors }

  /// Room for that scale, in pixels.
  private var colorRoom: Double { canvas.isNarrow ? 98 : 112 }

  /// The scale of the colors of cells.
  private var colors: [String] {
    guard case .cells(let color) = chart.form else { return [] }
    let span = color.span(ofCells: chart.points.compactMap(\.low))
    let steps = Palette.scale.enumerated().map { "\($0) '\($1)'" }
    return [
      "set palette defined (\(steps.joined(separator: ", "))) maxcolors 64",
      "set cblabel \(Self.quoted(color.title)) noenhanced offset 1, 0",
      "set rmargin at screen \(Self.number(1 - colorRoom / Double(canvas.width)))",
    ] + (color.isLogarithmic ? ["set logscale cb"] : [])
      + ["set cbrange [\(Self.number(span.lowerBound)):\(Self.number(span.upperBound))]"]
  }

  /// From where to where the horizontal axis goes, in its unit.
  var xSpan: ClosedRange<Double> {
    let bars = namesRows ? chart.points.flatMap { [$0.low, $0.high].compactMap { $0 } } : []
    return chart.x.span(of: chart.points.map(\.x) + bars)
  }

  /// From where to where the vertical axis goes, in its unit. A band may go beyond, so that it does not
  /// flatten the lines.
  var ySpan: ClosedRange<Double> {
    let values = chart.points.map(\.y)
    let span = chart.y.span(of: values)
    let ends = chart.points.flatMap { [$0.low, $0.high].compactMap { $0 } }
    switch chart.form {
    case .lines, .points: break
    case .stack: return chart.y.span(of: values + ends)
    case .rows, .cells: return span
    }
    return chart.y.span(of: values + ends.filter { -0.3...1.3 ~= chart.y.part($0, of: span) })
  }

  private func axis(_ axis: Chart.Axis, _ letter: String, _ span: ClosedRange<Double>) -> [String] {
    var lines = ["set \(letter)label \(title(of: axis, letter)) noenhanced"]
    if axis.isLogarithmic {
      let isShort = canvas.isNarrow || chart.panels.count > 1 || namesRows
      let most = letter == "x" && isShort ? 4 : 8
      let ticks = Chart.Axis.logarithmicTicks(in: span, most: most)
        .map { "'\($1)' \(Self.number($0))" }
      lines += ["set logscale \(letter)", "set \(letter)tics (\(ticks.joined(separator: ", ")))"]
    } else if namesRows && letter == "y" && canvas.isNarrow {
      // Names stand above their rows, where they take no room from the points.
      lines.append("unset ytics")
      lines += axis.names.enumerated().map {
        "set label \(Self.quoted($1)) at graph 0, first \(Double($0) - 0.34) left noenhanced"
      }
    } else if !axis.names.isEmpty {
      let pace = letter == "x" || !namesRows ? (axis.names.count - 1) / mostNames(letter) + 1 : 1
      let ticks = axis.names.enumerated().filter { $0.offset.isMultiple(of: pace) }
        .map { "\(Self.quoted($1)) \($0)" }
      lines.append("set \(letter)tics (\(ticks.joined(separator: ", "))) noenhanced scale 0")
    } else if letter == "x" && (canvas.isNarrow || chart.panels.count > 1) {
      lines.append("set xtics \(Self.wideStep(span))")
    }
    // The first name stands on top.
    let (first, last) =
      namesRows && letter == "y"
      ? (span.upperBound, span.lowerBound) : (span.lowerBound, span.upperBound)
    return lines + ["set \(letter)range [\(Self.number(first)):\(Self.number(last))]"]
  }

  /// How many names have room on an axis of cells.
  private func mostNames(_ letter: String) -> Int {
    letter == "y" ? 14 : max(3, (canvas.isNarrow ? 6 : 12) / panelColumns)
  }

  private var namesRows: Bool { if case .rows = chart.form { true } else { false } }

  /// The title, in two lines if it is longer than a narrow chart is high.
  private func title(of axis: Chart.Axis, _ letter: String) -> String {
    guard letter == "y", canvas.isNarrow || chart.panels.count > 3,
      canvas.width(of: axis.title) > 200
    else { return Self.quoted(axis.title) }
    let words = axis.title.split(separator: " ")
    let half = words.indices.first {
      words[...$0].joined(separator: " ").count > axis.title.count / 2
    }
    let lines = [words[..<(half ?? 0)], words[(half ?? 0)...]].map { $0.joined(separator: " ") }
    return "\(Self.quoted(lines[0])).\"\\n\".\(Self.quoted(lines[1]))"
  }

  /// A step by which few numbers stand on a short axis.
  private static func wideStep(_ span: ClosedRange<Double>) -> String {
    let ideal = (span.upperBound - span.lowerBound) / 3
    let power = pow(10, log10(ideal).rounded(.down))
    return number([1, 2, 2.5, 5].map { $0 * power }.last { $0 <= ideal } ?? power)
  }

  // MARK: Panels

  /// Where several panels stand.
  private var arrangement: [String] {
    guard chart.panels.count > 1 else { return [] }
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let rows = ChartCanvas.rows(of: chart.panels.count, isNarrow: canvas.isNarrow)
    let margins = [
      leftMargin / width, 1 - (hasCells ? colorRoom : 12) / width, (keyHeight + 64) / height,
      1 - 28 / height,
    ].map { Self.number($0) }
    return [
      "set multiplot layout \(rows),\(panelColumns) margins \(margins.joined(separator: ",")) \\",
      "  spacing \(Self.number(leftMargin * 0.75 / width)),\(Self.number(76 / height))",
    ]
  }

  /// The scale of colors is told once.
  private func isLast(_ panel: Int) -> Bool { panel == chart.panels.count - 1 }

  private var hasCells: Bool { if case .cells = chart.form { true } else { false } }

  /// Of panels that stand one below the other, the last has the title; one that is longer than a panel
  /// is wide stands under the middle one.
  private func hasXTitle(_ panel: Int) -> Bool {
    if panelColumns == 1 { return isLast(panel) }
    let room = 0.85 * Double(canvas.width) / Double(panelColumns)
    return canvas.width(of: chart.x.title) < room || panel % panelColumns == panelColumns / 2
  }

  private var panelColumns: Int {
    let rows = ChartCanvas.rows(of: chart.panels.count, isNarrow: canvas.isNarrow)
    return (chart.panels.count + rows - 1) / rows
  }

  /// Room for the numbers and the title of the vertical axis, in pixels.
  private var leftMargin: Double {
    let names = chart.y.names.map { canvas.width(of: $0) }.max() ?? 45
    return names + (canvas.isNarrow ? 28 : 36)
  }

  private func panel(_ panel: Int) -> [String] {
    let plots = plots(panel)
    return heading(of: panel) + ["plot \\", "  " + plots.joined(separator: ", \\\n  ")]
  }

  /// The title of one of several panels; the key and the title of the axis are told once.
  private func heading(of panel: Int) -> [String] {
    guard chart.panels.count > 1 else { return [] }
    let isFirstColumn = panel.isMultiple(of: panelColumns)
    return (panel == 1 ? ["unset label", "unset arrow"] : [])
      + (panel > 0 ? ["set ylabel \(isFirstColumn ? title(of: chart.y, "y") : "''")"] : [])
      + (hasCells ? [isLast(panel) ? "set colorbox" : "unset colorbox"] : [])
      + ["set xlabel \(hasXTitle(panel) ? title(of: chart.x, "x") : "''")"]
      + [
        "set label 100 \(Self.quoted(chart.panels[panel].title)) at graph 0.5, graph 1 center "
          + "offset 0, 0.7 noenhanced"
      ]
  }

  // MARK: Text

  /// `text` as a string of gnuplot in which nothing has a meaning; no apostrophe can stand in one, so
  /// that it is written as typographers do.
  static func quoted(_ text: String) -> String {
    "'" + line(text).replacing("'", with: "’") + "'"
  }

  /// `text` in one line.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// A number of four digits, or in full where it has fewer.
  static func number(_ value: Double) -> String { String(format: "%.6g", value) }
}
