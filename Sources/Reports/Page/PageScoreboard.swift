import ForceLabPlugins
import ForceLabWorkbench
import Foundation

/// The scoreboard as the template of a report prints it: each value with a bar that shows where it and its
/// interval are between the smallest and the largest of its column.
struct PageScoreboard {
  let rowTitle: String
  let settings: [Table.Heading]
  let headings: [Table.Heading]
  /// As the template names them, without what a row or a cell lacks.
  let rows: [[String: Any]]
  let caption: String
  let count: String
  /// Whether it gets a filter because it has many rows.
  let isLong: Bool
  /// Whether a chart has room beside it.
  let isNarrow: Bool
  /// Of rows that need no filter.
  private static let maxRows = 20

  /// Of many rows, the best by the first measure with a direction come first, but for those of several graphs, which
  /// are not compared. Rows have the `colors` of their configurations, if these tell all rows apart.
  init(_ board: Scoreboard, colors: [Int: String] = [:]) {
    var board = board
    let isSorted =
      board.rows.count > Self.maxRows && board.rows.allSatisfy { $0.instance == nil }
    let sorting = isSorted ? board.firstRanked : nil
    if let sorting { board.rows = board.rows.sorted { [board] in board.cost(of: $0, at: sorting) } }
    let settings = SettingColumns(board.paths, board.rows.map(\.settings))
    // One setting names the rows.
    let isNamed = board.paths.count == 1 || board.instances != nil
    self.settings = isNamed ? [] : settings.headings
    rowTitle = isNamed ? board.paths.count == 1 ? settings.headings[0].title : board.rowTitle : "#"
    headings = board.measures.map { measure in
      var heading = Table.Heading(measure.heading, isNumeric: true)
      heading.direction =
        measure.quantity == .median
        ? measure.column.better.map { "\($0.rawValue) is better" } : "\(measure.quantity.rawValue)"
      return heading
    }
    let scales = board.measures.indices.map { index in
      Dictionary(grouping: board.rows) { $0.instance ?? "" }.mapValues { rows in
        BarScale(rows.map { $0.cells[index] }, isRatio: board.measures[index].quantity == .ratio)
      }
    }
    var known = board.rows.map { $0.configurations.lazy.compactMap { colors[$0] }.first }
    if Set(known).count < known.count || known.contains(nil) { known = known.map { _ in nil } }
    rows = board.rows.indices.map { index in
      let row = board.rows[index]
      let texts = zip(settings.headings, zip(settings.rows[index], row.settings))
      let cells = zip(row.cells, scales).map { cell, scales in
        let fields: [String: Any?] = [
          "text": cell.text, "interval": cell.intervalText,
          // Where fewer trials have a value than are ok.
          "ok": cell.good < min(cell.trials, row.good) ? cell.okText : nil,
          "key": cell.value.map { $0.isFinite ? String($0) : "Infinity" } ?? "",
          "isBest": cell.isBest, "bar": scales[row.instance ?? ""]??.bar(of: cell),
        ]
        return fields.compactMapValues { $0 }
      }
      let fields: [String: Any?] = [
        // By these, charts highlight it.
        "configurations": row.configurations.map(String.init).joined(separator: " "),
        // Black would not be seen on a dark page.
        "color": known[index] == "#000000" ? "currentColor" : known[index],
        "isOnFront": row.isOnFront, "name": isNamed ? row.name : String(row.configurations[0]),
        // As sentences call it.
        "label": row.name,
        "settings": texts.prefix(isNamed ? 0 : .max).map { heading, texts in
          Table.Cell(text: texts.0, key: texts.1, isNumeric: heading.isNumeric).fields
        },
        "okTrials": row.good < row.trials ? "\(row.good)/\(row.trials)" : nil, "cells": cells,
      ]
      return fields.compactMapValues { $0 }
    }
    let order =
      sorting.map { " Sorted by \(board.measures[$0].column.title), the best first." } ?? ""
    caption = board.caption(best: "Bold") + order
    count = counted(rows.count, board.rowTitle)
    isLong = rows.count > Self.maxRows
    isNarrow = headings.count + self.settings.count <= 5
  }
}

/// The axis of the bars of a column: logarithmic for ratios and for values over decades.
private struct BarScale {
  private let low, high: Double
  private let isLogarithmic: Bool

  /// Nil if the values are all the same.
  init?(_ cells: [Scoreboard.Cell], isRatio: Bool) {
    let values = cells.flatMap { cell in
      [cell.value, cell.interval?.lowerBound, cell.interval?.upperBound].compactMap { $0 }
    }.filter(\.isFinite)
    guard let low = values.min(), let high = values.max(), low < high else { return nil }
    isLogarithmic = low > 0 && (isRatio || high > 20 * low)
    (self.low, self.high) = isLogarithmic ? (log(low), log(high)) : (low, high)
  }

  /// Its ends and its middle in percent of the width of the cell.
  func bar(of cell: Scoreboard.Cell) -> [String: String]? {
    guard let value = cell.value, value.isFinite else { return nil }
    let ends =
      cell.interval.map { [$0.lowerBound, $0.upperBound].map(part) } ?? [part(value), part(value)]
    let numbers = [ends[0], ends[1] - ends[0], part(value)].map { String(format: "%.1f", 100 * $0) }
    return ["low": numbers[0], "length": numbers[1], "middle": numbers[2]]
  }

  private func part(_ value: Double) -> Double {
    let position = isLogarithmic ? log(max(value, .leastNormalMagnitude)) : value
    return max(0, min(1, (position - low) / (high - low)))
  }
}
