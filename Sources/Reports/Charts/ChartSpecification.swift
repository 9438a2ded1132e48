import ForceLabPages
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// The Vega-Lite specification of a chart: the template of its form, filled with its titles, axes and rows.
struct ChartSpecification {
  let chart: Chart
  /// Whether bars or bands are longer than the axis.
  let isCut: Bool
  private let xRange, yRange: ClosedRange<Double>
  private let size: ChartSize
  private let panels: [String]

  init(_ chart: Chart, size: ChartSize = .screen) {
    (self.chart, self.size) = (chart, size)
    panels = chart.rows.map(\.panel).uniqued
    let ends = chart.rows.flatMap { [$0.low, $0.high].compactMap { $0 } }
    let isAcross = chart.form == .rows
    let (x, y) = (chart.rows.map(\.x), chart.rows.map(\.y))
    // A band or a long bar may leave the chart, so that it does not flatten the lines.
    let reach = isAcross ? .infinity : chart.form == .lines ? 0.3 : 1
    let near = ends.near(isAcross ? x : y, reach, isAcross ? chart.x : chart.y)
    xRange = chart.x.range(of: isAcross ? x + near : x)
    let yRange = chart.y.range(of: isAcross ? y : y + near)
    self.yRange = yRange
    isCut = !isAcross && chart.form != .ranks && ends.contains { !yRange.contains($0) }
  }

  /// JSON that is also safe in a script element of HTML.
  var text: String {
    let facet: [String: Any] = ["field": "panel", "sort": panels, "title": ""]
    let view = Self.filled(template, values)
    let frame = Self.filled(
      .chartFrame,
      [
        "title": size.isOfPage ? chart.title : NSNull(), "caption": chart.caption,
        "rows": rows + events, "font": size.fontSize, "titlefont": size.fontSize + 1,
        "autosize": hasPanels || size.isOfPage
          ? "pad" : ["type": "fit-x", "contains": "padding"] as [String: Any],
      ])
    return frame.merging(
      hasPanels ? ["columns": 2, "facet": facet, "spec": view] : view
    ) { $1 }.scriptJSON
  }

  private var hasPanels: Bool { panels.count > 1 }

  private var template: PageFile {
    switch chart.form {
    case .lines: .linesChart
    case .points, .joinedPoints: .pointsChart
    case .rows: .rowsChart
    case .cells: .cellsChart
    case .ranks: .ranksChart
    case .parallel: .parallelChart
    }
  }

  /// The object in `file` with `values` for its texts "@name". Entries, and objects in lists, without one are left out.
  private static func filled(_ file: PageFile, _ values: [String: Any]) -> [String: Any] {
    func filled(_ node: Any) -> Any? {
      switch node {
      case let text as String where text.hasPrefix("@"): values[String(text.dropFirst())]
      case let object as [String: Any]: object.compactMapValues { filled($0) }
      case let array as [Any]:
        array.filter { item in
          let texts = (item as? [String: Any] ?? [:]).values.compactMap { $0 as? String }
          return texts.allSatisfy { !$0.hasPrefix("@") || values[String($0.dropFirst())] != nil }
        }.compactMap { filled($0) }
      default: node
      }
    }
    // A template that is no object would be found by tests.
    let template = try? JSONSerialization.jsonObject(with: Data(file.text.utf8))
    return template.flatMap { filled($0) } as? [String: Any] ?? [:]
  }

  // MARK: Values of the template

  private var values: [String: Any] {
    let series = chart.rows.uniqued(on: \.series)
    let hasEnds = chart.rows.contains { $0.low != nil }
    func looks(_ palette: [Any]) -> [Any] { series.map { palette[$0.style % palette.count] } }
    let values: [String: Any?] = [
      "width": hasPanels ? (viewWidth - 40) / 2 : size.isOfPage ? viewWidth : size.width,
      "height": viewHeight,
      "markfont": size.fontSize - 1,
      "xtitle": chart.x.title, "xaxis": chart.x.look, "xscale": chart.x.scale(xRange),
      "xnames": chart.x.names, "ytitle": chart.y.title,
      "yaxis": chart.y.look.merging(["title": lines(ofUpward: chart.y.title)]) { $1 },
      "yscale": chart.y.scale(yRange), "ynames": chart.y.names,
      "upward": Array(chart.y.names.reversed()),
      "series": series.map(\.series),
      "seriestitle": series.contains { !$0.series.isEmpty } ? "series" : nil,
      "colors": looks(Palette.colors),
      "dashes": looks(Palette.dashes), "shapes": looks(Palette.shapes),
      "legend": legend(series.map(\.series)),
      "colortitle": chart.color?.title,
      "colorscale": chart.color.map { axis in
        axis.scale(axis.range ?? chart.rows.compactMap(\.value).range, isOfColors: true)
      },
      "offset": offset, "lowtitle": hasEnds ? "low" : nil, "hightitle": hasEnds ? "high" : nil,
      "joined": chart.form == .joinedPoints ? "true" : "datum.reference",
    ]
    return values.compactMapValues { $0 }
  }

