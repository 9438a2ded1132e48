import ForceLabGraphs
import ForceLabSettings

/// A graph with all its attributes and the positions of its nodes, for files that networkx reads.
public struct LayoutTable {
  struct Column {
    let name: String
    /// As GraphML and GEXF call it.
    let type: String
    /// Nil where there is none.
    let values: [String?]

    func json(_ item: Int) -> String? {
      values[item].map { type == "string" ? $0.jsonText : $0 }
    }
  }

  let ids: [String]
  let idsAreNumbers: Bool
  let labels: [String]
  let nodes: [Column]
  let edges: [Column]
  let sketch: GraphSketch
  let axes: [Column]

  /// The positions replace attributes of the source with the same names.
  public init(_ sketch: GraphSketch, _ layout: [[Double]]) {
    self.sketch = sketch
    ids = sketch.ids ?? (0..<sketch.nodes).map(String.init)
    idsAreNumbers =
      (sketch.ids == nil || sketch.idsAreNumbers == true) && ids.allSatisfy(Self.isNumber)
    axes = zip(["x", "y", "z"], layout).map {
      Column(name: $0, type: "double", values: $1.map(\.shortText))
    }
    let own = axes.map(\.name)
    let columns = sketch.nodeAttributes ?? []
    nodes = columns.filter { !own.contains($0.name) }.map(Self.column)
    // Lines of edges belong to other positions.
    let isRoute = { (text: String?) in text.flatMap { try? EdgeRoute(path: $0) } != nil }
    edges = (sketch.edgeAttributes ?? []).filter { column in
      !(column.name == EdgeRoute.attribute && column.values.contains(where: isRoute))
    }.map(Self.column)
    let names = columns.labelIndex.map { columns[$0] }
    labels = ids.indices.map { [ids] in names?.values[$0] ?? ids[$0] }
  }

  /// The values of `item` in XML, each as `text` of the index of its column and itself.
  func xml(_ columns: [Column], of item: Int, _ text: (Int, String) -> String) -> String {
    columns.enumerated().compactMap { index, column in
      column.values[item].map { text(index, Self.xml($0)) }
    }.joined()
  }

  /// What XML calls the direction of edges.
  var directedness: String { sketch.isDirected == true ? "directed" : "undirected" }

  /// The attributes of XML for the ends of `edge`.
  func ends(_ edge: Int) -> String {
    let ends = [sketch.sources[edge], sketch.targets[edge]].map { Self.xml(ids[Int($0)]) }
    return "source=\"\(ends[0])\" target=\"\(ends[1])\""
  }
}

extension LayoutTable {
  private static func column(_ column: AttributeColumn) -> Column {
    let (type, values): (String, [String?])
    switch column.kind {
    case .boolean:
      type = "boolean"
      values = column.values.map { text in
        text.map { ["true", "1"].contains($0.lowercased()) ? "true" : "false" }
      }
    case .number:
      values = column.values.map { $0.map(number) }
      type = values.allSatisfy { $0.map { Int64($0) != nil } ?? true } ? "long" : "double"
    case .text: (type, values) = ("string", column.values)
    }
    return Column(name: column.name, type: type, values: values)
  }

  /// As written if JSON has such numbers.
  private static func number(_ text: String) -> String {
    isNumber(text) ? text : (Double(text.filter { !$0.isWhitespace }) ?? 0).shortText
  }

  private static func isNumber(_ text: String) -> Bool {
    JSONReader.isNumber(text) && Double(text)?.isFinite == true
  }

  /// Throws if an id has a character that files of the format `name` cannot have: `isAllowed` is false.
  func checkIDs(_ name: String, _ isAllowed: (Unicode.Scalar) -> Bool) throws(Diagnostic) {
    guard let id = ids.first(where: { !$0.unicodeScalars.allSatisfy(isAllowed) }) else { return }
    throw Diagnostic(
      "the id '\(id.excerpt)' of a node has a character that \(name) files cannot have; "
        + "write a json file", at: nil)
  }

  static func xml(_ text: String) -> String { text.xmlEscaped(keepsBreaks: true) }
}

extension String {
  /// Escaped for elements and attributes of XML, without characters that it does not allow. Tabs and
  /// line breaks become spaces, unless `keepsBreaks`.
  package func xmlEscaped(keepsBreaks: Bool = false) -> String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += keepsBreaks ? "&#\(scalar.value);" : " "
      case _ where !scalar.isInXML: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  var isInXML: Bool { self < " " ? "\t\n\r".unicodeScalars.contains(self) : value | 1 != 0xFFFF }
}
