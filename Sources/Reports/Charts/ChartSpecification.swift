import ForceLabPages
import Foundation

/// The Vega-Lite specification of a chart: the template of its form in `Sources/Pages/Charts`, filled
/// with its titles, axes and rows.
struct ChartSpecification {
  let chart: Chart
  /// The ranges of the axes, in their units.
  private let xSpan, ySpan: ClosedRange<Double>

  init(_ chart: Chart) {
    self.chart = chart
    let ends = chart.points.flatMap { [$0.low, $0.high].compactMap { $0 } }
    let (x, y) = (chart.points.map(\.x), chart.points.map(\.y))
    let span = chart.y.span(of: y)
    xSpan = chart.x.span(of: chart.form.isRows ? x + ends : x)
    switch chart.form {
    case .lines, .points:
      // A band or a long bar may leave the chart, so that it does not flatten the lines.
      let reach = chart.form.isLines ? -0.3...1.3 : -1.0...2
      ySpan = chart.y.span(of: y + ends.filter { reach ~= chart.y.part($0, of: span) })
    case .rows, .cells, .ranks: ySpan = span
    }
  }

  /// JSON that is also safe in a script element of HTML.
  var text: String {
    let view = Self.filled(chart.form.template, values)
    return Self.filled(
      .chartFrame,
      [
        "title": chart.title.scriptJSON, "caption": chart.caption.scriptJSON,
        "rows": rows.scriptJSON,
        "view": hasPanels
          ? "\"columns\": 2, \"facet\": \(facet.scriptJSON), \"spec\": \(view)"
          : String(view.dropFirst().dropLast()),
      ])
  }

  /// Whether bars or bands are longer than the axis.
  var isCut: Bool {
    guard chart.form.isLines || chart.form.isPoints else { return false }
    return chart.points.contains { point in
      [point.low, point.high].contains { $0.map { !(ySpan ~= $0 / chart.y.divisor) } ?? false }
    }
  }

  private var hasPanels: Bool { chart.panels.count > 1 }

  private var facet: JSONObject {
    ["field": "panel", "sort": chart.panels.map(\.title).uniqued, "title": ""]
  }

  /// The JSON of `file` with a value instead of each `"@name"`, or of an entry `"@name": ""`.
  private static func filled(_ file: PageFile, _ values: [String: String]) -> String {
    let text = file.text.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.replacing(/"@([a-z]+)"(: "")?/) { values[String($0.output.1)] ?? "null" }
  }

  // MARK: Values of the template

  private var values: [String: String] {
    var values: [String: any Encodable] = [
      "width": hasPanels ? 210 : 460, "height": height, "tooltip": tooltip,
      "x": channel(chart.x, "x", xSpan), "y": channel(chart.y, "y", ySpan),
      "low": chart.form.isRows
        ? channel(chart.x, "low", xSpan) : channel(chart.y, "low", ySpan),
      "color": style(range: Palette.colors),
      "dash": style(range: Palette.dashes),
      "shape": style(range: Palette.shapes), "offset": offset,
    ]
    if case .cells(let axis) = chart.form { values["cell"] = color(axis) }
    if chart.form.isRanks {
      values["ranks"] = ranks
      values["scale"] = ["domain": [ySpan.lowerBound, ySpan.upperBound]]
    }
    return values.mapValues(\.scriptJSON)
  }

  /// In px, without axes and legend.
  private var height: Int {
    switch chart.form {
    case .ranks: Int((ySpan.upperBound - ySpan.lowerBound) * Self.rankHeight)
    case .rows: max(3, chart.y.names.count) * 26
    default: hasPanels ? 170 : 260
    }
  }