  /// An upright title of an axis that is longer than the axis needs several lines.
  private func lines(ofUpward title: String) -> [String] {
    let width = max(8, Int(clamping: viewHeight / (0.56 * (size.fontSize + 1))))
    return wrapped(title, width: width).split(separator: "\n").map(String.init)
  }

  /// One entry for each series; none if they have no labels.
  private func legend(_ labels: [String]) -> Any {
    let direct = Set(chart.rows.filter { $0.label == $0.series }.map(\.series))
    guard labels.contains(where: { !direct.contains($0) && !$0.isEmpty }) else { return NSNull() }
    let width = 45 + 7 * (labels.map(\.count).max() ?? 0)
    let columns = max(1, min(labels.count, Int(viewWidth) / width))
    let look: [String: Any] =
      chart.form == .lines
      ? ["symbolType": "stroke", "symbolStrokeWidth": 2] : ["symbolStrokeWidth": 0]
    return look.merging(["columns": columns, "symbolOpacity": 1]) { $1 }
  }

  /// Several series in a row are a little apart, so that none hides another.
  private var offset: [String: Any]? {
    let rows = chart.rows.map(\.y)
    return Set(rows).count < rows.count ? ["field": "group", "type": "ordinal"] : nil
  }

  // MARK: Rows

  /// Of charts on narrow pages, where labels still are apart.
  private static let minViewWidth = 340.0

  private var viewWidth: Double { size.isOfPage ? size.width : size.width - 6 * size.fontSize }
  private var viewHeight: Double {
    switch chart.form {
    case .ranks: -1.8 * size.fontSize * yRange.lowerBound
    case .rows: 2.2 * size.fontSize * Double(chart.y.names.count)
    default: (hasPanels ? 0.37 : 0.565) * viewWidth
    }
  }

  private var rows: [[String: Any]] {
    let rows = chart.rows.enumerated().compactMap(row)
    guard chart.rows.contains(where: { !$0.label.isEmpty }) else { return rows }
    let (xScale, yScale) = (chart.x.position(in: xRange), chart.y.position(in: yRange))
    let view = PointLabels.View(
      width: hasPanels ? (viewWidth - 40) / 2 : size.isOfPage ? Self.minViewWidth : viewWidth,
      height: viewHeight, font: size.fontSize - 1)
    // Few labels may stand for the legend.
    let maxOverlap = chart.rows.count > Chart.maxLabels ? 0.1 : .infinity
    let places = Dictionary(grouping: chart.rows.indices) { chart.rows[$0].panel }.values
      .flatMap { indices in
        let points = indices.map { index -> PointLabels.Point in
          let row = chart.rows[index]
          return (row.label, xScale(row.x) * view.width, (1 - yScale(row.y)) * view.height)
        }
        return zip(indices, PointLabels(points, in: view, maxOverlap: maxOverlap).places)
      }
    let offsets = Dictionary(firstOf: places)
    return rows.map { row in
      guard let index = row["index"] as? Int, !chart.rows[index].label.isEmpty,
        let place = offsets[index]
      else { return row }
      let label = place?.fields ?? ["label": NSNull()]
      return row.merging(label) { $1 }
    }
  }

  /// Nil for a point that a logarithmic axis cannot show. Numbers are in the units of the axes.
  private func row(_ index: Int, _ row: Chart.Row) -> [String: Any]? {
    guard let x = chart.x.shown(row.x), let y = chart.y.shown(row.y) else { return nil }
    let (axis, range) = chart.form == .rows ? (chart.x, xRange) : (chart.y, yRange)
    // A logarithmic axis has no zero.
    let ends = [row.low, row.high].map { end in
      end.map { (axis.isLogarithmic && $0 <= 0 ? range.lowerBound : $0) / axis.divisor }
    }
    let fields: [String: Any?] = [
      "panel": hasPanels ? row.panel : nil, "series": row.series, "group": row.style,
      "index": index, "x": x, "y": y, "low": ends[0], "high": ends[1],
      "reference": row.isReference ? true : nil,
      "value": row.value.flatMap { value in chart.color.map { value / $0.divisor } },
      "label": row.value.map(label) ?? (row.label.isEmpty ? nil : row.label),
      "configuration": row.configuration,
    ]
    return fields.compactMapValues { $0 }
  }

