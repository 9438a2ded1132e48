import ForceLabPlugins
import ForceLabSettings
import Foundation

/// A configuration of a tuning: settings that replace those of the experiment.
struct TunedConfiguration: Sendable {
  /// That of its variant in runs.
  var name: String
  let settings: [Setting]
  /// Its place along each dimension, from 0 to 1; nil where one does not apply. Empty for a configuration of the file.
  var parts: [Double?] = []
}

/// A configuration of a race.
public struct ExploredConfiguration: Sendable {
  public let name: String
  public let race: Int
  /// The mean rank over the first blocks of the race, from 0, the best, to 1.
  public let rank: Double
  /// Whether it was left at the end of the race.
  public let isLeft: Bool
  let settings: [Setting]
  /// Its place along each parameter, from 0 to 1; nil where one does not apply. Empty for a configuration of the file.
  public let parts: [Double?]
}

/// The parameters that are tuned.
struct TunedSpace {
  struct Dimension {
    let path: String
    let location: Location
    let values: AxisValues
    let isWhole: Bool
    /// Conditions on other parameters in the manual of this one.
    let effect: EffectCondition?
    var conditions: [Condition] = []

    var isList: Bool { if case .list = values { true } else { false } }

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

  /// What another dimension must be for one to apply: a plugin of which it is a parameter, or one of some values.
  typealias Condition = (dimension: Int, isMet: @Sendable (SettingsNode) -> Bool)

  private(set) var dimensions: [Dimension] = []

  var count: Int { dimensions.count }

  /// Throws `InvalidExperiment` with all errors.
  init(_ over: PathValues, of plan: Plan) throws(InvalidExperiment) {
    dimensions = try collect(over.all) { try Self.dimension($0, plan) }
    var problems: [Diagnostic] = []
    // A choice comes before the parameters of what it chooses.
    dimensions.sort { $0.path.count { $0 == "." } < $1.path.count { $0 == "." } }
    for index in dimensions.indices {
      dimensions[index].conditions = conditions(of: index)
      let path = dimensions[index].path
      for condition in dimensions[index].conditions {
        let other = dimensions[condition.dimension]
        guard !other.ends.contains(where: condition.isMet) else { continue }
        problems.append(
          Diagnostic(
            "'\(path)' never counts with the values of '\(other.path)'; add one with which it counts, or remove this",
            at: dimensions[index].location))
      }
    }
    guard problems.isEmpty else { throw InvalidExperiment(problems) }
    for index in dimensions.indices { dimensions[index].conditions += uses(of: index, plan) }
  }

  private static func dimension(_ entry: PathValues.Entry, _ plan: Plan) throws(Diagnostic)
    -> Dimension
  {
    let path = ParameterPath(entry.key, in: "'over'")
    let form = try Result { () throws(ParameterError) in
      try path.form(from: plan.root, in: plan.catalog)
    }.mapError { Diagnostic($0.message, at: entry.location) }.get()
    return Dimension(
      path: entry.key, location: entry.location, values: try values(of: entry, form),
      isWhole: form.isWholeNumber, effect: path.entry(from: plan.root, in: plan.catalog)?.condition)
  }

  private static func values(
    of entry: PathValues.Entry, _ form: ValueForm
  ) throws(Diagnostic) -> AxisValues {
    let node = entry.value.node
    if node.isNull { return try manualValues(of: entry, form) }
    guard node.sequence != nil || node["from"] != nil || node["to"] != nil else {
      throw Diagnostic(
        "the values of '\(entry.key)' must be a list, a range {from, to}, or nothing for the range in the manual; "
          + "found \(node.kindDescription)", at: node.location)
    }
    var decoder = ParameterDecoder(catalog: [])
    let slot = Slot(name: entry.key)
    guard let values = AxisValues.decode(node, as: slot, by: &decoder) else {
      throw decoder.diagnostics[0]
    }
    if case .range(let range, _) = values, range.from == range.to {
      throw Diagnostic(
        "the range of '\(entry.key)' is empty: it is from \(range.from.shortText) to \(range.to.shortText)",
        at: node.location)
    }
    return values
  }

  private static func manualValues(
    of entry: PathValues.Entry, _ form: ValueForm
  ) throws(Diagnostic) -> AxisValues {
    var problem = "the manual gives no range for '\(entry.key)'"
    for form in form.leaves {
      switch form {
      case .boolean: return .list([false.encoded(), true.encoded()])
      case .choice(let words): return .list(words.map { $0.encoded() })
      case .number(let bounds), .integer(let bounds):
        guard bounds.lower.isFinite, bounds.upper.isFinite else { break }
        guard !bounds.excludesLower else {
          problem = "the range of '\(entry.key)' in the manual does not include its lower bound"
          break
        }
        let range = NumberRange { ($0.from, $0.to) = (bounds.lower, bounds.upper) }
        return .range(range, at: entry.location)
      default: break
      }
    }
    throw Diagnostic("\(problem); write {from, to}, or a list of values", at: entry.location)
  }

