import Foundation
import ForceLabPlugins
import ForceLabWorkbench

extension InstanceComparison {
  /// Who wins on how many instances, and which pairs differ; none if all are equal.
  var sentences: [String] { isSame ? [] : [winnerSentence, testSentence] }

  /// Whether no algorithm is better than another anywhere.
  private var isSame: Bool { !pairs.contains { $0.wins + $0.losses > 0 } }

  private var column: Column { table.measure }

  private var over: String { table.axes.counted(instances) }

  private var winnerSentence: String {
    let winners = standings.filter { $0.wins + $0.ties > 0 }.sorted {
      ($0.wins + $0.ties, $0.wins) > ($1.wins + $1.ties, $1.wins)
    }
    let shown = winners.prefix(3).map { row in
      "\(row.algorithm) on \(row.wins + row.ties)"
        + (row.ties > 0 ? " (\(row.wins == 0 ? "all" : "\(row.ties)") tied)" : "")
    }
    return
      "\(better.superlative(of: column)) \(column.title) over \(over): \(shown.joined(separator: ", "))"
      + (winners.count > 3 ? ", and others." : ".") + ratioText + failureText
  }

  private var ratioText: String {
    let known = standings.compactMap { standing in
      standing.ratio.map { (name: standing.algorithm, ratio: $0) }
    }.sorted { $0.ratio.value < $1.ratio.value }
    guard let first = known.first else { return "" }
    let shown = known.prefix(3).map { "\($0.name) \(readable($0.ratio.value))" }
    let left =
      first.ratio.count == instances
      ? ""
      : ", on the \(first.ratio.count) that all finished"
        + (table.isPositive ? "" : " with values above zero")
    return " Geometric mean of the ratio to the best\(left): \(shown.joined(separator: ", "))"
      + (known.count > 3 ? " and others." : ".")
  }

  private var failureText: String {
    let failed = standings.filter { $0.failed > 0 }.map { "\($0.algorithm) on \($0.failed)" }
    return
      (failed.isEmpty
      ? "" : " Failures, which count as worst: \(failed.joined(separator: ", ")).")
      + (withoutResult.isEmpty
        ? "" : " Without any result, left out: \(withoutResult.joined(separator: ", ")).")
      + (excluded == 0 ? "" : " \(table.axes.counted(excluded)) left out as incomplete.")
  }

  /// The verdict on all pairs, in a sentence.
  var testSentence: String {
    if pairs.count == 1 { return sentence(of: pairs[0]) }
    let clear = pairs.filter { $0.better != nil }
    let verb = friedman.imanDavenportP <= 0.05 ? "differ" : "do not differ clearly"
    let start =
      "The algorithms \(verb) in \(column.title) over \(over) (Friedman test, "
      + "\(probability(friedman.imanDavenportP)))"
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

  /// Two algorithms need no test of all together.
  private func sentence(of pair: AlgorithmPair) -> String {
    let other = pair.better == pair.first ? pair.second : pair.first
    let verdict =
      pair.better.map { "\($0) is \(column.isTime ? "faster" : "better") than \(other)" }
      ?? "\(pair.first) and \(pair.second) do not differ clearly"
    return "By \(column.title) over \(over), \(verdict) (signed-rank test, \(probability(pair.p)))."
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
