import ForceLabPlugins

public struct Figure: Record {
  public enum Statistic: String, Choice {
    /// The minimum: of times, the one that other programs disturbed least.
    case minimum
    case median, mean, maximum

    func value(of values: [Double]) -> Double? { Statistics(values)?.number(rawValue) }
  }

  public var column = ""
  public var conditions: Conditions?
  public var statistic = Statistic.median
  public var relativeTo: Conditions?
  public var per: String?
  public var table: FigureTable?

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
        "per", \.per, "Column by whose statistic it is divided.", defaultDescription: "none",
        example: "layout_seconds"),
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

/// A figure and the configurations of a plan that it is computed from.
struct PlannedFigure: Sendable {
  let figure: Figure
  let configurations: FigureRows

  var rows: [Int] { configurations.rows }
  var base: [Int] { configurations.base }

  init(_ figure: Figure, _ configurations: FigureRows) {
    (self.figure, self.configurations) = (figure, configurations)
  }

  /// Throws if the table of the figure cannot be read.
  init(_ figure: Figure, among configurations: [Plan.Configuration], paths: [String])
    throws(ParameterError)
  {
    let numbers = { (conditions: Conditions) in
      configurations.filter { conditions.hold(for: $0.tree) }.map(\.number)
    }
    let rows = numbers(figure.conditions ?? Conditions())
    let base = figure.relativeTo.map(numbers) ?? []
    let divisors = try figure.table?.values(
      for: rows.map { configurations[$0 - 1].settings }, paths)
    self.init(
      figure,
      FigureRows(
        rows: rows, base: base, divisors: divisors,
        isExact: !(rows + base).contains { configurations[$0 - 1].study.isRandom }))
  }

  /// Why the figure cannot be computed; nil if it can.
  func fault(_ configurations: [Plan.Configuration]) -> ParameterError? {
    for (name, found) in [("where", rows), ("relative-to", base)] where found.isEmpty {
      if name == "relative-to" && figure.relativeTo == nil { continue }
      return ParameterError("no configuration meets these conditions", parameter: name)
    }
    if figure.table != nil && figure.relativeTo != nil {
      return ParameterError(
        "the values are already divided by those of 'table'; remove one", parameter: "relative-to")
    }
    for configuration in rows + base {
      let columns = configurations[configuration - 1].study.columns
      let known = (columns + StepTimes.columns).filter(\.isMeasure).map(\.name)
      for (name, column) in [("column", figure.column), ("per", figure.per)] {
        guard let column, !known.contains(column) else { continue }
        let advice = suggestion(
          for: column, among: known, else: "it has \(known.joined(separator: ", "))")
        return ParameterError(
          "configuration \(configuration) has no measure '\(column)'; \(advice)", parameter: name)
      }
    }
    return nil
  }

  /// The number of observations; without these, of values.
  func count(in summary: Summary) -> Int {
    observations(in: summary)?.values.count ?? values(of: rows, in: summary).count
  }

  /// The number of trials that are `ok` but lack a value that counts.
  func missingCount(in summary: Summary) -> Int {
    let published = configurations.divisors.map { zip(rows, $0).filter { $1 != nil }.map(\.0) }
    return summary.missingCount(of: columns, in: (published ?? rows) + base)
  }

  /// The values divided by those of the table, one for each graph, or for each repeat of a single one; nil without a
  /// table.
  func tableRatios(in summary: Summary) -> TableRatios? {
    guard let published = configurations.divisors else { return nil }
    guard let key = figure.table.flatMap({ summary.paths.firstIndex(of: $0.key) }) else {
      return TableRatios([], areGraphs: true)
    }
    let known = zip(rows, published).compactMap { row, value in value.map { (row, $0) } }
    let graphs = known.grouped { summary.rows[$0.0 - 1].settings[key] }.map(\.members)
    let pairs = graphs.flatMap { members in
      values(of: members.map(\.0), in: summary)
        .grouped { graphs.count > 1 ? 0 : $0.source.repetition }
        .compactMap { figure.statistic.value(of: $0.members.map(\.value)) }
        .map { ($0, members[0].1) }
    }
    return TableRatios(pairs, areGraphs: graphs.count > 1)
  }

  /// The figure; nil if no trial is `ok`, or none that it is relative to.
  func value(in summary: Summary) -> Double? {
    if figure.statistic == .mean, let ratios = tableRatios(in: summary) { return ratios.ofMeans }
    if let observations = observations(in: summary) {
      return figure.statistic.value(of: observations.values)
    }
    let value = value(of: rows, in: summary)
    guard figure.relativeTo != nil else { return value }
    guard let value, let base = self.value(of: base, in: summary) else { return nil }
    return ratio(value, base)
  }

