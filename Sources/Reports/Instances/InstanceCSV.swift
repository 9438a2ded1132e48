import ForceLabSettings
import ForceLabWorkbench

extension InstanceRun {
  static let folder = "comparison"

  func write(to files: DerivedFiles) throws(Diagnostic) {
    let tables = [
      ("algorithms", algorithmTable), ("fronts", frontTable), ("pairs", pairTable),
      ("tests", testTable), ("values", valueTable),
    ]
    for (name, text) in tables where !text.isEmpty {
      try files.write(text, to: "\(Self.folder)/\(name).csv")
    }
  }

  /// A row for each measure, instance and algorithm.
  private var valueTable: String {
    let header =
      ["measure", "instance"] + axes.paths + [
        "algorithm", "trials", "ok", "n", "value", "rank", "ratio_to_best", "winner",
      ]
    return csvLine(header)
      + comparisons.flatMap { comparison in
        let table = comparison.table
        let ratios = table.ratios
        return table.entries.indices.flatMap { row in
          let entries = table.entries[row]
          let ranks = averageRanks(entries.map { table.cost($0.value) }).ranks
          let winners = comparison.winners[row]
          return entries.indices.map { column in
            csvLine(
              [.text(comparison.measure), .text(table.instances[row].name)]
                + table.instances[row].settings.map { .text($0) } + [
                  .text(table.algorithms[column]), .integer(entries[column].trials),
                  .integer(entries[column].good), .integer(entries[column].repeats.count),
                  Field(entries[column].value), .number(ranks[column]),
                  Field(ratios.flatMap { $0[row][column].finite }),
                  .text(winners.contains(column) ? winners.count > 1 ? "tie" : "yes" : ""),
                ])
          }
        }
      }.joined()
  }

  /// A row for each measure and algorithm.
  private var algorithmTable: String {
    let columns: [CSVColumn<(of: InstanceComparison, row: AlgorithmStanding)>] = [
      ("measure", { .text($0.of.measure) }), ("algorithm", { .text($0.row.algorithm) }),
      (axes.plural, { .integer($0.of.instances) }), ("wins", { .integer($0.row.wins) }),
      ("ties", { .integer($0.row.ties) }), ("leads", { .integer($0.row.leads) }),
      ("failed", { .integer($0.row.failed) }), ("trials", { .integer($0.row.trials) }),
      ("ok", { .integer($0.row.good) }), ("mean_rank", { .number($0.row.meanRank) }),
      ("ratio_to_best", { Field($0.row.ratio?.value) }),
      ("low_over_\(axes.plural)", { Field($0.row.ratio?.low) }),
      ("high_over_\(axes.plural)", { Field($0.row.ratio?.high) }),
      ("exponent", { Field($0.row.growth?.exponent) }),
      ("exponent_low", { Field($0.row.growth?.low) }),
      ("exponent_high", { Field($0.row.growth?.high) }),
    ]
    return csvText(
      comparisons.flatMap { comparison in comparison.standings.map { (comparison, $0) } }, columns)
  }

  /// A row for each measure and pair of algorithms.
  private var pairTable: String {
    let columns: [CSVColumn<(of: InstanceComparison, row: AlgorithmPair)>] = [
      ("measure", { .text($0.of.measure) }), ("first", { .text($0.row.first) }),
      ("second", { .text($0.row.second) }), ("wins", { .integer($0.row.wins) }),
      ("ties", { .integer($0.row.ties) }), ("losses", { .integer($0.row.losses) }),
      ("ratio", { Field($0.row.ratio) }), ("low_over_\(axes.plural)", { Field($0.row.low) }),
      ("high_over_\(axes.plural)", { Field($0.row.high) }),
      ("first_ranks", { .number($0.row.firstRanks) }),
      ("second_ranks", { .number($0.row.secondRanks) }), ("p", { .number($0.row.p) }),
      ("p_holm", { .number($0.row.correctedP) }), ("better", { .text($0.row.better ?? "") }),
    ]
    return csvText(
      comparisons.flatMap { comparison in comparison.pairs.map { (comparison, $0) } }, columns)
  }

  /// A row for each measure.
  private var testTable: String {
    let columns: [CSVColumn<InstanceComparison>] = [
      ("measure", { .text($0.measure) }), (axes.plural, { .integer($0.instances) }),
      ("excluded", { .integer($0.excluded) }), ("algorithms", { .integer($0.standings.count) }),
      ("chi_squared", { .number($0.friedman.chiSquared) }),
      ("iman_davenport", { Field($0.friedman.imanDavenport) }),
      ("method", { .text($0.friedman.method.rawValue) }), ("p", { .number($0.friedman.p) }),
      ("min_p", { .number($0.friedman.minP) }), ("p_corrected", { .number($0.correctedP) }),
    ]
    return csvText(comparisons, columns)
  }

  /// A row for each measure of quality and algorithm; empty without trade-offs.
  private var frontTable: String {
    let columns: [CSVColumn<(of: AlgorithmFronts, row: AlgorithmFronts.Point)>] = [
      ("time", { .text($0.of.measures[0]) }), ("measure", { .text($0.of.measures[1]) }),
      ("algorithm", { .text($0.row.algorithm) }), ("x", { .number($0.row.values[0]) }),
      ("y", { .number($0.row.values[1]) }),
      ("front", { Field($0.row.isOnFront) }),
    ]
    return fronts.isEmpty
      ? "" : csvText(fronts.flatMap { fronts in fronts.overall.map { (fronts, $0) } }, columns)
  }
}
