import ForceLabPlugins

extension Table {
  /// A row for each measure of one drawing, and which part of other layouts it is better than.
  public init(drawing: MeasuredDrawing, _ columns: [Column]) {
    let isCompared = drawing.percentiles.contains { $0 != nil }
    let part = TableColumn<Int>.number("better than") {
      drawing.percentiles[$0].map { "\(Int(clamping: $0 * 100)) %" } ?? ""
    }
    self.init(
      columns.indices.filter { columns[$0].role != .fact || drawing.values[$0] != nil },
      [
        .text("measure") { columns[$0].heading },
        .number("value") { drawing.values[$0].map(columns[$0].readableText) ?? "" },
      ] + (isCompared ? [part] : []))
  }

  /// A row for each drawing, with its nodes, edges and measures; with percentiles if it `hasPercentiles`.
  public init(drawings: [MeasuredDrawing], _ columns: [Column], hasPercentiles: Bool) {
    let facts = ["nodes", "edges"].map { Heading($0, isNumeric: true, importance: 0) }
    let measures = columns.map {
      Heading($0.heading, name: $0.name, isNumeric: true, importance: $0.role == .fact ? 1 : 2)
    }
    self.init([Heading("drawing")] + facts + measures, source: "--format csv")
    rows = drawings.map { drawing in
      [Cell(text: drawing.name, isNumeric: false)]
        + [drawing.nodes, drawing.edges].map { Cell(text: String($0), number: Double($0)) }
        + zip(columns, drawing.values).map { column, value in
          Cell(text: value.map(column.readableText) ?? "", number: value)
        }
    }
    guard hasPercentiles else { return }
    for index in columns.indices where drawings.contains(where: { $0.percentiles[index] != nil }) {
      headings.append(Heading("\(columns[index].name)_percentile", isNumeric: true))
      for (row, drawing) in drawings.enumerated() {
        let part = drawing.percentiles[index].map { $0 * 100 }
        rows[row].append(Cell(text: part.map { readable($0) } ?? "", number: part))
      }
    }
  }
}

public struct MeasuredDrawing: Sendable {
  public let name: String
  public let nodes: Int
  public let edges: Int
  /// In the order of the columns; nil where a measure is not defined.
  public let values: [Double?]
  /// Which part of layouts of similar graphs is worse, in the order of the columns; nil where that is not known.
  public let percentiles: [Double?]

  public init(name: String, nodes: Int, edges: Int, values: [Double?], percentiles: [Double?]) {
    (self.name, self.nodes, self.edges) = (name, nodes, edges)
    (self.values, self.percentiles) = (values, percentiles)
  }
}
