import Foundation

/// The tooltips of a chart: one for each series, and one for each point or cell.
struct ChartTooltips {
  struct Plot {
    let series: String
    /// Empty for lines and bands, whose points have no elements of their own.
    let points: [String]
  }

  private let panels: [[Plot]]
  /// Tooltips of more points would take too much room in a page.
  private static let maxPoints = 1500

  init(_ chart: Chart) {
    let script = ChartScript(chart)
    let isShort = chart.points.count <= Self.maxPoints
    panels = chart.panels.indices.map { panel in
      script.plots(panel).map { plot in
        let series = plot.series.map { chart.panels[panel].series[$0] }
        let points = plot.hasPoints && isShort ? series?.points ?? [] : []
        return Plot(
          series: series.map { Self.text($0, chart.panels[panel]) } ?? "",
          points: points.map { Self.text($0, of: series, in: chart) })
      }
    }
  }

  /// The texts of the plot whose group has this id in an SVG file of gnuplot, such as
  /// `stress_plot_3b` for the third plot in the second panel; nil for other groups.
  subscript(group id: String) -> Plot? {
    guard let mark = id.range(of: "_plot_", options: .backwards) else { return nil }
    let digits = id[mark.upperBound...].prefix { $0.isASCII && $0.isNumber }
    let letter = id[digits.endIndex...].unicodeScalars
    guard let number = Int(digits), letter.count < 2 else { return nil }
    let panel = letter.first.map { Int($0.value) - 97 } ?? 0
    guard panels.indices.contains(panel), panels[panel].indices.contains(number - 1) else {
      return nil
    }
    return panels[panel][number - 1]
  }

  private static func text(_ series: Chart.Series, _ panel: Chart.Panel) -> String {
    [panel.title, series.label].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static func text(_ point: Chart.Point, of series: Chart.Series?, in chart: Chart)
    -> String
  {
    var lines = [series?.label ?? "", text(point.x, on: chart.x)]
    if case .cells(let axis) = chart.form {
      lines += [text(point.y, on: chart.y), point.low.map { text($0, on: axis) } ?? ""]
    } else {
      lines.append(text(point.y, on: chart.y))
      if let low = point.low, let high = point.high, low < high {
        let axis = chart.form.isRows ? chart.x : chart.y
        lines.append("\(number(low, on: axis)) … \(number(high, on: axis))")
      }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func text(_ value: Double, on axis: Chart.Axis) -> String {
    guard axis.names.isEmpty else {
      let name = axis.names.indices.contains(Int(value)) ? axis.names[Int(value)] : ""
      return [axis.title, name].filter { !$0.isEmpty }.joined(separator: ": ")
    }
    return "\(axis.title): \(number(value, on: axis))"
  }

  private static func number(_ value: Double, on axis: Chart.Axis) -> String {
    readable(value / axis.divisor.magnitude).replacing("-", with: "−")
  }
}
