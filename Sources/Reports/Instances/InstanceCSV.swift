import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The folder of a run with the tables of the comparison over instances.
struct InstanceCSV {
  let plan: InstancePlan
  let comparisons: [InstanceComparison]
  let fronts: [AlgorithmFronts]

  func write(to files: DerivedFiles) throws(Diagnostic) {
    guard !comparisons.isEmpty else { return }
    let tables = [
      "values": values, "algorithms": algorithms, "pairs": pairs, "tests": tests,
      "fronts": fronts.isEmpty ? "" : frontLines,
    ]
    for (name, text) in tables.sorted(by: { $0.key < $1.key }) where !text.isEmpty {
      try files.write(text, to: "\(InstanceComparison.folder)/\(name).csv")
    }
  }

  /// A row for each measure, instance and algorithm.
  private var values: String {
    let header =
      ["measure", "instance"] + plan.axes.paths + [
        "algorithm", "trials", "failed", "n", "value", "rank", "ratio_to_best", "winner",
      ]
    return csvLine(header)
      + comparisons.flatMap { comparison in
        let table = comparison.table
        let ratios = table.ratios
        return table.entries.indices.flatMap { row in
          let entries = table.entries[row]
          let ranks = averageRanks(entries.map { table.cost($0) }).ranks
          let winners = comparison.winners[row]
          return entries.indices.map { place in
            csvLine(
              [.text(comparison.measure), .text(table.instances[row].name)]
                + table.instances[row].settings.map { .text($0) } + [
                  .text(table.algorithms[place]), .integer(entries[place].trials),
                  .integer(entries[place].failed), .integer(entries[place].numbers.count),
                  Field(entries[place].value), .number(ranks[place]),
                  Field(ratios.map { $0[row][place] }.flatMap { $0.isFinite ? $0 : nil }),
                  .text(winners.contains(place) ? winners.count > 1 ? "tie" : "yes" : ""),
                ])
          }
        }
      }.joined()
  }

  /// A row for each measure and algorithm.
  private var algorithms: String {
    csvLine([
      "measure", "algorithm", plan.axes.plural, "wins", "ties", "failed", "mean_rank",
      "ratio_to_best", "low", "high", "n", "exponent", "exponent_low", "exponent_high",
    ])
      + comparisons.flatMap { comparison in
        comparison.standings.map { row in
          csvLine([
            .text(comparison.measure), .text(row.algorithm), .integer(comparison.instances),
            .integer(row.wins), .integer(row.ties), .integer(row.failed), .number(row.meanRank),
            Field(row.ratio?.value), Field(row.ratio?.low), Field(row.ratio?.high),
            .integer(row.ratio?.count ?? 0), Field(row.growth?.exponent), Field(row.growth?.low),
            Field(row.growth?.high),
          ])
        }
      }.joined()
  }

  /// A row for each measure and pair of algorithms.
  private var pairs: String {
    csvLine([
      "measure", "first", "second", "wins", "ties", "losses", "ratio", "low", "high", "n",
      "first_ranks", "second_ranks", "p", "p_holm", "better",
    ])
      + comparisons.flatMap { comparison in
        comparison.pairs.map { pair in
          csvLine([
            .text(comparison.measure), .text(pair.first), .text(pair.second), .integer(pair.wins),
            .integer(pair.ties), .integer(pair.losses), Field(pair.ratio?.value),
            Field(pair.ratio?.low), Field(pair.ratio?.high), .integer(pair.ratio?.count ?? 0),
            .number(pair.firstRanks), .number(pair.secondRanks), .number(pair.p),
            .number(pair.correctedP), .text(pair.better ?? ""),
          ])
        }
      }.joined()
  }

  /// A row for each measure.
  private var tests: String {
    csvLine([
      "measure", plan.axes.plural, "excluded", "algorithms", "chi_squared", "degrees", "p",
      "iman_davenport", "iman_davenport_p", "critical_difference",
    ])
      + comparisons.map { comparison in
        let test = comparison.friedman
        return csvLine([
          .text(comparison.measure), .integer(comparison.instances), .integer(comparison.excluded),
          .integer(comparison.standings.count), .number(test.chiSquared), .integer(test.degrees),
          .number(test.p), Field(test.imanDavenport),
          .number(test.imanDavenportP), .number(comparison.criticalDifference),
        ])
      }.joined()
  }

  /// A row for each measure, instance and algorithm; the rows of all instances have mean ratios.
  private var frontLines: String {
    csvLine(["time", "measure", "instance", "algorithm", "x", "y", "front"])
      + fronts.flatMap { fronts in
        let all = AlgorithmFronts.Front(instance: "all", points: fronts.overall)
        return (fronts.instances + [all]).flatMap { front in
          front.points.map { point in
            csvLine(
              [.text(fronts.measures[0]), .text(fronts.measures[1]), .text(front.instance)]
                + [.text(point.algorithm)] + point.values.map { .number($0) }
                + [.text(point.isOnFront ? "true" : "false")])
          }
        }
      }.joined()
  }
}

extension InstanceComparison {
  static let folder = "comparison"
}
