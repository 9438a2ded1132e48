import ForceLabPlugins

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
  /// What distinguishes the points of a line.
  private let labels: ConfigurationLabels
  /// Whether the settings that differ along a line rise or fall with x. Lines of a random sample are not joined.
  let isOrdered: Bool

  init(_ run: ChartedRun, over x: String, of measure: String, by grouping: Grouping = .everything) {
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
    labels = Self.labels(members.map(\.configuration), run.paths, merged, lines: settings)
  }

  var xValues: [Double] { Set(groups.values.joined().map(\.x)).sorted() }
  var values: [Double] { groups.values.joined().compactMap { Spread($0.values)?.median } }

  /// The rows of the lines with at least `minPoints` points, and a sentence about those left out.
  func rows(
    minPoints: Int = 2, facet: String? = nil, labeled: Bool = false
  ) -> (rows: [Chart.Row], note: String) {
    let shown = lines.filter { points(of: $0).count >= minPoints }
    guard !shown.isEmpty else { return ([], "") }
    let panels = ConfigurationPanels(shown, of: run, facet: facet, known: known)
    let rows = panels.rows { points(of: $0, labeled: labeled) }
    return (rows, panels.note(on: rows, of: "lines"))
  }

  /// The same with a label at each point: what distinguishes it from others of its series, or else the series. Of many
  /// points, those that none beats have labels, where a lower x and a `better` y are better.
  func labeledRows(better: Column.Better = .lower) -> (rows: [Chart.Row], note: String) {
    var (rows, note) = rows(minPoints: 1, labeled: true)
    if rows.allSatisfy(\.label.isEmpty) {
      for index in rows.indices { rows[index].label = rows[index].series }
    }
    let words = rows.map { $0.label.split(separator: " ") }.filter { !$0.isEmpty }
    let names = Set(words.map { $0.dropLast().joined(separator: " ") })
    if let name = names.first, names.count == 1, !name.isEmpty,
      words.allSatisfy({ $0.last?.first?.isNumber == true })
    {
      for index in rows.indices {
        rows[index].label.removeFirst(min(name.count + 1, rows[index].label.count))
      }
      note += " Labels are values of \(name)."
    }
    if rows.contains(where: { $0.label.count > Chart.maxLabelLength }) {
      for index in rows.indices where !rows[index].label.isEmpty {
        rows[index].label = rows[index].configuration.map(String.init) ?? ""
      }
      note += " Labels are numbers of configurations."
    }
    if rows.count > Chart.maxLabels {
      let front = rows.filter { row in
        !rows.contains { better.precedes($0.y, row.y) && $0.x < row.x }
      }
      let isShort = front.count <= Chart.maxLabels
      for index in rows.indices
      where !isShort || !front.contains(where: { $0.x == rows[index].x && $0.y == rows[index].y }) {
        rows[index].label = ""
      }
      if isShort {
        note += " Labels are at the best trade-offs of the medians, where there is room."
      }
    }
    return (rows, note)
  }

  private func points(of line: ConfigurationTrials, labeled: Bool = false) -> [Chart.Row] {
    let members = Dictionary(grouping: groups[line.settings, default: []], by: \.x)
    return members.keys.sorted().compactMap { x in
      let here = members[x, default: []]
      let own = here.count == 1 ? here[0].configuration : nil
      return Spread(here.flatMap(\.values)).map {
        Chart.Row(
          x: x, y: $0.median, low: $0.low, high: $0.high,
          label: labeled ? own.map { labels[$0] } ?? "" : "", configuration: own?.number)
      }
    }
  }

  /// The settings of `all` at the `merged` paths, and the parameters of a plugin whose name is that of its line.
  private static func labels(
    _ all: [ConfigurationTrials], _ paths: [String], _ merged: Set<Int>,
    lines: (ConfigurationTrials) -> [String]
  ) -> ConfigurationLabels {
    let points = all.map { configuration in
      let line = lines(configuration)
      let settings = configuration.settings.indices.map { path in
        let own = configuration.settings[path]
        if merged.contains(path) || own == line[path] { return merged.contains(path) ? own : "" }
        let text = ConfigurationLabels.text(own, called: "") ?? ""
        return String(text.dropFirst(line[path].count + 1))
      }
      return (line, ConfigurationTrials(number: configuration.number, settings: settings))
    }
    let groups = Dictionary(grouping: points, by: \.0).values.map { $0.map(\.1) }
    return ConfigurationLabels(groups, paths: paths, maxLength: 28)
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
    setting.hasPrefix("{") ? settingTree(setting)?.pluginName ?? setting : setting
  }
}
