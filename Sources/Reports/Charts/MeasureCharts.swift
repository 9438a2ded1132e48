import Foundation
import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// Charts of what was measured at the end of trials, over what was swept.
struct MeasureCharts {
  let run: RunRecord
  /// What tells the units of swept parameters, if it is known.
  var catalog: Catalog?

  private static let spread = "Medians; bars hold three fifths of the trials."

  private var spreadNote: String {
    run.repeats > 1 ? Self.spread : "One trial of each configuration."
  }

  /// Time, and memory, over the size of what is worked on.
  func scaling() throws(Diagnostic) -> [Chart] {
    let sizes = ["nodes", "point_count", "item_count", "edges"]
    guard let size = sizes.first(where: run.hasNumbers) else { return [] }
    let times = ["tick_ns_median", "query_ns", "memory_bytes", "build_seconds"]
    var charts: [Chart] = []
    for measure in times where run.hasNumbers(measure) {
      let family = try CurveFamily(run, over: .column(size), of: measure)
      var (panels, note) = try family.panels()
      guard let least = family.places.first, let most = family.places.last, most > 1.5 * least
      else {
        continue
      }
      let hasFits = Self.addExponents(&panels)
      let quantity = ColumnQuantity(measure)
      charts.append(
        Chart(
          name: charts.isEmpty ? "scaling" : "scaling-\(measure.replacing("_", with: "-"))",
          title:
            "\(quantity.words.capitalizedFirst) over the number of \(ColumnQuantity(size).words)",
          caption: spreadNote
            + (hasFits ? " Exponents are fitted by least squares of the logarithms." : "") + note,
          form: .points(areJoined: true),
          x: Chart.Axis(of: size, values: family.places, isLogarithmic: true),
          y: Chart.Axis(of: measure, values: family.values, isLogarithmic: true), panels: panels,
          source: "trials.csv"))
    }
    return charts.filter(\.isWorthwhile)
  }

  /// Names of lines get the exponent that fits them; false if none has points enough.
  private static func addExponents(_ panels: inout [Chart.Panel]) -> Bool {
    // Names and styles are shared by panels, exponents are not.
    guard panels.count == 1 else { return false }
    var hasFits = false
    for index in panels[0].series.indices {
      guard let exponent = exponent(of: panels[0].series[index].points) else { continue }
      let label = panels[0].series[index].label
      panels[0].series[index].label =
        (label.isEmpty ? "" : label + " ") + "∝ n^\(String(format: "%.2f", exponent))"
      hasFits = true
    }
    return hasFits
  }

  /// The slope of the line that fits the logarithms best; nil of fewer than three points.
  static func exponent(of points: [Chart.Point]) -> Double? {
    let logarithms = points.filter { $0.x > 0 && $0.y > 0 }.map { (log($0.x), log($0.y)) }
    guard logarithms.count > 2 else { return nil }
    let count = Double(logarithms.count)
    let (x, y) = (
      logarithms.reduce(0) { $0 + $1.0 } / count, logarithms.reduce(0) { $0 + $1.1 } / count
    )
    let square = logarithms.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
    guard square > 0 else { return nil }
    return logarithms.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / square
  }

  /// Time over error, a line for each strategy.
  func timeOverError() throws(Diagnostic) -> Chart? {
    let (error, time) = ("force_error_rms", "tick_ns_median")
    guard run.hasNumbers(error), run.hasNumbers(time) else { return nil }
    let strategy = run.paths.first { $0 == "repulsion" }
    let family = try CurveFamily(
      run, over: .column(error), of: time, by: strategy.map { .plugin($0) } ?? .everything)
    var (panels, note) = try family.panels(least: 1)
    // What is exact but for rounding has no place on the axis; it is a line to hold the others to.
    let errors = panels.flatMap(\.series).flatMap(\.points).map(\.x).filter { $0 > 1e-12 }
    guard let least = errors.min(), let most = errors.max(), least < most else { return nil }
    let ends = least / 1.3...most * 1.3
    for panel in panels.indices {
      for index in panels[panel].series.indices {
        let points = panels[panel].series[index].points
        guard let exact = points.first, points.allSatisfy({ $0.x <= 1e-12 }) else {
          panels[panel].series[index].points = points.filter { $0.x > 1e-12 }
          continue
        }
        panels[panel].series[index].isReference = true
        panels[panel].series[index].points = [
          Chart.Point(x: ends.lowerBound, y: exact.y), Chart.Point(x: ends.upperBound, y: exact.y),
        ]
        note += " \(panels[panel].series[index].label.capitalizedFirst) has no error but rounding."
      }
    }
    return Chart(
      name: "time-error", title: "What a smaller error costs", caption: spreadNote + note,
      form: .points(areJoined: true), x: Chart.Axis(of: error, values: errors, isLogarithmic: true),
      y: Chart.Axis(of: time, values: family.values, isLogarithmic: true), panels: panels,
      source: "trials.csv")
  }

