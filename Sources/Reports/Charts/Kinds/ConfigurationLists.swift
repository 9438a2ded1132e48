import ForceLabPlugins

/// A measure of all configurations, one below the other, for runs that sweep no numbers.
struct ConfigurationLists: ChartKind {
  private static let maxRows = 40
  /// Longer names would leave too little room for the points.
  private static let maxNameLength = 34

  func charts(of run: ChartedRun) -> [Chart] {
    guard run.sweepCharts.isEmpty else { return [] }
    let hasTimes = run.charts.contains { ["scaling", "time-error"].contains($0.name) }
    return run.chartMeasures.filter { !(hasTimes && $0.isTime) }
      .compactMap { Self.chart(of: $0, run) }
  }

  /// A row for each combination of settings without colors, or else each configuration; nil for too many, or no change.
  private static func chart(of measure: Column, _ run: ChartedRun) -> Chart? {
    let configurations = run.configurations
    let color = run.colorPath
    var keys = configurations.map { configuration in
      configuration.settings.indices.filter { $0 != color }.map { configuration.settings[$0] }
    }
    let isNamedByRow = Set(keys).count == 1
    if isNamedByRow { keys = configurations.map(\.settings) }
    let names = keys.uniqued
    guard configurations.count > 1, names.count <= maxRows else { return nil }
    let colors = configurations.map { configuration in
      color.flatMap { path in
        ConfigurationLabels.text(
          configuration.settings[path], called: shortNames(of: run.paths)[path])
      } ?? ""
    }
    let styles = run.styles(of: colors.uniqued)
    let order = Dictionary(firstOf: zip(colors.uniqued, 0...))
    let rows = configurations.indices.compactMap { index -> (Int, Chart.Row)? in
      guard let spread = run.spread(measure.name, of: configurations[index]),
        let row = names.firstIndex(of: keys[index])
      else { return nil }
      let point = Chart.Row(
        x: spread.median, y: Double(row), low: spread.low, high: spread.high,
        series: isNamedByRow ? "" : colors[index], style: styles[colors[index]] ?? 0,
        configuration: configurations[index].number)
      return (order[colors[index]] ?? 0, point)
    }.sorted { $0.0 < $1.0 }.map(\.1)
    let values = rows.map(\.x)
    guard run.differ(values, in: measure) else { return nil }
    let firsts = names.compactMap { key in keys.firstIndex(of: key).map { configurations[$0] } }
    let labels = ConfigurationLabels(
      [firsts], paths: run.paths,
      known: isNamedByRow ? [] : Set(color.map { [run.paths[$0]] } ?? []), maxLength: maxNameLength)
    return Chart(
      name: measure.name.replacing("_", with: "-"),
      title: "\(measure.title.capitalizedFirst) of all configurations", caption: run.pointNote,
      form: .rows, x: Chart.Axis(of: measure, values: values, isLogarithmic: values.isWide),
      y: Chart.Axis(title: "", names: firsts.map { labels[$0] }), rows: rows)
  }
}
