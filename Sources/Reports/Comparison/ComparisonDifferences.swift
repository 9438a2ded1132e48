import ForceLabPlugins
import ForceLabWorkbench
import Foundation

extension Comparison {
  /// More rows push the differences off the screen.
  private static let maxRows = 40
  private static let maxShownCells = 20

  /// The compared values over all instances; else the configurations of the run. Nil if runs are compared.
  var scoreboard: Scoreboard? {
    if let instances { return Scoreboard(instances) }
    let run = paired.runs[0]
    guard paired.comparedPath != nil, run.configurations.count <= Self.maxRows else { return nil }
    return Scoreboard(run, Findings(run))
  }

  /// A row for each measure and candidate: its difference from the base, over all instances if there are any;
  /// of several cells, how often each verdict was given. Nil if there is none.
  var differences: Table? {
    if let instances { return isEmpty ? nil : differences(over: instances) }
    if groups.isEmpty { return nil }
    return hasDetails
      ? summary(of: groups)
      : table(groups.map { $0[0] }, after: [.text("measure") { title(of: $0.measure) }])
  }

  /// Whether the differences are a summary of the cells.
  var hasDetails: Bool { !isEmpty && (instances != nil || groups.contains { $0.count > 1 }) }

  /// Whether all cells fit on a screen.
  var hasFewRows: Bool {
    instances == nil && hasDetails && groups.joined().count <= Self.maxShownCells
  }

