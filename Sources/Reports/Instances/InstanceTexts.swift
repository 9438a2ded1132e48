import Foundation
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The tables of a comparison over instances, for the terminal and the report.
extension InstanceComparison {
  /// Before the best values.
  static let star = "★ "
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

  var heading: String {
    "\(table.measure.title.capitalizedFirst) over \(table.axes.counted(instances)) "
      + "(\(better.rawValue) is better)"
  }

  /// The algorithms from the best mean rank to the worst.
  var standingTable: FixedWidthTable {
    FixedWidthTable(
      ranked, source: InstanceRun.folder,
      [
        .text("algorithm") { $0.algorithm }, .number("best") { "\($0.wins)" },
        .number("tied") { "\($0.ties)" }, .number("mean rank") { readable($0.meanRank) },
        .number("ratio to best") { $0.ratio.map { readable($0.value) } ?? "" },
        .number("95 % interval") { Self.interval($0.ratio?.low, $0.ratio?.high) },
        .number("failed") { $0.failed > 0 ? "\($0.failed)" : "" },
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
  var valueTable: FixedWidthTable {
    let algorithms = table.algorithms.indices.map { algorithm in
      TableColumn<Int>.number(table.algorithms[algorithm]) { row in
        let value = table.entries[row][algorithm].value
        return (winners[row].contains(algorithm) ? Self.star : "")
          + (value.map { table.measure.readableText($0) } ?? "failed")
      }
    }
    return FixedWidthTable(
      Array(table.instances.indices), source: InstanceRun.folder,
      [.text(table.axes.name) { table.instances[$0].name }] + algorithms)
  }

  /// All pairs with their tests.
  var pairTable: FixedWidthTable {
    FixedWidthTable(
      pairs, source: InstanceRun.folder,
      [
        .text("first") { $0.first }, .text("second") { $0.second },
        .number("won–tied–lost") { "\($0.wins)–\($0.ties)–\($0.losses)" },
        .number("second/first") { $0.ratio.map { readable($0.value) } ?? "" },
        .number("95 % interval") { Self.interval($0.ratio?.low, $0.ratio?.high) },
        .number("p-value") { probabilityText($0.p) },
        .number("corrected") { probabilityText($0.correctedP) },
        .text("better") { $0.better ?? "unclear" },
      ]
    )
  }

  /// How many instances the algorithm of a row won, tied and lost against that of a column.
  var matrix: FixedWidthTable {
    let names = ranked.map(\.algorithm)
    let columns = names.map { column in
      TableColumn<String>.number(column) { row in
        if let pair = pairs.first(where: { $0.first == row && $0.second == column }) {
          return "\(pair.wins)–\(pair.ties)–\(pair.losses)"
        }
        let pair = pairs.first { $0.first == column && $0.second == row }
        return pair.map { "\($0.losses)–\($0.ties)–\($0.wins)" } ?? ""
      }
    }
    return FixedWidthTable(
      names, source: InstanceRun.folder, [.text("won–tied–lost") { $0 }] + columns)
  }

  private static func interval(_ low: Double?, _ high: Double?) -> String {
    guard let low, let high else { return "" }
    return "\(readable(low)) … \(readable(high))"
  }
}
