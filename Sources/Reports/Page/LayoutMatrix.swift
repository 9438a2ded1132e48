/// The layouts of a run over graphs: a row for each graph, a column for each algorithm.
struct LayoutMatrix {
  struct Column {
    let name: String
    /// The numbers of its configurations.
    let configurations: String
  }

  struct Row {
    let name: String
    let cells: [Cell]
  }

  struct Cell {
    /// Nil if there is no layout.
    let item: RunDrawings.Item?
    let configuration: String
  }

  let title: String
  let columns: [Column]
  let rows: [Row]
  /// Of graphs: the print style divides a page by it.
  let rowCount: Int
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
      Column(
        name: row.name, configurations: row.configurations.map(String.init).joined(separator: " "))
    }
    rows = instances.instances.map { instance in
      let cells = board.rows.indices.map { algorithm -> Cell in
        let own = instance.cells.flatMap { $0.trials[algorithm].map(\.configuration) }
        let item = own.lazy.compactMap { layouts[$0] }.first
        return Cell(
          item: item, configuration: (item?.configuration ?? own.first).map(String.init) ?? "")
      }
      return Row(name: instance.name, cells: cells)
    }
    rowCount = rows.count
  }
}
