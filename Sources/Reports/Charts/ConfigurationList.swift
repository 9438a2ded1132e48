import ForceLabSettings

/// A measure of all configurations, one below the other.
struct ConfigurationList {
  let run: RunRecord
  let measure: String

  /// More rows than these are a table's work.
  private static let mostRows = 40
  /// Longer names leave the points no room.
  private static let longestName = 34

  /// The list: a row for each of the settings but those of the leading path, which have colors; nil
  /// if there are too many, or all are alike.
  func chart() throws(Diagnostic) -> Chart? {
    let configurations = run.goodConfigurations
    let leading = run.leadingPath.flatMap { run.paths.firstIndex(of: $0) }
    let keys = configurations.map { configuration in
      configuration.settings.indices.filter { $0 != leading }.map { configuration.settings[$0] }
    }
    let rows = keys.uniqued
    guard configurations.count > 1, rows.count <= Self.mostRows else { return nil }
    var points: [String: [Chart.Point]] = [:]
    for (configuration, key) in zip(configurations, keys) {
      guard let spread = try run.spread(measure, of: configuration),
        let row = rows.firstIndex(of: key)
      else { continue }
      let value = leading.map { configuration.settings[$0] } ?? ""
      points[value, default: []].append(
        Chart.Point(x: spread.median, y: Double(row), low: spread.low, high: spread.high))
    }
    let numbers = points.values.joined().map(\.x)
    guard run.differ(numbers, in: measure) else { return nil }
    let firsts = rows.compactMap { row in keys.firstIndex(of: row).map { configurations[$0] } }
    let words = ColumnQuantity(measure).words.capitalizedFirst
    return Chart(
      name: measure.replacing("_", with: "-"), title: "\(words) of all configurations",
      caption: run.repeats > 1
        ? "Medians; bars hold three fifths of the trials." : "One trial of each configuration.",
      form: .rows,
      x: Chart.Axis(of: measure, values: numbers, isLogarithmic: MeasureCharts.isWide(numbers)),
      y: Chart.Axis(names: names(of: firsts, leading), title: ""),
      panels: [Chart.Panel(series: series(points, configurations, leading))], source: "trials.csv")
  }

  private func names(of rows: [RunConfiguration], _ leading: Int?) -> [String] {
    let known = Set(leading.map { [run.paths[$0]] } ?? [])
    let labels = ConfigurationLabels(
      [rows], paths: run.paths, known: known, longest: Self.longestName)
    return rows.map { rows.count == 1 ? "" : labels[$0] }
  }

  private func series(
    _ points: [String: [Chart.Point]], _ configurations: [RunConfiguration], _ leading: Int?
  ) -> [Chart.Series] {
    let values = leading.map { path in configurations.map { $0.settings[path] }.uniqued } ?? [""]
    let name = leading.map { shortNames(of: run.paths)[$0] } ?? ""
    return values.enumerated().compactMap { style, value in
      points[value].map {
        Chart.Series(
          label: ConfigurationLabels.text(value, called: name) ?? "", style: style, points: $0)
      }
    }
  }
}

extension RunRecord {
  /// The path whose values are told apart by colors: of those with few values that are no numbers, the
  /// one with the most; else one of numbers; nil if there is none.
  var leadingPath: String? {
    let configurations = goodConfigurations
    let counts = paths.indices.map { path in Set(configurations.map { $0.settings[path] }).count }
    let fit = paths.indices.filter { path in
      2...Chart.mostSeries ~= counts[path]
        && !configurations.contains { $0.settings[path].isEmpty }
    }
    let numeric = Set(numericPaths(least: 2))
    let words = fit.filter { !numeric.contains(paths[$0]) }
    let candidates = words.isEmpty ? fit : words
    let most = candidates.map { counts[$0] }.max()
    return candidates.first { counts[$0] == most }.map { paths[$0] }
  }
}