  /// Configurations that have each choice and both ends of each range, for checks.
  var probes: [TunedConfiguration] {
    var probes: [TunedConfiguration] = []
    for index in dimensions.indices {
      var seen: Set = [index]
      let parents = parents(of: index, &seen)
      for value in dimensions[index].ends {
        probes.append(
          TunedConfiguration(
            name: "p\(probes.count)", settings: parents + [dimensions[index].setting(value)],
            parts: Array(repeating: nil, count: count)))
      }
    }
    return probes
  }

  /// Settings with which the dimension `index` applies, each dimension once: parameters may depend on each other in a
  /// circle. `seen` has the dimensions that are set.
  func parents(of index: Int, _ seen: inout Set<Int>) -> [Setting] {
    var settings: [Setting] = []
    for condition in dimensions[index].conditions where seen.insert(condition.dimension).inserted {
      let other = dimensions[condition.dimension]
      settings += parents(of: condition.dimension, &seen)
      settings += other.ends.first(where: condition.isMet).map { [other.setting($0)] } ?? []
    }
    return settings
  }

  // MARK: Drawing

  /// The choices of a configuration at `parts`, and whether each dimension applies.
  private func choices(at parts: [Double?]) -> [String] {
    zip(dimensions, parts).map { dimension, part in
      part.map { dimension.isList ? dimension.drawn(at: $0).settingText : "some" } ?? "none"
    }
  }

  /// The mean of those `places`, the best first, that have the choices of `like`, with weights that fall linearly.
  func mean(of places: [[Double?]], like: [Double?]) -> [Double?] {
    let choices = choices(at: like)
    let alike = places.filter { self.choices(at: $0) == choices }
    let total = Double(alike.count * (alike.count + 1)) / 2
    return like.indices.map { index in
      guard like[index] != nil, !dimensions[index].isList else { return like[index] }
      return alike.enumerated().reduce(0) { sum, place in
        sum + (place.element[index] ?? 0) * Double(alike.count - place.offset) / total
      }
    }
  }

  /// `count` places that are spread evenly along each dimension: a Latin hypercube.
  func evenParts(_ count: Int, _ generator: inout SeededGenerator) -> [[Double]] {
    var places = [[Double]](repeating: [], count: count)
    for _ in dimensions {
      for (place, stratum) in (0..<count).shuffled(using: &generator).enumerated() {
        places[place].append((Double(stratum) + generator.unit()) / Double(count))
      }
    }
    return places
  }

  /// Draws a configuration: around `place`, with the standard deviation `spread` of numbers, as parts of their ranges,
  /// and the same choice as there with the probability `keeping`; or at `other`.
  func drawn(
    _ name: String, around place: [Double?]?, else other: [Double], spread: Double,
    keeping: Double, _ generator: inout SeededGenerator
  ) -> TunedConfiguration {
    var parts = dimensions.indices.map { index -> Double? in
      switch (dimensions[index].values, place.flatMap { $0[index] }) {
      case (.range, let old?): Self.normal(around: old, spread, &generator)
      case (.list, let old?) where generator.unit() < keeping: old
      default: other[index]
      }
    }
    let values = zip(dimensions, parts).map { $0.drawn(at: $1 ?? 0) }
    // One that does not apply may be what another depends on.
    for _ in dimensions {
      for index in dimensions.indices
      where !dimensions[index].conditions.allSatisfy({
        parts[$0.dimension] != nil && $0.isMet(values[$0.dimension])
      }) {
        parts[index] = nil
      }
    }
    let settings = dimensions.indices.filter { parts[$0] != nil }.map {
      dimensions[$0].setting(values[$0])
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

  // MARK: Importance

  var paths: [String] { dimensions.map(\.path) }

  /// The importance of each parameter, the most important first, by drawn configurations and their ranks.
  func importance(of drawn: [ExploredConfiguration]) -> [ParameterImportance] {
    dimensions.enumerated().map { index, dimension in
      let values = drawn.compactMap { one in
        one.parts[index].map { (part: $0, rank: one.rank) }
      }
      return ParameterImportance(dimension.path, values, dimension.values, dimension.isWhole)
    }.sorted { ($0.share ?? -1) > ($1.share ?? -1) }
  }
}
