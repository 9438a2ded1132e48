import ForceLabPlugins

/// A figure of the results in a summary. What several properties need is found once.
final class MeasuredFigure {
  let figure: Figure
  let summary: Summary
  private let configurations: FigureRows

  init(_ figure: Figure, of configurations: FigureRows, in summary: Summary) {
    (self.figure, self.configurations, self.summary) = (figure, configurations, summary)
  }

  private var rows: [Int] { configurations.rows }
  private var base: [Int] { configurations.base }
  /// Those of the rows that count: with a table, those that have a published value.
  private var counted: [Int] {
    configurations.divisors.map { zip(rows, $0).filter { $1 != nil }.map(\.0) } ?? rows
  }
  private var columns: [String] { [figure.column, figure.per].compactMap(\.self) }

  /// The number of observations; without these, of values.
  var count: Int { observations?.values.count ?? values(of: rows).count }

  /// The number of trials that are `ok` but lack a value that counts.
  private(set) lazy var missingCount = summary.missingCount(of: columns, in: counted + base)

  /// The values divided by those of the table, one for each graph, or each repeat of a single one; nil without a table.
  private(set) lazy var tableRatios: TableRatios? = {
    guard let published = configurations.divisors else { return nil }
    guard let key = figure.table.flatMap({ summary.paths.firstIndex(of: $0.key) }) else {
      return TableRatios(pairs: [], areGraphs: true)
    }
    let known = zip(rows, published).compactMap { row, value in value.map { (row, $0) } }
    let graphs = known.grouped { summary.rows[$0.0 - 1].settings[key] }.map(\.members)
    let pairs = graphs.flatMap { members in
      values(of: members.map(\.0))
        .grouped { graphs.count > 1 ? 0 : $0.source.repetition }
        .compactMap { figure.statistic.value(of: $0.members.map(\.value)) }
        .map { (value: $0, published: members[0].1) }
    }
    return TableRatios(pairs: pairs, areGraphs: graphs.count > 1)
  }()

  /// The values of a median or of a table; of a ratio, the ratios trial by trial and repeat by repeat. Nil without pairs.
  private lazy var observations: Observations? = {
    if let tableRatios { return (tableRatios.values, tableRatios.areGraphs) }
    guard figure.statistic == .median else { return nil }
    if figure.relativeTo != nil || figure.per != nil, !hasAllValues { return nil }
    guard figure.relativeTo != nil else { return medians(of: values(of: rows)) }
    return summary.pairedValues(of: columns, in: rows, and: base).map { pairs in
      medians(of: pairs.map { ($0.source, ratio(quotient($0.first), quotient($0.second))) })
    }
  }()

  private lazy var statistics: Statistics? = observations.flatMap { Statistics($0.values) }

  /// The figure; nil if no trial is `ok`, or none that it is relative to.
  var value: Double? {
    if figure.statistic == .mean, let tableRatios { return tableRatios.ofMeans }
    if observations != nil {
      return statistics?.number(figure.statistic.rawValue).map(TableRatios.unclamped)
    }
    let value = value(of: rows)
    guard figure.relativeTo != nil else { return value }
    guard let value, let base = self.value(of: base) else { return nil }
    return ratio(value, base)
  }

  /// The 95 % confidence interval of a median; of a ratio, that of the ratios of repeats. A mean needs a table.
  /// Nil for other statistics, below six observations, and for ratios after a failure or to a published 0.
  var interval: ClosedRange<Double>? {
    switch figure.statistic {
    case .mean: tableRatios?.intervalOfMeans
    case .median:
      value == .infinity
        ? nil
        : statistics?.interval.map {
          TableRatios.unclamped($0.lowerBound)...TableRatios.unclamped($0.upperBound)
        }
    case .minimum, .maximum: nil
    }
  }

  /// Why there is no interval, such as `needs 6 repeats, has 3`; nil if there is one.
  var intervalNote: String? {
    if figure.statistic == .mean, let tableRatios {
      return tableRatios.intervalNote(of: summary.instanceName)
    }
    guard figure.statistic == .median else {
      return "a \(figure.statistic.rawValue) has no interval; use the median"
    }
    guard let observations, let statistics else { return "the repeats form no pairs" }
    guard statistics.interval == nil else { return nil }
    return statistics.intervalNote(
      hasCopies: [counted, base].contains(where: summary.hasCopies),
      of: observations.areGraphs ? summary.instanceName : nil)
  }

  var trials: [Summary.Row] { (counted + base).map { summary.rows[$0 - 1] } }

  /// Whether every trial is `ok` and has a value that counts.
  var hasAllValues: Bool { missingCount == 0 && trials.allSatisfy { $0.good == $0.trials } }

  /// Whether a trial is `ok`, and one of those that it is relative to.
  var hasGoodTrials: Bool {
    [counted, base].filter { !$0.isEmpty }.allSatisfy { rows in
      rows.contains { summary.rows[$0 - 1].good > 0 }
    }
  }

  /// Whether it is a time, or a value per time: not if it is a ratio of two times.
  var isTime: Bool {
    let isPerTime = figure.per.map { summary.column($0).isTime } ?? false
    return figure.relativeTo == nil && summary.column(figure.column).isTime != isPerTime
  }

  /// Whether it depends on times, if only on their ratio.
  var dependsOnTime: Bool { columns.contains { summary.column($0).isTime } }

  /// Whether repeats cannot change it: no time counts, and nothing is random.
  var isExact: Bool { configurations.isExact == true && !dependsOnTime }

  /// What a value divided by that of `per` is multiplied by: two times are in one unit.
  private var scale: Double {
    guard let per = figure.per, let unit = summary.column(per).secondsPerUnit,
      let own = summary.column(figure.column).secondsPerUnit
    else { return 1 }
    return own / unit
  }

  /// The value of each trial of `configurations`, divided by that of `per`.
  private func values(of configurations: [Int]) -> [(source: Summary.Source, value: Double)] {
    summary.values(of: columns, in: configurations).map {
      ($0.source, quotient($0.numbers) * scale)
    }
  }

  private func value(of configurations: [Int]) -> Double? {
    let values = summary.values(of: columns, in: configurations).map(\.numbers)
    if values.isEmpty { return nil }
    return quotient(
      columns.indices.compactMap { index in figure.statistic.value(of: values.map { $0[index] }) })
      * scale
  }
}

/// Independent values: one for each of several graphs, else for each repeat, whose configurations share its start.
private typealias Observations = (values: [Double], areGraphs: Bool)

/// The median of the `values` of each graph or repeat.
private func medians(of values: [(source: Summary.Source, value: Double)]) -> Observations {
  let areGraphs = Set(values.map(\.source.graph)).count > 1
  let groups = values.grouped { value in
    let (graph, repetition) = (value.source.graph, value.source.repetition)
    return Summary.Source(graph: graph, repetition: areGraphs ? 0 : repetition)
  }
  return (groups.compactMap { Statistics.median(of: $0.members.map(\.value)) }, areGraphs)
}

/// The first of `numbers`, divided by the second if there is one.
private func quotient(_ numbers: [Double]) -> Double {
  numbers.dropFirst().reduce(numbers[0], ratio)
}

/// `value` divided by `base`; 1 if both are 0.
private func ratio(_ value: Double, _ base: Double) -> Double {
  value == 0 && base == 0 ? 1 : value / base
}
