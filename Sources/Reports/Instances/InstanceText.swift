import ForceLabPlugins
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
    parts.append(wrapped(notes.joined(separator: "\n"), width: width))
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

  /// Which pairs differ, and what does not count.
  var notes: [String] {
    [
      testSentence,
      withoutResult.isEmpty ? "" : "Without any result, left out: \(withoutResult.listed()).",
      excluded == 0
        ? "" : "Left out as incomplete: \(table.axes.listed(table.excluded, atMost: 20)).",
    ].filter { !$0.isEmpty }
  }

  private var over: String { table.axes.counted(instances) }

  /// The test of all algorithms, and how many pairs differ. Two algorithms need no test of all together.
  var testSentence: String {
    let isPair = pairs.count == 1
    if !isPair, friedman.hasTooFewCases {
      return
        "No verdict on \(table.measure.title) over \(over): even if all had the same order, the p-value of "
        + "Friedman's test would be \(probabilityText(friedman.minP))."
    }
    let test = isPair ? "signed-rank test" : "Friedman test\(friedmanMethod)"
    let start =
      "The algorithms \(findsDifference ? "differ" : "do not differ clearly") in \(table.measure.title) over "
      + "\(over) (\(test), \(probability(p))\(correction))"
    let count = counted(pairs.count, "pair")
    if hasTooFewInstances {
      return start + "; \(over) are too few to tell \(isPair ? "them" : count) apart."
    }
    let clear = pairs.count { $0.better != nil }
    return start
      + (isPair
        ? (!findsDifference && correctedP <= InstanceAxes.level
          ? "; the interval of their ratio includes 1." : ".")
        : "; \(clear) of \(count) differ (signed-rank tests, corrected by Holm's method).")
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
}

extension InstanceAxes {
  /// The names of instances, or their number if there are more than `limit`.
  func listed(_ names: [String], atMost limit: Int) -> String {
    names.count > limit ? counted(names.count) : names.map(quoted).listed()
  }
}

/// `p = 0.012`, or `p < 0.001`.
func probability(_ p: Double) -> String { p < 0.001 ? "p < 0.001" : "p = \(probabilityText(p))" }

func probabilityText(_ p: Double) -> String {
  p < 0.001 ? "< 0.001" : String(format: p < 0.1 ? "%.3f" : "%.2f", p)
}