  /// An encoding of `field` along `axis`.
  private func channel(_ axis: Chart.Axis, _ field: String, _ span: ClosedRange<Double>)
    -> JSONObject
  {
    guard axis.names.isEmpty else {
      // A heat map has its first row at the bottom, a list of configurations at the top.
      let isUpward = field == "y" && chart.form.isCells
      return [
        "field": field, "type": "ordinal", "title": axis.title,
        "sort": isUpward ? axis.names.reversed() : axis.names,
      ]
    }
    let isRising = field == "low" && !chart.form.isRows
    let look: JSONObject = [
      "values": axis.ticks(in: span), "tickCount": hasPanels || field == "y" || isRising ? 5 : 8,
      "format": axis.isLogarithmic ? "~g" : nil,
      "labelExpr": axis.isMirrored ? "'−' + datum.label" : nil,
    ]
    let scale: JSONObject = [
      "type": axis.isLogarithmic ? "log" : "linear", "domain": [span.lowerBound, span.upperBound],
      "nice": false, "zero": axis.isLogarithmic ? nil : false,
      "reverse": axis.isMirrored ? true : nil,
    ]
    return [
      "field": field, "type": "quantitative", "title": axis.title, "axis": look, "scale": scale,
    ]
  }

  /// The axis of ranks, at the height 0.
  private var ranks: JSONObject {
    let (low, high) = (Int(xSpan.lowerBound), Int(xSpan.upperBound))
    let axis: JSONObject = [
      "orient": "top", "grid": false, "offset": -ySpan.upperBound * Self.rankHeight,
      "values": Array(stride(from: low, through: high, by: (high - low) / 12 + 1)),
      "format": "d", "title": "",
    ]
    return [
      "field": "x", "type": "quantitative", "axis": axis,
      "scale": ["domain": [low, high]] as JSONObject,
    ]
  }

  private static let rankHeight = 22.0

  /// Colors, dashes or shapes of the series; the same for a label in all charts. Series without
  /// labels have the first.
  private func style<Value: Encodable>(range: [Value]) -> JSONObject {
    let legend = chart.legend
    guard legend.contains(where: { !$0.label.isEmpty }) else { return ["value": range[0]] }
    let width = 45 + 7 * (legend.map(\.label.count).max() ?? 0)
    let look: JSONObject = [
      "columns": max(1, min(legend.count, 480 / width)), "symbolOpacity": 1,
      "symbolType": chart.form.isLines ? "stroke" : nil,
      "symbolStrokeWidth": chart.form.isLines ? 2 : 0,
    ]
    let scale: JSONObject = [
      "domain": legend.map(\.label), "range": legend.map { range[$0.style % range.count] },
    ]
    return [
      "field": "series", "type": "nominal", "scale": scale,
      "legend": look,
    ]
  }

  private func color(_ axis: Chart.Axis) -> JSONObject {
    let span = axis.span(ofCells: chart.points.compactMap(\.low))
    let scale: JSONObject = [
      "type": axis.isLogarithmic ? "log" : "linear", "domain": [span.lowerBound, span.upperBound],
      "range": Palette.scale, "clamp": true, "nice": false,
      "zero": axis.isLogarithmic ? nil : false,
    ]
    return [
      "field": "value", "type": "quantitative", "scale": scale,
      "legend": [
        "title": axis.title, "orient": "right", "direction": "vertical", "format": "~g",
      ] as JSONObject,
    ]
  }

  /// Several series in a row are a little apart, so that none hides another.
  private var offset: JSONObject {
    let rows = chart.points.map(\.y)
    return Set(rows).count < rows.count ? ["field": "group", "type": "ordinal"] : ["value": 0]
  }

  private var tooltip: [JSONObject] {
    let spread = chart.points.contains { $0.low != nil }
    let axis = chart.form.isRows ? chart.x : chart.y
    var fields = [("series", ""), ("x", chart.x.title), ("y", chart.y.title)]
    if case .cells(let color) = chart.form {
      fields.append(("value", color.title))
    } else if spread {
      fields += [("low", "\(axis.title), low"), ("high", "\(axis.title), high")]
    }
    return fields.map { field, title in
      let isNumber =
        field != "series" && (field == "value" || (field == "x" ? chart.x : axis).names.isEmpty)
      return [
        "field": field, "title": title.isEmpty ? field : title,
        "type": isNumber ? "quantitative" : "nominal", "format": isNumber ? ".4~g" : nil,
      ]
    }
  }

