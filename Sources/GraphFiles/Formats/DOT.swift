import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct DOTFormat: LayoutFormat {
  public static let extensions = ["dot", "gv"]

  public init() {}

  public static let manual = Manual<Self>(
    "dot", "The language of Graphviz.",
    nodes: "Each node that a statement names. Labels are the attribute `label`, or else the ids, "
      + "in which two backslashes are one.",
    edges: "Each edge, also those of chains (`a -- b -- c`), lists (`a, b -- c`) and subgraphs.",
    weights: "The attribute `weight` of edges.",
    attributes:
      "The other attributes of nodes and edges that are not empty. `pos` is read as `x`, `y` "
      + "and `z`, and by `measure` as the curves of edges. y points up in the file, down here.",
    file: "graph {\n  ann [label=\"Ann\"];\n  ann -- bob [weight=2];\n}",
    source: "https://graphviz.org/doc/info/lang.html")

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph { try DOTReader.graph(from: GraphText(bytes, file: file), names) }

  /// Positions are the attribute `pos`, which `neato -n` reads.
  public func text(of table: LayoutTable) throws(Diagnostic) -> String {
    try table.checkIDs("dot") { $0 != "\0" }
    func list(_ values: [(name: String, text: String)]) -> String {
      values.isEmpty
        ? ""
        : " [" + values.map { "\(name($0.name))=\(quoted($0.text))" }.joined(separator: ", ") + "]"
    }
    func attributes(_ columns: [LayoutTable.Column], of item: Int) -> [(String, String)] {
      columns.compactMap { column in column.values[item].map { (column.name, $0) } }
    }
    let nodes = table.ids.indices.map { node in
      let label = table.labels[node] == table.ids[node] ? [] : [("label", table.labels[node])]
      let place = table.axes.compactMap { $0.values[node] }
      let position =
        place.isEmpty ? [] : [("pos", AttributeValue.dotPlace(place).joined(separator: ","))]
      let others = attributes(table.nodes, of: node).filter { $0.0 != "label" && $0.0 != "pos" }
      return "  \(quoted(table.ids[node]))\(list(label + position + others));\n"
    }
    let isDirected = table.sketch.isDirected == true
    let edges = table.sketch.sources.indices.map { edge in
      let ends = [table.sketch.sources[edge], table.sketch.targets[edge]].map {
        quoted(table.ids[Int($0)])
      }
      let others = attributes(table.edges, of: edge).filter { $0.0 != "pos" }
      return "  \(ends[0]) \(isDirected ? "->" : "--") \(ends[1])\(list(others));\n"
    }
    return "\(isDirected ? "digraph" : "graph") {\n\(nodes.joined())\(edges.joined())}\n"
  }

  private func name(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { DOTTokens.isWordByte($0) && $0 < 0x80 && $0 != 0x2E }
    let isName = isPlain && text.first?.isNumber == false
    return isName && !Self.keywords.contains(text.lowercased()) ? text : quoted(text)
  }

  private static let keywords: Set = ["node", "edge", "graph", "digraph", "subgraph", "strict"]

  /// Ends of lines stay as they are, because `\n` is one in labels only.
  private func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\0": ""
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
