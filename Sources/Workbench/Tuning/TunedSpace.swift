import ForceLabPlugins
import ForceLabSettings
import Foundation

/// A configuration of a tuning: settings that replace those of the experiment.
struct TunedConfiguration: Sendable {
  /// That of its variant in runs.
  let name: String
  let settings: [Setting]
  /// Its place along each dimension of the space, from 0 to 1; nil where a dimension does not apply, or if the
  /// configuration was not drawn.
  var parts: [Double?] = []
}

/// The parameters that are tuned.
struct TunedSpace {
  private struct Dimension {
    let path: String
    let location: Location
    let values: AxisValues
    let isWhole: Bool
    /// The dimension that chooses a plugin of which this is a parameter, and the plugin.
    var condition: (dimension: Int, plugin: String)?

    /// All values of a list, or the ends of a range.
    var ends: [SettingsNode] {
      if case .list(let nodes) = values { return nodes }
      return [0, 1].map { values.node(at: $0, isWhole: isWhole) }
    }

    /// The value at `part`, from 0 to 1: numbers have as many digits as tell 1000 places of the range apart.
    func drawn(at part: Double) -> SettingsNode {
      let node = values.node(at: part, isWhole: isWhole)
      guard case .range(let range, _) = values, !isWhole, let number = node.scalar?.number else {
        return node
      }
      let (low, high) = (min(range.from, range.to), max(range.from, range.to))
      let digits = 4 + log10(max(low.magnitude, high.magnitude) / (high - low)).rounded(.down)
      let rounded = number.rounded(digits: Int(clamping: min(12, max(4, digits))))
      return min(high, max(low, rounded)).encoded()
    }

    func setting(_ value: SettingsNode) -> Setting {
      var value = value
      value.location = location
      return Setting(key: path, keyLocation: location, value: value)
    }
  }

  private var dimensions: [Dimension] = []

  var count: Int { dimensions.count }

  /// Whether configurations differ in presets or their parameters.
  var choosesPresets: Bool {
    dimensions.contains { $0.path == "preset" || $0.path.hasPrefix("preset.") }
  }

  /// Throws `InvalidExperiment` with all errors.
  init(_ over: AnyValue, of plan: Plan) throws(InvalidExperiment) {
    var problems: [Diagnostic] = []
    for entry in over.node.mapping?.entries ?? [] {
      do throws(Diagnostic) {
        dimensions.append(try Self.dimension(entry, plan))
      } catch {
        problems.append(error)
      }
    }
    guard problems.isEmpty else { throw InvalidExperiment(problems) }
    // A choice comes before the parameters of what it chooses.
    dimensions.sort { $0.path.count { $0 == "." } < $1.path.count { $0 == "." } }
    for index in dimensions.indices {
      let path = dimensions[index].path
      guard let choice = dimensions.firstIndex(where: { path.hasPrefix($0.path + ".") }) else {
        continue
      }
      let rest = path.dropFirst(dimensions[choice].path.count + 1)
      let plugin = String(rest.prefix { $0 != "." })
      dimensions[index].condition = (choice, plugin)
      if !dimensions[choice].ends.contains(where: { $0.chooses(plugin) }) {
        problems.append(
          Diagnostic(
            "'\(path)' never counts, because '\(dimensions[choice].path)' never is '\(plugin)'; add that value, or "
              + "remove this", at: dimensions[index].location))
      }
    }
    guard problems.isEmpty else { throw InvalidExperiment(problems) }
  }

  private static func dimension(_ entry: Mapping.Entry, _ plan: Plan) throws(Diagnostic)
    -> Dimension
  {
    let form: ValueForm
    let path = ParameterPath(entry.key, in: "'over'")
    do throws(ParameterError) {
      form = try path.form(from: plan.root, in: plan.catalog)
    } catch {
      throw Diagnostic(error.message, at: entry.keyLocation)
    }
    return Dimension(
      path: entry.key, location: entry.keyLocation, values: try values(of: entry, form, plan),
      isWhole: form.isWholeNumber)
  }

  private static func values(
    of entry: Mapping.Entry, _ form: ValueForm, _ plan: Plan
  ) throws(Diagnostic) -> AxisValues {
    if let items = entry.value.sequence {
      guard !items.isEmpty else {
        throw Diagnostic("'\(entry.key)' has no values; list some", at: entry.value.location)
      }
      return .list(items)
    }
    if entry.value.isNull { return try manualValues(of: entry, form) }
    guard entry.value["from"] != nil || entry.value["to"] != nil else {
      throw Diagnostic(
        "the values of '\(entry.key)' must be a list, a range {from, to}, or nothing for the range in the manual; "
          + "found \(entry.value.kindDescription)", at: entry.value.location)
    }
    var decoder = ParameterDecoder(catalog: plan.catalog)
    guard let range = decoder.decode(NumberRange.self, from: entry.value) else {
      throw decoder.diagnostics.first
        ?? Diagnostic("this is no range; write {from, to}", at: entry.value.location)
    }
    guard range.from != range.to else {
      throw Diagnostic(
        "the range of '\(entry.key)' is empty: it is from \(range.from.shortText) to \(range.to.shortText)",
        at: entry.value.location)
    }
    return .range(range, at: entry.keyLocation)
  }

