import ForceLabPlugins
import ForceLabSettings

/// A number that a run gives: what is taken of a column of `trials.csv` over the rows of some
/// configurations.
public struct Figure: Record {
  /// What is taken of several numbers.
  public enum Statistic: String, Choice {
    /// The least: of times, the one that others on the machine disturbed least.
    case minimum
    /// The middle one.
    case median
    /// Their mean.
    case mean
    /// The greatest.
    case maximum

    /// What is taken of `values`; nil if there are none.
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

  /// The column, one that holds measures or times.
  public var column = ""
  /// What the configurations have in common; all of them count if nil.
  public var conditions: Conditions?
  /// What is taken of the numbers in the rows of the trials that ended well.
  public var statistic = Statistic.median
  /// Configurations whose number divides that of the others; none if nil.
  public var relativeTo: Conditions?

  /// A figure without a column.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "figure", "A number that a run gives: what is taken of a column over the rows of some trials.",
    parameters: [
      Parameter(
        "column", \.column, "A measure or time of trials.csv.", isRequired: true,
        example: "tick_ns_median"),
      Parameter(
        "where", \.conditions,
        "Which configurations: paths, each with a value, a list of values or {below, above}.",
        defaultDescription: "all"),
      Parameter(
        "statistic", \.statistic, "What is taken of the rows of the trials that ended well."),
      Parameter(
        "relative-to", \.relativeTo,
        "Configurations, told as in 'where', by whose number that of the others is divided.",
        defaultDescription: "none"),
    ])
}

/// The figures of a list of an experiment, such as its limits, and the configurations of each.
struct PlannedFigures {
  /// The key of the list in the file.
  let key: String
  private(set) var all: [PlannedFigure]

  init(_ figures: [Figure], of key: String) {
    self.key = key
    all = figures.map { PlannedFigure($0) }
  }

  /// Counts the configuration in wherever it belongs.
  mutating func consider(_ configuration: Int, _ tree: SettingsNode) {
    for index in all.indices { all[index].consider(configuration, tree) }
  }
}

/// A figure and the configurations of a plan that it is taken from.
struct PlannedFigure: Sendable {
  let figure: Figure
  /// The numbers of the configurations.
  private(set) var rows: [Int] = []
  /// The numbers of those that it is relative to, if it is.
  private(set) var base: [Int] = []

  init(_ figure: Figure) { self.figure = figure }

  /// Counts the configuration in, if the conditions hold for what `tree` says of it.
  mutating func consider(_ configuration: Int, _ tree: SettingsNode) {
    if figure.conditions?.hold(for: tree) ?? true { rows.append(configuration) }
    if figure.relativeTo?.hold(for: tree) ?? false { base.append(configuration) }
  }

  /// Why the figure cannot be taken from these configurations; nil if it can.
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

  /// How many numbers it is taken from.
  func count(in summary: Summary) -> Int { values(of: rows, in: summary).count }

  /// The figure; nil if no trial ended well, or none that it is relative to.
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
