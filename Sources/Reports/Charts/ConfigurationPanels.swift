import ForceLabPlugins

struct ConfigurationPanels {
  struct Group {
    let title: String
    let configurations: [ConfigurationTrials]
  }

  let groups: [Group]
  /// By what those that are shown were chosen.
  private let order: String
  /// Of all configurations; 0 if none is left out.
  private let count: Int
  private let run: ChartedRun
  /// The paths that labels leave out.
  private let known: Set<String>

  /// All of `configurations` if one panel has room for them, else a panel for each value of a swept
  /// path, else eight of them from the lowest to the highest `measure`, or at even distances in the plan. Panels are by
  /// `facet` if it is given and has room. Labels leave out the paths in `known` and the values in titles of panels.
  init(
    _ configurations: [ConfigurationTrials], of run: ChartedRun, by measure: Column? = nil,
    facet: String? = nil, known: Set<String> = []
  ) {
    self.run = run
    let few = facet == nil && configurations.count <= Chart.maxSeries
    if let facet = few ? nil : Self.facet(configurations, run.paths, facet) {
      self.known = known.union([run.paths[facet.path]])
      groups = facet.groups
      (order, count) = ("", 0)
      return
    }
    self.known = known
    let ranked = measure.map { Self.ranked(configurations, of: run, by: $0) } ?? []
    let candidates = ranked.isEmpty ? configurations : ranked
    groups = [Group(title: "", configurations: few ? configurations : Self.sample(candidates))]
    order =
      measure.flatMap { ranked.isEmpty ? nil : "from the lowest to the highest \($0.title)" }
      ?? "at even distances in the plan"
    count = few ? 0 : configurations.count
  }

  /// A sentence about configurations, called `name`, that are left out, or have no `rows`; empty if all are shown.
  func note(on rows: [Chart.Row], of name: String = "configurations") -> String {
    let shown = Set(rows.map(\.series)).count
    return shown < count ? " \(shown) of \(count) \(name) are shown, \(order)." : ""
  }

  var configurations: [ConfigurationTrials] { groups.flatMap(\.configurations) }

  /// The `points` of each configuration as a series. A label has the same style in all panels and charts of the run.
  func rows(_ points: (ConfigurationTrials) -> [Chart.Row]) -> [Chart.Row] {
    let labels = ConfigurationLabels(groups.map(\.configurations), paths: run.paths, known: known)
    let styles = run.styles(of: configurations.map { labels[$0] })
    return groups.flatMap { group in
      group.configurations.flatMap { configuration in
        points(configuration).map { point in
          var row = point
          (row.panel, row.series) = (group.title, labels[configuration])
          row.style = styles[row.series] ?? 0
          row.configuration = row.configuration ?? configuration.number
          return row
        }
      }
    }
  }

  /// The path with the fewest values whose panels have room for their configurations.
  private static func facet(
    _ configurations: [ConfigurationTrials], _ paths: [String], _ wanted: String?
  ) -> (path: Int, groups: [Group])? {
    let names = shortNames(of: paths)
    let candidates = paths.indices.filter { wanted == nil || paths[$0] == wanted }
    let choices = candidates.compactMap { path -> (path: Int, groups: [Group])? in
      let values = inOrder(configurations.map { $0.settings[path] }.uniqued)
      let maximum = wanted != nil ? 6 : Chart.maxPanels
      guard 2...maximum ~= values.count, !values.contains("") else { return nil }
      let groups = values.map { value in
        Group(
          title: ConfigurationLabels.text(value, called: names[path]) ?? value,
          configurations: configurations.filter { $0.settings[path] == value })
      }
      return groups.contains { $0.configurations.count > Chart.maxSeries } ? nil : (path, groups)
    }
    return choices.min { $0.groups.count < $1.groups.count }
  }

  /// Those of `configurations` that have the `measure`, in its order.
  private static func ranked(
    _ configurations: [ConfigurationTrials], of run: ChartedRun, by measure: Column
  ) -> [ConfigurationTrials] {
    configurations.compactMap { configuration in
      run.spread(measure.name, of: configuration).map { (configuration, $0.median) }
    }.sorted { ($0.1, $0.0.number) < ($1.1, $1.0.number) }.map(\.0)
  }

  /// Eight of `configurations` at even distances, or all if they are fewer.
  private static func sample(_ configurations: [ConfigurationTrials]) -> [ConfigurationTrials] {
    let (count, last) = (configurations.count, Chart.maxSeries - 1)
    return count <= last
      ? configurations : (0...last).map { configurations[$0 * (count - 1) / last] }
  }
}
