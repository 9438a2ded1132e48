/// The layouts of a run over graphs: a row for each graph, a column for each algorithm.
struct LayoutMatrix {
  let title: String
  /// With the numbers of their configurations.
  let columns: [[String: String]]
  let rows: [[String: Any]]
  /// More columns do not fit a page.
  private static let maxColumns = 12

  /// Of `items`, one for each configuration. Nil if there are too many algorithms.
  init?(_ items: [RunDrawings.Item], _ board: Scoreboard, over instances: InstanceRun?) {
    guard let instances, board.instances != nil, board.rows.count <= Self.maxColumns else {
      return nil
    }
    let layouts = Dictionary(firstOf: items.map { ($0.configuration, $0) })
    title = instances.axes.name
    columns = board.rows.map { row in
      [
        "name": row.name,
        "configurations": row.configurations.map(String.init).joined(separator: " "),
      ]
    }
    rows = instances.instances.map { instance in
      let cells = board.rows.indices.map { algorithm in
        let own = instance.cells.flatMap { $0.trials[algorithm].map(\.configuration) }
        let item = own.lazy.compactMap { layouts[$0] }.first
        let fields: [String: Any?] = [
          "item": item, "configuration": item?.configuration ?? own.first,
        ]
        return fields.compactMapValues { $0 }
      }
      return ["name": instance.name, "cells": cells]
    }
  }
}