  // MARK: Rows

  /// A row for each point, and one for each event.
  private var rows: [JSONObject] {
    let cells = CellTexts(chart)
    return chart.panels.flatMap { panel in
      panel.series.flatMap { series in
        series.points.indices.compactMap { row(series, $0, panel, cells) }
      }
        + panel.marks.map { ["panel": panel.title, "event": $0 / chart.x.divisor] }
    }
  }

  /// Nil for a point that a logarithmic axis cannot show. Numbers are in the units of the axes.
  private func row(
    _ series: Chart.Series, _ index: Int, _ panel: Chart.Panel, _ cells: CellTexts?
  ) -> JSONObject? {
    let point = series.points[index]
    guard let x = Self.value(point.x, on: chart.x), let y = Self.value(point.y, on: chart.y) else {
      return nil
    }
    let start: [(String, (any Encodable)?)] = [
      ("panel", hasPanels ? panel.title : nil), ("series", series.label), ("group", series.style),
      ("index", index), ("x", x), ("y", y),
    ]
    if let cells, let value = point.low { return JSONObject(start + cells.fields(of: value)) }
    let (axis, span) = chart.form.isRows ? (chart.x, xSpan) : (chart.y, ySpan)
    let ends = [point.low, point.high].map { end in
      // A logarithmic axis has no zero.
      end.map { axis.isLogarithmic ? max($0 / axis.divisor, span.lowerBound) : $0 / axis.divisor }
    }
    let isShort = series.points.count < 3
    return JSONObject(
      start + [
        ("low", ends[0]), ("high", ends[1]), ("reference", series.isReference ? true : nil),
        ("line", series.isReference || chart.form.isJoined ? true : nil),
        ("point", !series.isReference && (chart.form.isPoints || isShort) ? true : nil),
        ("end", index == series.points.count - 1 && !series.label.isEmpty ? true : nil),
      ])
  }

  /// A name or a finite number; nil for what a logarithmic axis cannot show.
  private static func value(_ value: Double, on axis: Chart.Axis) -> (any Encodable)? {
    guard axis.names.isEmpty else { return axis.names[Int(value)] }
    let shown = value / axis.divisor
    return shown.isFinite && (!axis.isLogarithmic || shown > 0) ? shown : nil
  }
}

/// The values of a heat map as text, if it has room, and marks of those beyond its colors.
private struct CellTexts {
  private let axis: Chart.Axis
  private let span: ClosedRange<Double>
  private let format: NumberFormat
  private let hasText: Bool

  /// Nil if `chart` is not a heat map.
  init?(_ chart: Chart) {
    guard case .cells(let axis) = chart.form else { return nil }
    self.axis = axis
    let values = chart.points.compactMap(\.low)
    let span = axis.span(ofCells: values)
    self.span = span
    let inside = values.map { $0 / axis.divisor }.filter { span ~= $0 }
    let format = NumberFormat(suiting: inside, digits: 3)
    self.format = format
    let longest = values.map { format.text($0 / axis.divisor).count }.max() ?? 0
    let columns = chart.x.names.count * min(2, chart.panels.count)
    hasText = columns * longest <= 40 && chart.y.names.count <= 12
  }

  func fields(of value: Double) -> [(String, (any Encodable)?)] {
    let shown = value / axis.divisor
    let mark = shown > span.upperBound ? "▲" : shown < span.lowerBound ? "▼" : ""
    let isLight = axis.part(value, of: span) >= Palette.firstLightPart
    return [
      ("value", shown), ("label", mark + (hasText ? format.text(shown) : "")), ("light", isLight),
    ]
  }
}

extension Chart.Form {
  fileprivate var template: PageFile {
    switch self {
    case .lines: .linesChart
    case .points: .pointsChart
    case .rows: .rowsChart
    case .cells: .cellsChart
    case .ranks: .ranksChart
    }
  }
}
