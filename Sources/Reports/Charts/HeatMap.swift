import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// A measure over two numbers that were swept together, as a field of colored cells.
struct HeatMap {
  /// A swept path and the values side by side on its axis.
  private struct Side {
    let path: String
    let column: Int
    let values: [String]

    /// Where the value of `configuration` stands; nil if it has none.
    func place(of configuration: RunConfiguration) -> Int? {
      values.firstIndex(of: configuration.settings[column])
    }
  }

  let run: RunRecord
  let measure: String
  /// What tells the units of swept parameters, if it is known.
  var catalog: Catalog?

  /// The map over the two numeric paths with the most values, a panel for each of the other settings
  /// if there are few; nil if there are not two such paths, or most of the cells would be empty.
  func chart() throws(Diagnostic) -> Chart? {
    guard let (x, y) = sides else { return nil }
    let crossed = run.goodConfigurations.filter {
      x.place(of: $0) != nil && y.place(of: $0) != nil
    }
    let groups = groups(crossed, x, y)
    let full = groups.filter { 2 * $0.configurations.count > x.values.count * y.values.count }
    guard 1...Chart.mostPanels ~= full.count else { return nil }
    var panels: [Chart.Panel] = []
    for group in full {
      let series = Chart.Series(label: "", style: 0, points: try cells(group.configurations, x, y))
      panels.append(Chart.Panel(title: group.title, series: [series]))
    }
    let numbers = panels.flatMap { $0.series[0].points }.compactMap(\.low)
    guard run.differ(numbers, in: measure) else { return nil }
    let words = ColumnQuantity(measure).words.capitalizedFirst
    return Chart(
      name: "heatmap",
      title: "\(words) over \(run.title(ofPath: x.path)) and \(run.title(ofPath: y.path))",
      caption: (run.repeats > 1 ? "Medians of the trials." : "One trial of each configuration.")
        + (full.count < groups.count ? " Settings that were not crossed are left out." : ""),
      form: .cells(
        Chart.Axis(
          of: measure, values: numbers, isLogarithmic: MeasureCharts.isWide(numbers))),
      x: axis(x), y: axis(y), panels: panels, source: "trials.csv")
  }

  /// The two paths, that with more values across; one of them must have three.
  private var sides: (x: Side, y: Side)? {
    let configurations = run.goodConfigurations
    let sides = run.numericPaths(least: 2).compactMap { path -> Side? in
      guard let column = run.paths.firstIndex(of: path) else { return nil }
      let values = configurations.map { $0.settings[column] }.uniqued.filter { !$0.isEmpty }
      return Side(path: path, column: column, values: inOrder(values))
    }
    let sorted = sides.indices.sorted { a, b in
      let (here, there) = (sides[a].values.count, sides[b].values.count)
      return here != there ? here > there : a < b
    }
    guard sorted.count > 1, sides[sorted[0]].values.count > 2 else { return nil }
    return (sides[sorted[0]], sides[sorted[1]])
  }

  /// The first of the configurations that fall into a cell stands for it: they are alike.
  private func cells(_ configurations: [RunConfiguration], _ x: Side, _ y: Side) throws(Diagnostic)
    -> [Chart.Point]
  {
    var points: [Chart.Point] = []
    var taken: Set<[Double]> = []
    for configuration in configurations {
      guard let column = x.place(of: configuration).map(Double.init),
        let row = y.place(of: configuration).map(Double.init),
        let spread = try run.spread(measure, of: configuration),
        taken.insert([column, row]).inserted
      else { continue }
      points.append(Chart.Point(x: column, y: row, low: spread.median))
    }
    return points
  }

  private func axis(_ side: Side) -> Chart.Axis {
    Chart.Axis(
      names: side.values.map(ConfigurationLabels.typographic),
      title: run.axis(ofPath: side.path, [1], catalog).title)
  }

  /// The configurations that differ by what stands on the axes alone, and what they have in common.
  private func groups(_ configurations: [RunConfiguration], _ x: Side, _ y: Side)
    -> [ChartSeries.Group]
  {
    let others = run.paths.indices.filter { $0 != x.column && $0 != y.column }
    // What stands around a swept number says it again, but for the name of the plugin.
    let around = others.filter { path in
      [x, y].contains { $0.path.hasPrefix(run.paths[path] + ".") }
    }
    let keys = configurations.map { configuration in
      others.map { path in
        let setting = configuration.settings[path]
        return around.contains(path)
          ? ConfigurationLabels.text(setting, called: "", isParent: true) ?? "" : setting
      }
    }
    let names = shortNames(of: run.paths)
    let telling = others.indices.filter { place in Set(keys.map { $0[place] }).count > 1 }
    let members = Dictionary(grouping: configurations.indices) { keys[$0] }
    return keys.uniqued.map { key in
      let title = telling.compactMap {
        ConfigurationLabels.text(key[$0], called: names[others[$0]])
      }
      return ChartSeries.Group(
        title: title.joined(separator: " · "),
        configurations: members[key, default: []].map { configurations[$0] })
    }
  }
}
