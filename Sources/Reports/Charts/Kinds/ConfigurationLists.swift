import ForceLabPlugins
import ForceLabSettings

/// A measure of all configurations, one below the other, for runs that sweep no numbers.
struct ConfigurationLists: ChartKind {
  private static let maxRows = 40
  /// Longer names would leave too little room for the points.
  private static let longestName = 34

  func charts(of run: ChartedRun) -> [Chart] {
    guard SweepCharts().charts(of: run).isEmpty else { return [] }
    let hasTimes = run.charts.contains { ["scaling", "time-error"].contains($0.name) }
    return run.chartMeasures.filter { !(hasTimes && $0.isTime) }
      .compactMap { Self.chart(of: $0, run) }
  }

  /// A row for each combination of settings that have no colors, or for each configuration if all have
  /// colors; nil for too many rows or equal values.
  private static func chart(of measure: Column, _ run: ChartedRun) -> Chart? {
    let configurations = run.configurations
    let color = run.colorPath
    var keys = configurations.map { configuration in
      configuration.settings.indices.filter { $0 != color }.map { configuration.settings[$0] }
    }
    let isNamedByRow = Set(keys).count == 1
    if isNamedByRow { keys = configurations.map(\.settings) }
    let rows = keys.uniqued
    guard configurations.count > 1, rows.count <= maxRows else { return nil }
    var points: [String: [Chart.Point]] = [:]
    for (configuration, key) in zip(configurations, keys) {
      guard let spread = run.spread(measure.name, of: configuration),
        let row = rows.firstIndex(of: key)
      else { continue }
      points[color.map { configuration.settings[$0] } ?? "", default: []].append(
        Chart.Point(x: spread.median, y: Double(row), low: spread.low, high: spread.high))
    }
    let values = points.values.joined().map(\.x)
    guard run.differ(values, in: measure) else { return nil }
    let colors = color.map { path in configurations.map { $0.settings[path] }.uniqued } ?? [""]
    let colorName = color.map { shortNames(of: run.paths)[$0] } ?? ""
    let texts = colors.map { ConfigurationLabels.text($0, called: colorName) ?? "" }
    let styles = run.styles(of: texts)
    let series = zip(colors, texts).compactMap { value, text in
      points[value].map {
        Chart.Series(label: isNamedByRow ? "" : text, style: styles[text] ?? 0, points: $0)
      }
    }
    let firsts = rows.compactMap { row in keys.firstIndex(of: row).map { configurations[$0] } }
    let labels = ConfigurationLabels(
      [firsts], paths: run.paths,
      known: isNamedByRow ? [] : Set(color.map { [run.paths[$0]] } ?? []), longest: longestName)
    return Chart(
      name: measure.name.replacing("_", with: "-"),
      title: "\(measure.title.capitalizedFirst) of all configurations", caption: run.pointNote,
      form: .rows, x: Chart.Axis(of: measure, values: values, isLogarithmic: values.isWide),
      y: Chart.Axis(names: firsts.map { labels[$0] }, title: ""),
      panels: [Chart.Panel(series: series)], source: "trials.csv")
  }
}
