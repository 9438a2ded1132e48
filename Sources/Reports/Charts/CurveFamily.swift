import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings
import ForceLabYAML

/// Configurations in groups whose members differ in what stands on the horizontal axis alone: each group
/// is a line of a chart.
struct CurveFamily {
  /// Where the horizontal place of a configuration is from.
  enum Across {
    /// A column of `trials.csv`.
    case column(String)
    /// The number at a swept path.
    case path(String)
  }

  /// What tells one line from another.
  enum Grouping {
    /// All that does not follow from the place on the horizontal axis.
    case everything
    /// The plugin at a path, whatever its parameters, and what is swept elsewhere.
    case plugin(String)
    /// The values at these paths alone.
    case paths([String])
  }

  private struct Member {
    let configuration: RunConfiguration
    let x: Double
    let numbers: [Double]
  }

  private let run: RunRecord
  private var groups: [[String]: [Member]] = [:]
  private var representatives: [RunConfiguration] = []
  private let known: Set<String>
  /// Whether what else differs along a line goes up or down with the place on the axis, as in a sweep
  /// that advances axes together; points of a random sample are not to be joined.
  let isOrdered: Bool

  /// The configurations of `run` that have a number `across` and one in the column `measure`.
  ///
  /// - Parameters:
  ///   - across: What stands on the horizontal axis.
  ///   - measure: A column of `trials.csv`.
  ///   - grouping: What tells one line from another.
  init(
    _ run: RunRecord, over across: Across, of measure: String, by grouping: Grouping = .everything
  ) throws(Diagnostic) {
    self.run = run
    var members: [Member] = []
    for configuration in run.goodConfigurations {
      let numbers = try run.numbers(measure, of: configuration)
      guard let x = try Self.place(across, of: configuration, in: run), !numbers.isEmpty else {
        continue
      }
      members.append(Member(configuration: configuration, x: x, numbers: numbers))
    }
    let merged = Self.merged(members, run.paths, across, grouping)
    known = Set(merged.map { run.paths[$0] })
    isOrdered = merged.allSatisfy { Self.isOrdered(members, $0) }
    for member in members {
      var settings = member.configuration.settings
      for path in merged { settings[path] = "" }
      if case .plugin(let plugin) = grouping, let place = run.paths.firstIndex(of: plugin) {
        settings[place] = pluginName(settings[place])
      }
      if groups[settings] == nil {
        representatives.append(
          RunConfiguration(
            number: member.configuration.number, settings: settings,
            trials: member.configuration.trials))
      }
      groups[settings, default: []].append(member)
    }
  }

  /// The numbers on the horizontal axis, each once, in ascending order.
  var places: [Double] { Set(groups.values.joined().map(\.x)).sorted() }

  /// The numbers of the measure.
  var values: [Double] { groups.values.joined().compactMap { Spread($0.numbers)?.median } }

  /// The panels of the chart, with a line for each group of at least `least` members, and what is left
  /// out, in a sentence.
  func panels(least: Int = 2, facet: String? = nil) throws(Diagnostic)
    -> (panels: [Chart.Panel], note: String)
  {
    let shown = representatives.filter { points(of: $0).count >= least }
    guard !shown.isEmpty else { return ([], "") }
    let cast = try ChartSeries(shown, of: run, by: nil, facet: facet, known: known)
    return (try cast.panels(run) { points(of: $0) }, cast.note)
  }

  private func points(of group: RunConfiguration) -> [Chart.Point] {
    let places = Dictionary(grouping: groups[group.settings, default: []], by: \.x)
    return places.keys.sorted().compactMap { x in
      Spread(places[x, default: []].flatMap(\.numbers)).map {
        Chart.Point(x: x, y: $0.median, low: $0.low, high: $0.high)
      }
    }
  }

  private static func place(
    _ across: Across, of configuration: RunConfiguration, in run: RunRecord
  ) throws(Diagnostic) -> Double? {
    switch across {
    case .column(let column): try run.spread(column, of: configuration)?.median
    case .path(let path):
      run.paths.firstIndex(of: path).flatMap { Double(configuration.settings[$0]) }
    }
  }

  /// Whether the numbers at `path`, of each place the middle one, go up or down with the places; words
  /// need not.
  private static func isOrdered(_ members: [Member], _ path: Int) -> Bool {
    let places = Dictionary(grouping: members, by: \.x).sorted { $0.key < $1.key }
    let numbers = places.compactMap { place in
      Spread(place.value.compactMap { Double($0.configuration.settings[path]) })?.median
    }
    guard numbers.count == places.count else { return true }
    let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
    return steps.allSatisfy { $0 >= 0 } || steps.allSatisfy { $0 <= 0 }
  }

  /// The paths that tell no lines apart; of those that do not by themselves, the ones whose values
  /// follow from the place on the axis, as numbers of rows and columns from the number of nodes.
  private static func merged(
    _ members: [Member], _ paths: [String], _ across: Across, _ grouping: Grouping
  ) -> Set<Int> {
    let isMerged: (Int) -> Bool
    switch grouping {
    case .paths(let telling): isMerged = { !telling.contains(paths[$0]) }
    case .plugin(let plugin): isMerged = { paths[$0].hasPrefix(plugin + ".") }
    case .everything:
      let groups = Dictionary(grouping: members, by: \.x).values
      isMerged = { path in
        groups.allSatisfy { Set($0.map(\.configuration.settings[path])).count == 1 }
      }
    }
    return Set(paths.indices.filter(isMerged))
  }
}

/// The name of the plugin that a setting is.
func pluginName(_ setting: String) -> String {
  guard setting.hasPrefix("{"), let node = try? YAMLDocument.parse(setting, file: ""),
    let entries = node.mapping?.entries, entries.count == 1
  else { return setting }
  return entries[0].key
}
