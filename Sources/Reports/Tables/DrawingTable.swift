import ForceLabPlugins

extension Table {
  /// A row for each drawing, with its numbers of nodes and edges and its measures.
  public init(drawings: [MeasuredDrawing], _ columns: [Column]) {
    let facts = ["nodes", "edges"].map { Heading($0, isNumeric: true, importance: 0) }
    let measures = columns.map { column in
      var heading = Heading(
        column.heading, isNumeric: true, importance: column.role == .fact ? 1 : 2)
      heading.name = column.name
      return heading
    }
    self.init([Heading("drawing")] + facts + measures, source: "--format csv")
    rows = drawings.map { drawing in
      [Cell(text: drawing.name, isNumeric: false)]
        + [drawing.nodes, drawing.edges].map { Cell(text: String($0), number: Double($0)) }
        + zip(columns, drawing.values).map { column, value in
          Cell(text: value.map(column.readableText) ?? "", number: value)
        }
    }
  }
}

/// The measures of a finished drawing.
public struct MeasuredDrawing: Sendable {
  public let name: String
  public let nodes: Int
  public let edges: Int
  /// In the order of the columns; nil where a measure is not defined.
  public let values: [Double?]

  public init(name: String, nodes: Int, edges: Int, values: [Double?]) {
    (self.name, self.nodes, self.edges, self.values) = (name, nodes, edges, values)
  }
}