  /// Stress over the time of the whole layout, a point for each configuration.
  func qualityOverTime() throws(Diagnostic) -> Chart? {
    let time = ["layout_seconds", "wall_seconds"].first(where: run.hasNumbers)
    guard let time, run.hasNumbers("stress") else { return nil }
    let color = run.leadingPath
    let family = try CurveFamily(
      run, over: .column(time), of: "stress", by: .paths([color].compactMap { $0 }))
    let (panels, note) = try family.panels(least: 1)
    let chart = Chart(
      name: "time-quality", title: "What a smaller stress costs",
      caption: "A point for each configuration; less of both is better. " + spreadNote + note,
      form: .points(areJoined: false),
      x: Chart.Axis(of: time, values: family.places, isLogarithmic: Self.isWide(family.places)),
      y: Chart.Axis(of: "stress", values: family.values, isLogarithmic: Self.isWide(family.values)),
      panels: panels, source: "trials.csv")
    return chart.isWorthwhile ? chart : nil
  }

  /// The main measures over each number that was swept, a line for each of the other settings.
  func sweeps() throws(Diagnostic) -> [Chart] {
    var charts: [Chart] = []
    let paths = run.numericPaths(least: 3)
    // Of many numbers, only the first measure: nobody looks at dozens of charts.
    let measures = run.chartMeasures.prefix(paths.count > 2 ? 1 : 3)
    for path in paths.prefix(6) {
      for measure in measures where !(try isTold(path, by: measure)) {
        let family = try CurveFamily(run, over: .path(path), of: measure)
        let (panels, note) = try family.panels()
        let title = run.title(ofPath: path)
        let words = ColumnQuantity(measure).words
        let chart = Chart(
          name: Self.name(measure, path), title: "\(words.capitalizedFirst) over \(title)",
          caption: spreadNote + note,
          form: .points(areJoined: family.isOrdered),
          x: run.axis(ofPath: path, family.places, catalog),
          y: Chart.Axis(
            of: measure, values: family.values, isLogarithmic: Self.isWide(family.values)),
          panels: panels, source: "trials.csv")
        let lines = panels.flatMap(\.series).map { $0.points.map(\.y) }
        if lines.contains(where: { run.differ($0, in: measure) }) { charts.append(chart) }
      }
    }
    return charts
  }

  /// Whether the chart of time over size tells it: if the path sets the size.
  private func isTold(_ path: String, by measure: String) throws(Diagnostic) -> Bool {
    guard Column.isTime(measure) else { return false }
    return path.hasSuffix("count") || path == "points" || path.hasSuffix("rows")
      || path.hasSuffix("columns")
  }

  static func name(_ measure: String, _ path: String) -> String {
    let words = (measure + "-" + path.split(separator: ".").suffix(2).joined(separator: "-"))
    return String(words.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }

  /// Whether numbers are so far apart that ratios matter.
  static func isWide(_ values: [Double]) -> Bool {
    guard let least = values.min(), let most = values.max() else { return false }
    return least > 0 && most > 20 * least
  }

  /// Whether numbers grow by ratios rather than by steps.
  static func isGeometric(_ values: [Double]) -> Bool {
    guard isWide(values), values.count > 2 else { return false }
    let sorted = values.sorted()
    let middle = sorted[sorted.count / 2]
    return middle - sorted[0] < 0.4 * (sorted[sorted.count - 1] - sorted[0])
  }
}

extension String {
  /// Its first letter as at the beginning of a sentence.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
