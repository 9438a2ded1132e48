import ForceLabPlugins
import ForceLabSettings

/// A statistic of a column of `trials.csv` over the trials of some configurations.
public struct Figure: Record {
  /// How several values become one.
  public enum Statistic: String, Choice {
    /// The minimum: of times, the one that other programs disturbed least.
    case minimum
    /// The median.
    case median
    /// The mean.
    case mean
    /// The maximum.
    case maximum

    /// The statistic of `values`; nil if there are none.
    func value(of values: [Double]) -> Double? {
      guard let statistics = Statistics(values) else { return nil }
      return switch self {
      case .minimum: statistics.minimum
      case .median: statistics.median
      case .mean: statistics.mean
      case .maximum: statistics.maximum
      }
    }
  }

  /// The column, which holds measures or times.
  public var column = ""
  /// Which configurations count; all if nil.
  public var conditions: Conditions?
  /// How the values of the trials that are `ok` become one.
  public var statistic = Statistic.median
  /// The configurations by whose statistic it is divided, if any.
  public var relativeTo: Conditions?

  /// A statistic without a column.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "figure", "A statistic of a column of trials.csv over the trials of some configurations.",
    parameters: [
      Parameter(
        "column", \.column, "Column of trials.csv that holds a measure or a time.",
        isRequired: true,
        example: "tick_ns_median"),
      Parameter(
        "where", \.conditions,
        "Configurations that count: paths, each with a value, a list of values or {below, above}.",
        defaultDescription: "all"),
      Parameter(
        "statistic", \.statistic, "How the values of the trials that are ok become one."),
      Parameter(
        "relative-to", \.relativeTo,
        "Configurations, written as in 'where', by whose statistic that of the others is divided.",
        defaultDescription: "none"),
    ])
}

/// The figures of a list of the experiment file, such as its limits.
struct PlannedFigures {
  /// The key of the list.
  let key: String
  private(set) var all: [PlannedFigure]

  init(_ figures: [Figure], of key: String) {
    self.key = key
    all = figures.map { PlannedFigure($0) }
  }

  /// Adds the configuration to the figures whose conditions `tree` meets.
  mutating func consider(_ configuration: Int, _ tree: SettingsNode) {
    for index in all.indices { all[index].consider(configuration, tree) }
  }
}

/// A figure and the configurations of a plan that it is computed from.
struct PlannedFigure: Sendable {
  let figure: Figure
  /// The numbers of the configurations.
  private(set) var rows: [Int] = []
  /// The numbers of the configurations that it is relative to.
  private(set) var base: [Int] = []

  init(_ figure: Figure) { self.figure = figure }

  /// Adds the configuration if `tree`, its experiment file, meets the conditions.
  mutating func consider(_ configuration: Int, _ tree: SettingsNode) {
    if figure.conditions?.hold(for: tree) ?? true { rows.append(configuration) }
    if figure.relativeTo?.hold(for: tree) ?? false { base.append(configuration) }
  }

  /// Why the figure cannot be computed; nil if it can.
  func fault(_ configurations: [Plan.Configuration]) -> ParameterError? {
    for (name, found) in [("where", rows), ("relative-to", base)] where found.isEmpty {
      if name == "relative-to" && figure.relativeTo == nil { continue }
      return ParameterError("no configuration meets these conditions", parameter: name)
    }
    for configuration in rows + base {
      let columns = configurations[configuration - 1].study.columns
      let known = (columns + StepTimes.columns).filter(\.isMeasure).map(\.name)
      guard !known.contains(figure.column) else { continue }
      let hint = suggestion(for: figure.column, among: known)
      return ParameterError(
        "configuration \(configuration) has no measure '\(figure.column)'; "
          + (hint.isEmpty ? "it has \(known.joined(separator: ", "))" : hint),
        parameter: "column")
    }
    return nil
  }

  /// The number of values that it is computed from.
  func count(in summary: Summary) -> Int { values(of: rows, in: summary).count }

  /// The figure; nil if no trial is `ok`, or none that it is relative to.
  func value(in summary: Summary) -> Double? {
    let value = figure.statistic.value(of: values(of: rows, in: summary))
    guard figure.relativeTo != nil else { return value }
    guard let value, let base = figure.statistic.value(of: values(of: base, in: summary)) else {
      return nil
    }
    return value / base
  }

  private func values(of configurations: [Int], in summary: Summary) -> [Double] {
    configurations.flatMap { summary.rows[$0 - 1].numbers(of: figure.column) }
  }
}
