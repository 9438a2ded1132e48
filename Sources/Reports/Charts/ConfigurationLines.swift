import ForceLabPlugins
import ForceLabSettings

/// The lines of a chart: configurations of a line differ only in what the horizontal axis shows.
struct ConfigurationLines {
  enum Grouping {
    /// Everything that the value on the horizontal axis does not determine.
    case everything
    /// The plugin at a path, whatever its parameters, and the other swept paths.
    case plugin(String)
    case paths([String])
  }

  private struct Member {
    let configuration: ConfigurationTrials
    let x: Double
    let values: [Double]
  }

  private let run: ChartedRun
  private let groups: [[String]: [Member]]
  /// A configuration for each line, with empty settings where the members of a line differ.
  private let lines: [ConfigurationTrials]
  private let known: Set<String>
  /// Whether the settings that differ along a line rise or fall with the horizontal axis. Lines of
  /// a random sample are not joined.
  let isOrdered: Bool

  init(
    _ run: ChartedRun, over x: String, of measure: String, by grouping: Grouping = .everything
  ) {
    self.run = run
    let path = run.paths.firstIndex(of: x)
    let members = run.configurations.compactMap { configuration -> Member? in
      let values = run.values(measure, of: configuration)
      let value =
        path.map { Double(configuration.settings[$0]) }
        ?? run.spread(x, of: configuration)?.median
      guard let value, !values.isEmpty else { return nil }
      return Member(configuration: configuration, x: value, values: values)
    }
    let merged = Self.merged(members, run.paths, grouping)
    known = Set(merged.map { run.paths[$0] })
    isOrdered = merged.allSatisfy { Self.isOrdered(members, $0) }
    func settings(_ configuration: ConfigurationTrials) -> [String] {
      var settings = configuration.settings
      for path in merged { settings[path] = "" }
      if case .plugin(let plugin) = grouping, let index = run.paths.firstIndex(of: plugin) {
        settings[index] = Self.pluginName(settings[index])
      }
      return settings
    }
    lines = members.map(\.configuration).merged(by: settings)
    groups = Dictionary(grouping: members) { settings($0.configuration) }
  }

  var xValues: [Double] { Set(groups.values.joined().map(\.x)).sorted() }
  var values: [Double] { groups.values.joined().compactMap { Spread($0.values)?.median } }

  /// The rows of the lines with at least `minPoints` points, and a sentence about those left out.
  func rows(minPoints: Int = 2, facet: String? = nil) -> (rows: [Chart.Row], note: String) {
    let shown = lines.filter { points(of: $0).count >= minPoints }
    guard !shown.isEmpty else { return ([], "") }
    let panels = ConfigurationPanels(shown, of: run, facet: facet, known: known)
    return (panels.rows { points(of: $0) }, panels.note)
  }

  private func points(of line: ConfigurationTrials) -> [Chart.Row] {
    let members = Dictionary(grouping: groups[line.settings, default: []], by: \.x)
    return members.keys.sorted().compactMap { x in
      Spread(members[x, default: []].flatMap(\.values)).map {
        Chart.Row(x: x, y: $0.median, low: $0.low, high: $0.high)
      }
    }
  }

  /// Whether the numbers at `path`, the median at each x, rise or fall with x.
  private static func isOrdered(_ members: [Member], _ path: Int) -> Bool {
    let groups = Dictionary(grouping: members, by: \.x).sorted { $0.key < $1.key }
    let numbers = groups.compactMap { group in
      Spread(group.value.compactMap { Double($0.configuration.settings[path]) })?.median
    }
    guard numbers.count == groups.count else { return true }
    let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
    return steps.allSatisfy { $0 >= 0 } || steps.allSatisfy { $0 <= 0 }
  }

  /// The paths in which members of a line may differ. With `everything`, those whose values follow
  /// from x, as numbers of rows follow from the number of nodes.
  private static func merged(_ members: [Member], _ paths: [String], _ grouping: Grouping) -> Set<
    Int
  > {
    switch grouping {
    case .paths(let kept): return Set(paths.indices.filter { !kept.contains(paths[$0]) })
    case .plugin(let plugin):
      return Set(paths.indices.filter { paths[$0].hasPrefix(plugin + ".") })
    case .everything:
      let groups = Dictionary(grouping: members, by: \.x).values
      return Set(
        paths.indices.filter { path in
          groups.allSatisfy { Set($0.map(\.configuration.settings[path])).count == 1 }
        })
    }
  }

  /// The name of the plugin in a setting such as `{kd-tree: {theta: 0.9}}`.
  private static func pluginName(_ setting: String) -> String {
    guard setting.hasPrefix("{"), let node = settingTree(setting),
      let entries = node.mapping?.entries, entries.count == 1
    else { return setting }
    return entries[0].key
  }
}
