import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// The tables of a comparison over instances, for the terminal and the report.
extension InstanceComparison {
  /// More pairs are only in the report's files.
  private static let maxPairs = 28
  private static let maxInstances = 40

  /// In lines of at most `width` characters.
  func text(width: Int) -> String {
    var parts = [heading + "\n" + standingTable.text(width: width)]
    if instances <= Self.maxInstances { parts.append(valueTable.text(width: width)) }
    if pairs.count <= Self.maxPairs { parts.append(pairTable.text(width: width)) }
    parts.append(notes.map { wrapped($0, width: width) }.joined(separator: "\n"))
    return parts.joined(separator: "\n\n")
  }

  var heading: String {
    "\(table.measure.title.capitalizedFirst) over \(table.axes.counted(instances)) "
      + "(\(better.rawValue) is better)"
  }

  /// The algorithms from the best mean rank to the worst.
  var standingTable: Table {
    Table(
      ranked, source: InstanceRun.folder,
      [
        .text("algorithm") { $0.algorithm }, .number("best median") { "\($0.leads)" },
        .number("best") { winners.joined().isEmpty ? "" : "\($0.wins)" },
        .number("tied") { winners.joined().isEmpty ? "" : "\($0.ties)" },
        .number("mean rank") { readable($0.meanRank) },
        .number("ratio to best") { $0.ratio.map { readable($0.value) } ?? "∞" },
        .number("95 % over \(table.axes.plural)") { Self.interval($0.ratio?.low, $0.ratio?.high) },
        .number("failed") { $0.failed > 0 ? "\($0.failed)" : "" },
        .number("ok") { $0.good < $0.trials ? "\($0.good)/\($0.trials)" : "" },
        .text("growth") { row in
          row.growth.map { law in
            let exponents = [law.low, law.high].map { String(format: "%.2f", $0) }
            return "\(law.text) (\(exponents.joined(separator: " … ")))"
          } ?? ""
        },
      ]
    )
  }

  /// The median of each algorithm on each instance, with a star at the best.
  var valueTable: Table {
    var values = Table(
      [.init(table.axes.name)] + table.algorithms.map { .init($0, isNumeric: true) },
      rows: table.instances.indices.map { row in
        [table.instances[row].name]
          + table.entries[row].map { entry in
            (entry.value.map { table.measure.readableText($0) } ?? "failed")
              + (entry.good < entry.trials ? " (\(entry.good)/\(entry.trials))" : "")
          }
      }, source: InstanceRun.folder)
    for (row, best) in winners.enumerated() {
      for algorithm in best { values.rows[row][algorithm + 1].isBest = true }
    }
    return values
  }

  var pairTable: Table {
    Table(
      pairs, source: InstanceRun.folder,
      [
        .text("first") { $0.first }, .text("second") { $0.second },
        .number("won–tied–lost") { "\($0.wins)–\($0.ties)–\($0.losses)" },
        .number("second/first") { $0.ratio.map { readable($0) } ?? "" },
        .number("95 % over \(table.axes.plural)") { Self.interval($0.low, $0.high) },
        .number("p-value") { probabilityText($0.p) },
        .number("corrected") { probabilityText($0.correctedP) },
        .text("better") { $0.better ?? "unclear" },
      ]
    )
  }

  static func interval(_ low: Double?, _ high: Double?) -> String {
    guard let low else { return "" }
    return "\(readable(low)) … \(high.map { readable($0) } ?? "∞")"
  }
}

extension InstanceComparison {
  /// Which pairs differ, and what does not count.
  var notes: [String] {
    [
      testSentence,
      withoutResult.isEmpty ? "" : "Without any result, left out: \(withoutResult.listed()).",
      excluded == 0 ? "" : "Left out as incomplete: \(table.axes.counted(excluded)).",
    ].filter { !$0.isEmpty }
  }

  private var column: Column { table.measure }

  private var over: String { table.axes.counted(instances) }

  /// The verdict on all pairs, in a sentence.
  var testSentence: String {
    if pairs.count == 1 { return sentence(of: pairs[0]) }
    if friedman.hasTooFewCases {
      return
        "No verdict on \(column.title) over \(over): even if all had the same order, the p-value of "
        + "Friedman's test would be \(probabilityText(friedman.minP))."
    }
    let clear = pairs.filter { $0.better != nil }
    let verb = findsDifference ? "differ" : "do not differ clearly"
    let start =
      "The algorithms \(verb) in \(column.title) over \(over) (Friedman test\(friedmanMethod), "
      + "\(probability(friedman.p))\(correction))"
    guard !clear.isEmpty else {
      return start
        + (hasTooFewInstances
          ? "; \(over) are too few to tell \(counted(pairs.count, "pair")) apart."
          : "; no pair differs (signed-rank tests, corrected for \(counted(pairs.count, "pair")) by "
            + "Holm's method).")
    }
    let word = column.isTime ? "faster" : "better"
    let names = clear.compactMap(\.better).uniqued.sorted { a, b in
      clear.count { $0.better == a } > clear.count { $0.better == b }
    }
    let shown = names.prefix(3).map { name in
      let others = clear.filter { $0.better == name }.map {
        $0.first == name ? $0.second : $0.first
      }
      let isAll = others.count == standings.count - 1 && others.count > 1
      return "\(name) is \(word) than \(isAll ? "all others" : Self.list(others))"
    }
    return start + "; \(clear.count) of \(counted(pairs.count, "pair")) differ (signed-rank tests, "
      + "corrected by Holm's method): " + shown.joined(separator: "; ")
      + (names.count > 3 ? "; and so on." : ".")
  }

  var friedmanMethod: String {
    switch friedman.method {
    case .exact: ", exact"
    case .drawnPermutations: " by drawn permutations"
    case .imanDavenport: ""
    }
  }

  /// Empty if the correction does not change what is printed of the p-value.
  private var correction: String {
    probability(correctedP) == probability(p)
      ? "" : "; \(probability(correctedP)) with Holm's correction for \(tests) tests"
  }

  /// Two algorithms need no test of all together.
  private func sentence(of pair: AlgorithmPair) -> String {
    let other = pair.better == pair.first ? pair.second : pair.first
    let verdict =
      pair.better.map { "\($0) is \(column.isTime ? "faster" : "better") than \(other)" }
      ?? "\(pair.first) and \(pair.second) do not differ clearly"
    let ratio = pair.ratio.map { ratio in
      "; ratio of \(pair.second) to \(pair.first) \(readable(ratio))"
        + (pair.low == nil
          ? "" : ", 95 % over \(table.axes.plural) \(Self.interval(pair.low, pair.high))")
    }
    return hasTooFewInstances
      ? "\(over.capitalizedFirst) are too few for a verdict on \(column.title): the smallest p-value of the "
        + "signed-rank test\(tests > 1 ? " as one of \(tests)" : "") would be above "
        + "\(InstanceAxes.level)\(ratio ?? "")."
      : "By \(column.title) over \(over), \(verdict) (signed-rank test, \(probability(pair.p))"
        + "\(correction)\(ratio ?? ""))."
  }

  private static func list(_ names: [String]) -> String {
    names.count > 4
      ? (names.prefix(3) + ["\(names.count - 3) more"]).listed() : names.listed()
  }
}

/// `p = 0.012`, or `p < 0.001`.
func probability(_ p: Double) -> String { p < 0.001 ? "p < 0.001" : "p = \(probabilityText(p))" }

func probabilityText(_ p: Double) -> String {
  p < 0.001 ? "< 0.001" : String(format: p < 0.1 ? "%.3f" : "%.2f", p)
}