  /// The value of a cell if there is room, and a mark if it is beyond the colors.
  private func label(_ value: Double) -> String {
    let range = chart.color?.range
    let mark = range.map { value > $0.upperBound ? "▲" : value < $0.lowerBound ? "▼" : "" } ?? ""
    let columns = chart.x.names.count * min(2, panels.count)
    let hasRoom = columns <= 8 && chart.y.names.count <= 12
    return mark + (hasRoom ? significant(value / (chart.color?.divisor ?? 1), digits: 3) : "")
  }

  private var events: [[String: Any]] {
    panels.flatMap { panel in
      chart.events[panel, default: []].map { ["panel": panel, "event": $0 / chart.x.divisor] }
    }
  }
}

extension Chart.Axis {
  /// A name, or a finite number in the unit of the axis; nil for what it cannot show.
  fileprivate func shown(_ value: Double) -> Any? {
    guard names.isEmpty else { return names[Int(clamping: value)] }
    return value.isFinite && !(isLogarithmic && value == 0) ? value / divisor : nil
  }

  /// Where a value is in `range`, from 0 to 1.
  fileprivate func position(in range: ClosedRange<Double>) -> (Double) -> Double {
    let scale = { (value: Double) in isLogarithmic ? log(value.magnitude) : value }
    let (first, last) = (scale(range.lowerBound), scale(range.upperBound))
    return { last == first ? 0.5 : (scale($0) - first) / (last - first) }
  }

  fileprivate var look: [String: Any] {
    let ticks = Set(labeled.map { $0 / divisor }).sorted()
    let look: [String: Any?] = [
      "values": ticks.count > 1 ? ticks : nil,
      "format": isLogarithmic || ticks.count > 1 ? "~g" : nil,
    ]
    return look.compactMapValues { $0 }
  }

  fileprivate func scale(_ range: ClosedRange<Double>, isOfColors: Bool = false) -> [String: Any] {
    let isFromZero = range.lowerBound == 0 || range.upperBound == 0
    let hasRoom = isOfColors || isFromZero || self.range != nil
    let scale: [String: Any?] = [
      "type": isLogarithmic ? "log" : "linear", "nice": false, "zero": isLogarithmic ? nil : false,
      "domain": [range.lowerBound / divisor, range.upperBound / divisor],
      "padding": hasRoom ? nil : 12, "scheme": isOfColors ? "cividis" : nil,
      "clamp": isOfColors ? true : nil,
    ]
    return scale.compactMapValues { $0 }
  }

  /// That of `values`, with zero where that costs little room, so that lengths can be compared, and room around a
  /// single value, whose ticks would otherwise have no decimals.
  fileprivate func range(of values: [Double]) -> ClosedRange<Double> {
    if let range { return range }
    let range = values.filter { $0.isFinite && !(isLogarithmic && $0 == 0) }.range
    let (low, high) = (range.lowerBound, range.upperBound)
    if low == high {
      // The ends must stay finite.
      let room = 0.1 * min(low.magnitude, 1e308)
      return low == 0 ? 0...1 : low - room...high + room
    }
    if isLogarithmic || low * high < 0 { return range }
    if low >= 0, low < 0.4 * high { return 0...1.04 * high }
    return high <= 0 && high > 0.4 * low ? 1.04 * low...0 : range
  }
}

extension [Double] {
  fileprivate var range: ClosedRange<Double> { (self.min() ?? 1)...(self.max() ?? 1) }

  /// Those that are at most `reach` times the range of `values` beyond it, on a logarithmic or linear `axis`.
  fileprivate func near(_ values: [Double], _ reach: Double, _ axis: Chart.Axis) -> [Double] {
    let scale = { (value: Double) in axis.isLogarithmic ? log(value.magnitude) : value }
    let range = values.map(scale).filter(\.isFinite).range
    let room = reach == .infinity ? reach : reach * (range.upperBound - range.lowerBound)
    return filter { range.lowerBound - room...range.upperBound + room ~= scale($0) }
  }
}

extension [String: Any] {
  /// With texts for people.
  fileprivate var scriptJSON: String {
    func printable(_ node: Any) -> Any {
      switch node {
      case let text as String: text.printable
      case let object as [String: Any]: object.mapValues(printable)
      case let array as [Any]: array.map(printable)
      default: node
      }
    }
    return ForceLabWorkbench.jsonText(mapValues(printable)).safeInScript
  }
}