  /// The rows of each measure and candidate, without measures that are the same in all cells.
  private var groups: [[Row]] {
    measures.filter { !isSame($0) }.flatMap { measure in
      Dictionary(grouping: rows.filter { $0.measure == measure }, by: \.candidate)
        .sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// What the candidates are called; nil if there is one, which needs no name.
  var candidateHeading: String? {
    if let path = paired.comparedPath { return shortNames(of: paired.paths + [path]).last ?? path }
    return paired.candidates.count > 2 && paired.sideCounts == nil ? "run" : nil
  }

  private var candidateColumn: TableColumn<Row> {
    .text(candidateHeading ?? "run") {
      candidateHeading == nil ? "" : paired.candidates[$0.candidate].name
    }
  }

  private func title(of measure: String) -> String {
    measure == Self.layouts ? measure : paired.column(measure).heading
  }

  private func summary(of groups: [[Row]]) -> Table {
    let found = ComparisonVerdict.allCases.filter { verdict in
      rows.contains { $0.result.verdict == verdict }
    }
    let counts = found.map { verdict in
      TableColumn<[Row]>.number(verdict.rawValue) { group in
        let count = group.count { $0.result.verdict == verdict }
        return count == 0 ? "" : "\(count)"
      }
    }
    let candidate = candidateColumn
    return Table(
      groups, source: "--csv",
      [
        .text("measure") { title(of: $0[0].measure) },
        TableColumn(heading: candidate.heading) { candidate.text($0[0]) },
        .number("cells") { "\($0.count)" }, .number("mean ratio", importance: 0, Self.meanRatio),
      ] + counts)
  }

  /// The geometric mean; empty if a cell has no ratio.
  private static func meanRatio(_ group: [Row]) -> String {
    guard group.allSatisfy({ $0.result.scale == .ratio && !$0.result.hasFailures }) else {
      return ""
    }
    return readable(exp(group.reduce(0) { $0 + log($1.result.change) } / Double(group.count)))
  }

  /// A row for each cell and candidate; nil if there are none.
  public func table(of measure: String) -> Table? {
    let rows = rows.filter { $0.measure == measure }
    let settings = SettingColumns(paired.paths, rows.map(\.settings)).headings.enumerated()
    return rows.isEmpty
      ? nil
      : table(
        rows,
        after: settings.map { path, heading in
          TableColumn(heading: heading) { compact($0.settings[path]) }
        })
  }

  /// A row for each effect. Columns of little importance are dropped first where there is not room for all.
  private func table(_ rows: [Row], after first: [TableColumn<Row>]) -> Table {
    // Differences of times have a unit.
    func number(_ row: Row) -> MeasuredNumber? {
      let effect = row.result
      return effect.scale != .ratio && paired.column(row.measure).isTime
        ? nil : MeasuredNumber(value: effect.change, interval: effect.interval)
    }
    func median(_ value: Double?, _ row: Row) -> String {
      guard let value else { return "" }
      let measure = paired.column(row.measure)
      return !value.isFinite
        ? measure.use == .target ? "not reached" : "failed"
        : measure.isTime
          ? measure.readableText(value) : MeasuredNumber(value: value, interval: nil).text
    }
    func size(_ row: Row, if isShown: Bool) -> String {
      let effect = row.result
      guard isShown else { return "" }
      if effect.hasFailures {
        return "ok \(effect.good.base)/\(effect.counts.base), "
          + "\(effect.good.new)/\(effect.counts.new)"
      }
      return number(row)?.text ?? paired.column(row.measure).readableText(effect.change)
    }
    func count(_ good: Int, _ all: Int) -> String { good < all ? "\(good)/\(all) ok" : "\(all)" }
    func part(_ distance: Double?, _ row: Row) -> String {
      row.result.scale == .distance ? distanceText(distance ?? 0) : ""
    }
    let columns: [TableColumn<Row>] = [
      .number("base", importance: 2) { median($0.result.medians?.base, $0) },
      .number("new", importance: 3) { median($0.result.medians?.new, $0) },
      .number("ratio") { size($0, if: $0.result.scale == .ratio) },
      .number("difference") { size($0, if: ![.ratio, .distance].contains($0.result.scale)) },
      .number("distance") { part($0.result.change, $0) },
      .number("maximum") { part($0.result.interval?.upperBound, $0) },
      .number("95 % interval") { row in
        let effect = row.result
        if effect.hasFailures || effect.scale == .distance { return "" }
        guard let interval = effect.interval else { return "none" }
        let ends = [interval.lowerBound, interval.upperBound].map {
          paired.column(row.measure).readableText($0)
        }
        return number(row)?.intervalText ?? ends.joined(separator: " … ")
      },
      .number("p-value", importance: 1) { $0.result.p.map { probabilityText($0) } ?? "" },
      .number(rows.allSatisfy(\.result.comparesRuns) ? "runs" : "trials", importance: 0) {
        let (effect, counts, good) = ($0.result, $0.result.counts, $0.result.good)
        return effect.isPaired && counts == good
          ? counted(counts.base, "pair")
          : count(good.base, counts.base) + " and " + count(good.new, counts.new)
      },
      .text("verdict") { $0.result.verdict.rawValue },
    ]
    return Table(rows, source: "--csv", first + [candidateColumn] + columns)
  }

  private func differences(over instances: InstanceRun) -> Table {
    let pairs = instances.comparisons.flatMap { comparison in
      comparison.pairs.filter { $0.first == instances.algorithms[0] }.map { (comparison, $0) }
    }
    typealias Item = (InstanceComparison, AlgorithmPair)
    func number(_ item: Item) -> MeasuredNumber? {
      item.0.ratio(of: item.1.second, to: item.1.first).map {
        MeasuredNumber(value: $0, interval: $1)
      }
    }
    let columns: [TableColumn<Item>] = [
      .text("measure") { $0.0.table.measure.heading },
      .text(candidateHeading ?? "algorithm") { $0.1.second },
      .number("ratio") { number($0)?.text ?? "" },
      .text("95 % over \(instances.axes.plural)") {
        number($0)?.rangeText ?? ""
      },
      .number("better on", importance: 1) { "\($0.1.losses)/\($0.0.instances)" },
      .number("p-value", importance: 0) { probabilityText($0.1.correctedP) },
      .text("verdict") { $0.0.verdict(of: $0.1, threshold: options.threshold).rawValue },
    ]
    return Table(pairs, source: "--csv", columns)
  }
}

extension InstanceComparison {
  /// What the second of a pair is, compared with the first. Measures without ratios have no threshold.
  func verdict(of pair: AlgorithmPair, threshold: Double) -> ComparisonVerdict {
    let limit = log1p(threshold)
    // A bound without a number is infinite.
    let (low, high) = (
      pair.low.map { log($0) } ?? .infinity, pair.high.map { log($0) } ?? .infinity
    )
    if -limit <= low, high <= limit { return isSame(pair, limit) ? .same : .unclear }
    let isLower = (pair.better == pair.second) == (better == .lower)
    let isBeyond = table.ratioOffset == nil || (isLower ? high < -limit : low > limit)
    guard pair.better != nil, isBeyond else { return .unclear }
    return table.measure.isTime ? isLower ? .faster : .slower : isLower ? .lower : .higher
  }

  /// Whether both have results on the same instances, with a mean logarithm of ratios within `limit`. The interval does not
  /// show few instances on which one is far worse.
  private func isSame(_ pair: AlgorithmPair, _ limit: Double) -> Bool {
    guard let first = table.algorithms.firstIndex(of: pair.first),
      let second = table.algorithms.firstIndex(of: pair.second)
    else { return false }
    let values = table.entries.map { ($0[first].value, $0[second].value) }
    let ratios = values.compactMap { a, b in
      a.flatMap { a in b.map { table.costDifference(a, $0) } }
    }
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    return mean.magnitude <= limit && values.allSatisfy { ($0 == nil) == ($1 == nil) }
  }
}