  private static func manualValues(
    of entry: Mapping.Entry, _ form: ValueForm
  ) throws(Diagnostic) -> AxisValues {
    for form in form.leaves {
      switch form {
      case .boolean: return .list([false.encoded(), true.encoded()])
      case .choice(let words): return .list(words.map { $0.encoded() })
      case .number(let bounds), .integer(let bounds):
        guard bounds.lower.isFinite, bounds.upper.isFinite else { break }
        var range = NumberRange()
        (range.from, range.to) = (bounds.lower, bounds.upper)
        return .range(range, at: entry.keyLocation)
      default: break
      }
    }
    throw Diagnostic(
      "the manual gives no range for '\(entry.key)'; write {from, to}, or a list of values",
      at: entry.keyLocation)
  }

  /// Configurations that have each choice and both ends of each range, for checks.
  var probes: [TunedConfiguration] {
    var probes: [TunedConfiguration] = []
    for dimension in dimensions {
      var parents: [Setting] = []
      if let (choice, plugin) = dimension.condition {
        let other = dimensions[choice]
        guard let chosen = other.ends.first(where: { $0.chooses(plugin) }) else { continue }
        parents = [other.setting(chosen)]
      }
      for value in dimension.ends {
        probes.append(
          TunedConfiguration(
            name: "p\(probes.count)", settings: parents + [dimension.setting(value)]))
      }
    }
    return probes
  }

  // MARK: Drawing

  /// Draws a configuration: of the whole space, or around `elite`, with the standard deviation `spread` of
  /// numbers, as parts of their ranges, and the same choice as there with the probability `keeping`.
  func drawn(
    _ name: String, around elite: TunedConfiguration?, spread: Double, keeping: Double,
    _ generator: inout SeededGenerator
  ) -> TunedConfiguration {
    var parts: [Double?] = []
    var settings: [Setting] = []
    for (index, dimension) in dimensions.enumerated() {
      if let (choice, plugin) = dimension.condition {
        let chosen = settings.first { $0.path == dimensions[choice].path }?.value
        guard chosen?.chooses(plugin) == true
        else {
          parts.append(nil)
          continue
        }
      }
      let old = elite.flatMap { $0.parts.isEmpty ? nil : $0.parts[index] }
      let part: Double
      switch (dimension.values, old) {
      case (.range, let old?): part = Self.normal(around: old, spread, &generator)
      case (.list, let old?) where generator.unit() < keeping: part = old
      default: part = generator.unit()
      }
      parts.append(part)
      settings.append(
        dimension.setting(dimension.drawn(at: part)))
    }
    return TunedConfiguration(name: name, settings: settings, parts: parts)
  }

  /// From the normal distribution, within 0 and 1.
  private static func normal(
    around mean: Double, _ spread: Double, _ generator: inout SeededGenerator
  ) -> Double {
    while true {
      // The polar form of Box and Muller.
      let radius = (-2 * log(1 - generator.unit())).squareRoot()
      let value = mean + spread * radius * cos(2 * .pi * generator.unit())
      if (0...1).contains(value) { return value }
    }
  }
}

// MARK: Importance

/// A configuration of a race.
public struct ExploredConfiguration: Sendable {
  public let name: String
  public let race: Int
  /// The mean rank over the first blocks of the race, from 0, the best, to 1.
  public let rank: Double
  /// Whether it was left at the end of the race.
  public let isLeft: Bool
  let settings: [Setting]
  /// Its place along each parameter, from 0 to 1; nil where a parameter does not apply. Empty for a configuration
  /// that was given.
  public let parts: [Double?]
}

extension TunedSpace {
  var paths: [String] { dimensions.map(\.path) }

  /// The importance of each parameter, the most important first. `raced` has drawn configurations with their ranks,
  /// from 0, the best, to 1.
  func importance(of raced: [(TunedConfiguration, Double)]) -> [ParameterImportance] {
    dimensions.enumerated().map { index, dimension in
      let values = raced.compactMap { configuration, rank in
        configuration.parts[index].map { (part: $0, rank: rank) }
      }
      return ParameterImportance(dimension.path, values, dimension.values, dimension.isWhole)
    }.sorted { ($0.share ?? -1) > ($1.share ?? -1) }
  }
}

extension SettingsNode {
  /// Whether it is `plugin`, or a list with it.
  fileprivate func chooses(_ plugin: String) -> Bool {
    (sequence ?? [self]).contains { $0.pluginName == plugin }
  }
}
