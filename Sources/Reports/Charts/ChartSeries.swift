import ForceLabSettings

/// Which configurations a chart of many shows, and in which panels.
struct ChartSeries {
  /// What stands in a panel.
  struct Group {
    let title: String
    let configurations: [RunConfiguration]
  }

  let groups: [Group]
  /// What was left out, in a sentence; empty if nothing was.
  let note: String
  /// The paths that names of configurations need not tell.
  private let known: Set<String>

  /// All of `configurations` if one panel has room for them, or a panel for each value of a swept path,
  /// or eight of them from the best to the worst by `measure`.
  /// Panels are those of the path `facet` if that is given and has room. Names do not tell what stands
  /// at the paths in `known`, nor what panels tell.
  init(
    _ configurations: [RunConfiguration], of run: RunRecord, by measure: String?,
    facet: String? = nil, known: Set<String> = []
  ) throws(Diagnostic) {
    let few = facet == nil && configurations.count <= Chart.mostSeries
    if let facet = few ? nil : Self.facet(configurations, run.paths, facet) {
      self.known = known.union([run.paths[facet.path]])
      groups = facet.groups
      note = ""
      return
    }
    self.known = known
    let chosen = few ? configurations : try Self.spread(configurations, of: run, by: measure)
    groups = [Group(title: "", configurations: chosen)]
    let count = configurations.count
    let order = measure.map { "from the least to the greatest \(ColumnQuantity($0).words)" }
    note =
      few
      ? "" : " \(chosen.count) of \(count) configurations are shown, \(order ?? "the first")."
  }

  /// The names of the configurations.
  func labels(paths: [String]) -> ConfigurationLabels {
    ConfigurationLabels(
      groups.map(\.configurations), paths: paths, known: known)
  }

  /// The panels whose series are what `points` gives of a configuration; those without are left out.
  /// One style stands for one name in all panels.
  func panels(
    _ run: RunRecord, points: (RunConfiguration) throws(Diagnostic) -> [Chart.Point]
  ) throws(Diagnostic) -> [Chart.Panel] {
    let labels = labels(paths: run.paths)
    var styles: [String: Int] = [:]
    var panels: [Chart.Panel] = []
    for group in groups {
      var series: [Chart.Series] = []
      for configuration in group.configurations {
        let label = labels[configuration]
        let points = try points(configuration)
        guard !points.isEmpty else { continue }
        let style = styles[label] ?? styles.count
        styles[label] = style
        series.append(Chart.Series(label: label, style: style, points: points))
      }
      if !series.isEmpty { panels.append(Chart.Panel(title: group.title, series: series)) }
    }
    return panels
  }

  /// The path with the fewest values by which all panels have room for theirs.
  private static func facet(
    _ configurations: [RunConfiguration], _ paths: [String], _ wanted: String?
  ) -> (path: Int, groups: [Group])? {
    let names = shortNames(of: paths)
    let candidates = paths.indices.filter { wanted == nil || paths[$0] == wanted }
    let choices = candidates.compactMap { path -> (path: Int, groups: [Group])? in
      let values = inOrder(configurations.map { $0.settings[path] }.uniqued)
      let isFit = wanted != nil ? values.count <= 6 : values.count <= Chart.mostPanels
      guard values.count > 1, isFit, !values.contains("") else { return nil }
      let groups = values.map { value in
        Group(
          title: ConfigurationLabels.text(value, called: names[path]) ?? value,
          configurations: configurations.filter { $0.settings[path] == value })
      }
      return groups.contains { $0.configurations.count > Chart.mostSeries }
        ? nil : (path, groups)
    }
    return choices.min { $0.groups.count < $1.groups.count }
  }

  /// Eight of `configurations` at even distances in their order by `measure`.
  private static func spread(
    _ configurations: [RunConfiguration], of run: RunRecord, by measure: String?
  ) throws(Diagnostic) -> [RunConfiguration] {
    guard let measure else { return Array(configurations.prefix(Chart.mostSeries)) }
    var ranked: [(RunConfiguration, Double)] = []
    for configuration in configurations {
      if let value = try run.spread(measure, of: configuration)?.median {
        ranked.append((configuration, value))
      }
    }
    guard ranked.count > Chart.mostSeries else {
      return Array(configurations.prefix(Chart.mostSeries))
    }
    ranked.sort { $0.1 != $1.1 ? $0.1 < $1.1 : $0.0.number < $1.0.number }
    let last = ranked.count - 1
    return (0..<Chart.mostSeries).map { ranked[$0 * last / (Chart.mostSeries - 1)].0 }
  }
}

/// Settings in the order of their numbers if all are numbers, else as they are.
func inOrder(_ settings: [String]) -> [String] {
  let numbers = settings.compactMap { Double($0) }
  guard numbers.count == settings.count else { return settings }
  return settings.indices.sorted { numbers[$0] < numbers[$1] }.map { settings[$0] }
}

extension Sequence where Element: Hashable {
  /// The elements in their order, each once.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
