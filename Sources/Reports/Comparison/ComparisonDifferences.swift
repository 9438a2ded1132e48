import ForceLabPlugins
import ForceLabWorkbench

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
    return hasDetails ? counts(of: groups) : differences(ofSingle: groups.map { $0[0] })
  }

  /// Whether the differences are a summary of the cells.
  var hasDetails: Bool { !isEmpty && (instances != nil || groups.contains { $0.count > 1 }) }

  /// Whether all cells fit on a screen, so that they need no summary.
  var hasFewRows: Bool {
    instances == nil && hasDetails && groups.joined().count <= Self.maxShownCells
  }

  /// The rows of each measure and candidate, without measures that are the same in all cells.
  private var groups: [[Row]] {
    measures.filter { !isSame($0) }.flatMap { measure in
      paired.candidates.indices.map { candidate in
        rows.filter { $0.measure == measure && $0.candidate == candidate }
      }
    }.filter { !$0.isEmpty }
  }

  private var candidateHeading: String? {
    if let path = paired.comparedPath { return shortNames(of: paired.paths + [path]).last ?? path }
    return paired.candidates.count > 2 && paired.sideCounts == nil ? "run" : nil
  }

  private func name(of row: Row) -> String {
    candidateHeading == nil ? "" : paired.candidates[row.candidate].name
  }

  private func title(of row: Row) -> String {
    row.measure == Self.layouts ? row.measure : paired.column(row.measure).heading
  }

  private func differences(ofSingle rows: [Row]) -> Table {
    let columns = effects(paired.column(rows[0].measure)).map(\.heading)
    let lines = rows.map { row in
      let texts =
        row.measure == Self.layouts
        ? Self.distances.map { ($0.heading.title, $0.text(row.result)) }
        : effects(paired.column(row.measure)).map { ($0.heading.title, $0.text(row.result)) }
      let byTitle = Dictionary(texts, uniquingKeysWith: { first, _ in first })
      let distance = byTitle["distance"].map { ["difference": $0] } ?? [:]
      return [title(of: row), name(of: row)]
        + columns.map { byTitle[$0.title] ?? distance[$0.title] ?? "" }
        + [row.result.verdict.rawValue]
    }
    return Table(
      [.init("measure"), .init(candidateHeading ?? "run")] + columns + [.init("verdict")],
      rows: lines, source: "--csv")
  }

  private func counts(of groups: [[Row]]) -> Table {
    let found = ComparisonVerdict.allCases.filter { verdict in
      rows.contains { $0.result.verdict == verdict }
    }
    let columns = found.map { verdict in
      TableColumn<[Row]>.number(verdict.rawValue) { group in
        let count = group.count { $0.result.verdict == verdict }
        return count == 0 ? "" : "\(count)"
      }
    }
    return Table(
      groups, source: "--csv",
      [
        .text("measure") { title(of: $0[0]) }, .text(candidateHeading ?? "run") { name(of: $0[0]) },
        .number("cells") { "\($0.count)" },
      ] + columns)
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
      .text("verdict") { $0.0.verdict(of: $0.1).rawValue },
    ]
    return Table(pairs, source: "--csv", columns)
  }
}

extension InstanceComparison {
  /// What the second of a pair is, compared with the first.
  func verdict(of pair: AlgorithmPair) -> ComparisonVerdict {
    let isLower = (pair.better == pair.second) == (better == .lower)
    if pair.better == nil { return .unclear }
    return table.measure.isTime ? isLower ? .faster : .slower : isLower ? .lower : .higher
  }
}
