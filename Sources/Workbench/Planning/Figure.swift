import ForceLabPlugins

public struct Figure: Record {
  public enum Statistic: String, Choice {
    /// The minimum: of times, the one that other programs disturbed least.
    case minimum
    case median, mean, maximum

    func value(of values: [Double]) -> Double? { Statistics(values)?.number(rawValue) }
  }

  public var column = ""
  var conditions: Conditions?
  public var statistic = Statistic.median
  var relativeTo: Conditions?
  public var per: String?
  var table: FigureTable?

  public init() {}

  /// Whether it is a ratio, without the unit of the column.
  public var isRatio: Bool { relativeTo != nil || per != nil || table != nil }

  public static let manual = Manual<Self>(
    "figure", "A statistic of a column of trials.csv over the trials of some configurations.",
    parameters: [
      Parameter(
        "column", \.column, "Column of trials.csv that holds a measure or a time.",
        isRequired: true, example: "tick_ns_median"),
      Parameter(
        "where", \.conditions,
        "Configurations that count: paths, each with a value, a list of values or {below, above}.",
        defaultDescription: "all"),
      Parameter("statistic", \.statistic, "How the values of the trials that are ok become one."),
      Parameter(
        "relative-to", \.relativeTo,
        "Configurations, written as in 'where', by whose statistic that of the others is divided.",
        defaultDescription: "none"),
      Parameter(
        "per", \.per, "Column by whose statistic it is divided.", defaultDescription: "none"),
      Parameter(
        "table", \.table,
        "Published values, one for each graph, by which the values are divided. The mean is that of the values, "
          + "divided by that of the published values of the same graphs; other statistics are those of the ratios.",
        defaultDescription: "none"),
    ])
}

/// The numbers of the configurations that a figure is computed from.
struct FigureRows: Codable, Equatable, Sendable {
  var rows: [Int] = []
  /// Those that it is relative to.
  var base: [Int] = []
  /// The value of the table for each of `rows`, nil where it has none; nil without a table.
  var divisors: [Double?]?
  /// Whether nothing in these configurations is random, so that repeats differ in times alone.
  var isExact: Bool?
}

extension FigureRows {
  /// Those of `figure` among the configurations of a plan. Throws if it cannot be computed.
  init(
    of figure: Figure, among configurations: [Plan.Configuration], paths: [String]
  ) throws(ParameterError) {
    let numbers = { (conditions: Conditions) in
      // Those of another build count only where conditions name it.
      let namesPrograms = conditions.all.contains { $0.path == TrialProgram.path }
      return configurations.filter {
        (namesPrograms || $0.program == .this) && conditions.hold(for: $0.tree)
      }.map(\.number)
    }
    let rows = numbers(figure.conditions ?? Conditions())
    let base = figure.relativeTo.map(numbers) ?? []
    let unmet = "no configuration meets these conditions"
    if rows.isEmpty { throw ParameterError(unmet, parameter: "where") }
    let divisors = try figure.table?.values(
      for: rows.map { configurations[$0 - 1].settings }, paths)
    if base.isEmpty, figure.relativeTo != nil {
      throw ParameterError(unmet, parameter: "relative-to")
    }
    if divisors != nil && figure.relativeTo != nil {
      throw ParameterError(
        "the values are already divided by those of 'table'; remove one", parameter: "relative-to")
    }
    for configuration in rows + base {
      let columns = configurations[configuration - 1].study.columns
      let known = (columns + StepTimes.columns).filter(\.isMeasure).map(\.name)
      for (name, column) in [("column", figure.column), ("per", figure.per)] {
        guard let column, !known.contains(column) else { continue }
        let advice = suggestion(
          for: column, among: known, else: "it has \(known.joined(separator: ", "))")
        throw ParameterError(
          "configuration \(configuration) has no measure '\(column)'; \(advice)", parameter: name)
      }
    }
    self.init(
      rows: rows, base: base, divisors: divisors,
      isExact: !(rows + base).contains { configurations[$0 - 1].study.isRandom })
  }
}
