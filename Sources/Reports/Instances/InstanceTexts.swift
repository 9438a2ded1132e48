import Foundation
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The tables of a comparison over instances, for the terminal and the report.
extension InstanceComparison {
  /// Before the best values.
  static let star = "★ "

  var heading: String {
    "\(table.measure.title.capitalizedFirst) over \(table.axes.counted(instances)) "
      + "(\(better.rawValue) is better)"
  }

  /// The algorithms from the best mean rank to the worst.
  var standingTable: FixedWidthTable {
    let headings = [
      FixedWidthTable.Heading("algorithm"), .init("best", isNumeric: true),
      .init("tied", isNumeric: true), .init("mean rank", isNumeric: true),
      .init("ratio to best", isNumeric: true), .init("95 % interval", isNumeric: true),
      .init("failed", isNumeric: true), .init("growth"),
    ]
    let rows = ranked.map { row in
      [
        row.algorithm, "\(row.wins)", "\(row.ties)", readable(row.meanRank),
        row.ratio.map { readable($0.value) } ?? "", Self.interval(row.ratio?.low, row.ratio?.high),
        row.failed > 0 ? "\(row.failed)" : "",
        row.growth.map { "\($0.text) (\(Self.exponents($0)))" } ?? "",
      ]
    }
    return Self.table(headings, rows)
  }

  /// The median of each algorithm on each instance, with a star at the best.
  var valueTable: FixedWidthTable {
    let headings =
      [FixedWidthTable.Heading(table.axes.name)]
      + table.algorithms.map { FixedWidthTable.Heading($0, isNumeric: true) }
    let rows = table.entries.indices.map { place in
      let row = table.entries[place]
      return [table.instances[place].name]
        + row.indices.map { algorithm in
          let text = row[algorithm].value.map { table.measure.readableText($0) } ?? "failed"
          return winners[place].contains(algorithm) ? Self.star + text : text
        }
    }
    return FixedWidthTable(headings, rows: rows, source: Self.folder)
  }

  /// All pairs with their tests.
  var pairTable: FixedWidthTable {
    let headings = [
      FixedWidthTable.Heading("first"), .init("second"), .init("won–tied–lost", isNumeric: true),
      .init("second/first", isNumeric: true), .init("95 % interval", isNumeric: true),
      .init("p-value", isNumeric: true), .init("corrected", isNumeric: true), .init("better"),
    ]
    let rows = pairs.map { pair in
      [
        pair.first, pair.second, "\(pair.wins)–\(pair.ties)–\(pair.losses)",
        pair.ratio.map { readable($0.value) } ?? "",
        Self.interval(pair.ratio?.low, pair.ratio?.high), probabilityText(pair.p),
        probabilityText(pair.correctedP), pair.better ?? "unclear",
      ]
    }
    return Self.table(headings, rows)
  }

  /// How many instances the algorithm of a row won, tied and lost against that of a column.
  var matrix: FixedWidthTable {
    let names = ranked.map(\.algorithm)
    let rows = names.map { row in
      [row]
        + names.map { column in
          if let pair = pairs.first(where: { $0.first == row && $0.second == column }) {
            return "\(pair.wins)–\(pair.ties)–\(pair.losses)"
          }
          let pair = pairs.first { $0.first == column && $0.second == row }
          return pair.map { "\($0.losses)–\($0.ties)–\($0.wins)" } ?? ""
        }
    }
    return FixedWidthTable(
      [.init("won–tied–lost")] + names.map { .init($0, isNumeric: true) }, rows: rows,
      source: Self.folder)
  }

  /// Without columns that are empty.
  private static func table(_ headings: [FixedWidthTable.Heading], _ rows: [[String]])
    -> FixedWidthTable
  {
    let kept = headings.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    return FixedWidthTable(
      kept.map { headings[$0] }, rows: rows.map { row in kept.map { row[$0] } }, source: folder)
  }

  private static func interval(_ low: Double?, _ high: Double?) -> String {
    guard let low, let high else { return "" }
    return "\(readable(low)) … \(readable(high))"
  }

  private static func exponents(_ law: PowerLaw) -> String {
    [law.low, law.high].map { String(format: "%.2f", $0) }.joined(separator: " … ")
  }
}

extension InstanceComparison {
  /// More pairs are only in the report's files.
  private static let maxPairs = 28
  private static let maxInstances = 40

  /// In lines of at most `width` characters.
  func text(width: Int) -> String {
    var parts = [heading + "\n" + standingTable.text(width: width)]
    if instances <= Self.maxInstances { parts.append(valueTable.text(width: width)) }
    if pairs.count <= Self.maxPairs { parts.append(pairTable.text(width: width)) }
    let notes = sentences.isEmpty ? ["No algorithm differs from another."] : sentences
    parts.append(notes.map { wrapped($0, width: width) }.joined(separator: "\n"))
    return parts.joined(separator: "\n\n")
  }

  /// How to read the tables.
  static func note(_ plan: InstancePlan) -> String {
    "Each \(plan.axes.name) counts once: repeats are reduced to their median"
      + (plan.combinations > 1
        ? ", averaged over \(plan.combinations) combinations of the other settings" : "")
      + ". The best of a \(plan.axes.name) (★) ties with those that do not differ from it significantly. Failed "
      + "and skipped trials count as the worst result."
  }
}

extension InstancePlan {
  /// The mean rank of each algorithm by each measure, from the best by the first measure. Nil if there is
  /// no measure to compare by. Throws if a table is damaged.
  func overallTable() throws(Diagnostic) -> FixedWidthTable? {
    let comparisons = try InstanceComparison.all(self).filter { $0.withoutResult.isEmpty }
    guard let first = comparisons.first else { return nil }
    let headings =
      [FixedWidthTable.Heading("algorithm")]
      + comparisons.map { .init($0.table.measure.heading, isNumeric: true) }
      + [.init("failed", isNumeric: true)]
    let rows = first.ranked.map { standing in
      let ranks = comparisons.map { comparison in
        comparison.standings.first { $0.algorithm == standing.algorithm }.map {
          readable($0.meanRank)
        } ?? ""
      }
      return [standing.algorithm] + ranks + [standing.failed > 0 ? "\(standing.failed)" : ""]
    }
    return FixedWidthTable(headings, rows: rows, source: "comparison/algorithms.csv")
  }
}