  /// The 95 % confidence interval of a median. That of a ratio is the interval of the ratios of the
  /// repeats. That of a mean needs a table. Nil for other statistics, with fewer than six observations, and for
  /// ratios after a failure.
  func interval(in summary: Summary) -> ClosedRange<Double>? {
    figure.statistic == .mean
      ? tableRatios(in: summary)?.intervalOfMeans : statistics(in: summary)?.interval
  }

  /// Why there is no interval, such as `needs 6 repeats, has 3`; nil if there is one.
  func intervalNote(in summary: Summary) -> String? {
    if figure.statistic == .mean, let ratios = tableRatios(in: summary) {
      return ratios.intervalNote(of: summary.instanceName)
    }
    guard figure.statistic == .median else {
      return "a \(figure.statistic.rawValue) has no interval; use the median"
    }
    guard let observations = observations(in: summary),
      let statistics = Statistics(observations.values)
    else { return "the repeats form no pairs" }
    guard statistics.interval == nil else { return nil }
    return statistics.intervalNote(
      hasCopies: [rows, base].contains(where: summary.hasCopies),
      of: observations.areGraphs ? summary.instanceName : nil)
  }

  func trials(in summary: Summary) -> [Summary.Row] {
    (rows + base).map { summary.rows[$0 - 1] }
  }

  /// Whether it is a time, or a value per time: not if it is a ratio of two times.
  func isTime(in summary: Summary) -> Bool {
    let isPerTime = figure.per.map { summary.column($0).isTime } ?? false
    return figure.relativeTo == nil && summary.column(figure.column).isTime != isPerTime
  }

  /// Whether it depends on times, if only on their ratio.
  func dependsOnTime(in summary: Summary) -> Bool {
    columns.contains { summary.column($0).isTime }
  }

  /// Whether repeats cannot change it: no time counts, and nothing is random.
  func isExact(in summary: Summary) -> Bool {
    configurations.isExact == true && !dependsOnTime(in: summary)
  }

  private func statistics(in summary: Summary) -> Statistics? {
    figure.statistic == .median
      ? observations(in: summary).flatMap { Statistics($0.values) } : nil
  }

  /// Those of a median, or with a table: of the values, or of the ratios trial by trial and repeat by repeat. Nil if
  /// the repeats form no pairs.
  private func observations(in summary: Summary) -> Observations? {
    if let ratios = tableRatios(in: summary) {
      return Observations(values: ratios.values, areGraphs: ratios.areGraphs)
    }
    guard figure.statistic == .median else { return nil }
    guard figure.relativeTo != nil || figure.per != nil else {
      return Observations(medians: values(of: rows, in: summary))
    }
    guard missingCount(in: summary) == 0,
      trials(in: summary).allSatisfy({ $0.good == $0.trials })
    else { return nil }
    guard figure.relativeTo != nil else {
      return Observations(medians: values(of: rows, in: summary))
    }
    return summary.pairedValues(of: columns, in: rows, and: base).map { pairs in
      Observations(
        medians: pairs.map { ($0.source, ratio(quotient($0.first), quotient($0.second))) })
    }
  }

  private var columns: [String] { [figure.column, figure.per].compactMap(\.self) }

  /// The value of each trial of `configurations`, divided by that of `per`.
  private func values(of configurations: [Int], in summary: Summary) -> [(
    source: Summary.Source, value: Double
  )] {
    summary.values(of: columns, in: configurations).map { ($0.source, quotient($0.numbers)) }
  }

  private func value(of configurations: [Int], in summary: Summary) -> Double? {
    let values = summary.values(of: columns, in: configurations).map(\.numbers)
    if values.isEmpty { return nil }
    return quotient(
      columns.indices.compactMap { index in figure.statistic.value(of: values.map { $0[index] }) })
  }
}

/// Independent values: one for each graph if there are several, else one for each repeat, because the configurations
/// of a repeat share its start.
private struct Observations {
  let values: [Double]
  let areGraphs: Bool

  init(values: [Double], areGraphs: Bool) {
    (self.values, self.areGraphs) = (values, areGraphs)
  }

  /// Each is the median of the values of its graph or repeat.
  init(medians values: [(source: Summary.Source, value: Double)]) {
    let areGraphs = Set(values.map(\.source.graph)).count > 1
    let groups = values.grouped { value in
      let (graph, repetition) = (value.source.graph, value.source.repetition)
      return Summary.Source(graph: graph, repetition: areGraphs ? 0 : repetition)
    }
    self.init(
      values: groups.compactMap { Statistics.median(of: $0.members.map(\.value)) },
      areGraphs: areGraphs)
  }
}

/// The first of `numbers`, divided by the second if there is one.
private func quotient(_ numbers: [Double]) -> Double {
  numbers.dropFirst().reduce(numbers[0], ratio)
}

/// `value` divided by `base`; 1 if both are 0.
private func ratio(_ value: Double, _ base: Double) -> Double {
  value == 0 && base == 0 ? 1 : value / base
}
