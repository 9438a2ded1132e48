import ForceLabPlugins
import ForceLabSettings

/// The configurations that a chart shows, and their panels.
struct ConfigurationPanels {
  struct Group {
    let title: String
    let configurations: [ConfigurationTrials]
  }

  let groups: [Group]
  /// A sentence about configurations that are left out; empty if there are none.
  let note: String
  private let run: ChartedRun
  private var paths: [String] { run.paths }
  /// The paths that labels leave out.
  private let known: Set<String>

  /// All of `configurations` if one panel has room for them, else a panel for each value of a swept
  /// path, else eight of them from the lowest to the highest `measure`.
  ///
  /// Panels show the values of the path `facet` if that is given and has room. Labels leave out the
  /// paths in `known` and the values that titles of panels give.
  init(
    _ configurations: [ConfigurationTrials], of run: ChartedRun, by measure: Column? = nil,
    facet: String? = nil, known: Set<String> = []
  ) {
    self.run = run
    let few = facet == nil && configurations.count <= Chart.maxSeries
    if let facet = few ? nil : Self.facet(configurations, run.paths, facet) {
      self.known = known.union([run.paths[facet.path]])
      groups = facet.groups
      note = ""
      return
    }
    self.known = known
    let chosen = few ? configurations : Self.sample(configurations, of: run, by: measure)
    groups = [Group(title: "", configurations: chosen)]
    let order =
      measure.map { "from the lowest to the highest \($0.title)" } ?? "the first in the plan"
    note =
      few
      ? "" : " \(chosen.count) of \(configurations.count) configurations are shown, \(order)."
  }

  var configurations: [ConfigurationTrials] { groups.flatMap(\.configurations) }

  /// A series for each configuration that has points. Labels have the same style in all panels and in
  /// all charts of the run. If there are `marks`, panels show events that all of their trials share.
  func panels(
    marks: EventMarks? = nil, _ points: (ConfigurationTrials) -> [Chart.Point]
  ) -> [Chart.Panel] {
    let labels = ConfigurationLabels(groups.map(\.configurations), paths: paths, known: known)
    let styles = run.styles(of: configurations.map { labels[$0] })
    return groups.compactMap { group in
      let series = group.configurations.compactMap { configuration -> Chart.Series? in
        let (label, points) = (labels[configuration], points(configuration))
        return points.isEmpty
          ? nil : Chart.Series(label: label, style: styles[label] ?? 0, points: points)
      }
      let trials = group.configurations.flatMap(\.trials).map(\.number)
      return series.isEmpty
        ? nil
        : Chart.Panel(title: group.title, series: series, marks: marks?.marks(of: trials) ?? [])
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

  /// Eight of `configurations` at even distances in their order by `measure`.
  private static func sample(
    _ configurations: [ConfigurationTrials], of run: ChartedRun, by measure: Column?
  ) -> [ConfigurationTrials] {
    var ranked = configurations.compactMap { configuration in
      measure.flatMap { run.spread($0.name, of: configuration) }.map { (configuration, $0.median) }
    }
    guard ranked.count > Chart.maxSeries else {
      return Array(configurations.prefix(Chart.maxSeries))
    }
    ranked.sort { $0.1 != $1.1 ? $0.1 < $1.1 : $0.0.number < $1.0.number }
    let last = ranked.count - 1
    return (0..<Chart.maxSeries).map { ranked[$0 * last / (Chart.maxSeries - 1)].0 }
  }
}
