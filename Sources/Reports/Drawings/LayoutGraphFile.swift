import ForceLabGraphs
import ForceLabPlugins
import Foundation

/// A graph with all its attributes and the positions of its nodes, as a file that networkx reads.
struct LayoutGraphFile {
  private struct Column {
    let name: String
    /// As GraphML and GEXF call it.
    let type: String
    /// In JSON and in XML, nil where there is none.
    let values: [(json: String, plain: String)?]
  }

  private let ids: [String]
  private let idsAreNumbers: Bool
  private let labels: [String]
  private let nodes: [Column]
  private let edges: [Column]
  private let sketch: GraphSketch
  private let axes: [(name: String, values: [String])]

  /// The positions replace attributes of the source with the same names.
  init(_ sketch: GraphSketch, _ layout: [[Double]]) {
    self.sketch = sketch
    ids = sketch.ids ?? (0..<sketch.nodes).map(String.init)
    idsAreNumbers =
      (sketch.ids == nil || sketch.idsAreNumbers == true) && ids.allSatisfy(Self.isNumber)
    axes = zip(["x", "y", "z"], layout).map { ($0, $1.map(\.shortText)) }
    let own = ["id"] + axes.map(\.name)
    let columns = sketch.nodeAttributes ?? []
    nodes = columns.filter { !own.contains($0.name) }.map(Self.column)
    edges = (sketch.edgeAttributes ?? []).filter { !["source", "target"].contains($0.name) }
      .map(Self.column)
    let names = ["label", "name"].lazy.compactMap { name in
      columns.first { $0.name.lowercased() == name }
    }.first
    labels = ids.indices.map { [ids] in names?.values[$0] ?? ids[$0] }
  }

  /// Node-link JSON.
  var json: String {
    let idTexts = idsAreNumbers ? ids : ids.map(\.jsonText)
    let nodeLines = ids.indices.map { node in
      Self.object(
        [("id", idTexts[node])] + Self.entries(nodes, node)
          + axes.map { ($0.name, $0.values[node]) })
    }
    let edgeLines = sketch.sources.indices.map { edge in
      let ends = [sketch.sources[edge], sketch.targets[edge]].map { idTexts[Int($0)] }
      return Self.object(
        [("source", ends[0]), ("target", ends[1])] + Self.entries(edges, edge))
    }
    return """
      {"directed": false, "multigraph": false, "graph": {}, "nodes": [
      \(nodeLines.joined(separator: ",\n"))
      ], "edges": [
      \(edgeLines.joined(separator: ",\n"))
      ]}

      """
  }

  var graphML: String {
    let axisColumns = axes.map { axis in
      Column(name: axis.name, type: "double", values: axis.values.map { ($0, $0) })
    }
    let nodes = nodes + axisColumns
    var keys = ""
    for (prefix, kind, columns) in [("n", "node", nodes), ("e", "edge", edges)] {
      for (index, column) in columns.enumerated() {
        keys += """
          <key id="\(prefix)\(index)" for="\(kind)" attr.name="\(Self.xml(column.name))" \
          attr.type="\(column.type)"/>

          """
      }
    }
    func data(_ prefix: String, _ columns: [Column], _ item: Int) -> String {
      columns.enumerated().map { index, column in
        column.values[item].map { "<data key=\"\(prefix)\(index)\">\(Self.xml($0.plain))</data>" }
          ?? ""
      }.joined()
    }
    let nodeLines = ids.indices.map { node in
      "<node id=\"\(Self.xml(ids[node]))\">\(data("n", nodes, node))</node>"
    }
    let edgeLines = sketch.sources.indices.map { edge in
      "<edge \(ends(edge))>\(data("e", edges, edge))</edge>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
      \(keys)<graph edgedefault="undirected">
      \((nodeLines + edgeLines).joined(separator: "\n"))
      </graph>
      </graphml>

      """
  }

  /// GEXF 1.2, with positions as `viz:position`.
  var gexf: String {
    let nodes = nodes.filter { $0.name != "label" }
    let weight = edges.first { $0.name == "weight" && $0.type != "string" }
    let edges = edges.filter { weight == nil || $0.name != "weight" }
    var declared = ""
    for (kind, columns) in [("node", nodes), ("edge", edges)] where !columns.isEmpty {
      declared += "<attributes class=\"\(kind)\" mode=\"static\">\n"
      for (index, column) in columns.enumerated() {
        declared += """
          <attribute id="\(index)" title="\(Self.xml(column.name))" type="\(column.type)"/>

          """
      }
      declared += "</attributes>\n"
    }
    func values(_ columns: [Column], _ item: Int) -> String {
      let values = columns.enumerated().compactMap { index, column in
        column.values[item].map { "<attvalue for=\"\(index)\" value=\"\(Self.xml($0.plain))\"/>" }
      }
      return values.isEmpty ? "" : "<attvalues>\(values.joined())</attvalues>"
    }
    let nodeLines = ids.indices.map { node in
      let place = ["x", "y", "z"].enumerated().map { axis, name in
        "\(name)=\"\(axis < axes.count ? axes[axis].values[node] : "0")\""
      }.joined(separator: " ")
      return """
        <node id="\(Self.xml(ids[node]))" label="\(Self.xml(labels[node]))">\
        \(values(nodes, node))<viz:position \(place)/></node>
        """
    }
    let edgeLines = sketch.sources.indices.map { edge in
      let weight = weight?.values[edge].map { " weight=\"\($0.plain)\"" } ?? ""
      return "<edge id=\"\(edge)\" \(ends(edge))\(weight)>\(values(edges, edge))</edge>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <gexf xmlns="http://www.gexf.net/1.2draft" xmlns:viz="http://www.gexf.net/1.2draft/viz" \
      version="1.2">
      <graph mode="static" defaultedgetype="undirected">
      \(declared)<nodes>
      \(nodeLines.joined(separator: "\n"))
      </nodes>
      <edges>
      \(edgeLines.joined(separator: "\n"))
      </edges>
      </graph>
      </gexf>

      """
  }

  private func ends(_ edge: Int) -> String {
    let ends = [sketch.sources[edge], sketch.targets[edge]].map { Self.xml(ids[Int($0)]) }
    return "source=\"\(ends[0])\" target=\"\(ends[1])\""
  }
}

/// Values and escapes.
extension LayoutGraphFile {
  private static func column(_ column: AttributeColumn) -> Column {
    switch column.kind {
    case .boolean:
      let values = column.values.map { text in
        text.map { ["true", "1"].contains($0.lowercased()) ? "true" : "false" }
      }
      return Column(name: column.name, type: "boolean", values: values.map { $0.map { ($0, $0) } })
    case .number:
      let texts = column.values.map { $0.map(number) }
      let areWhole = texts.allSatisfy { $0.map { Int64($0) != nil } ?? true }
      return Column(
        name: column.name, type: areWhole ? "long" : "double",
        values: texts.map { $0.map { ($0, $0) } })
    case .text:
      return Column(
        name: column.name, type: "string",
        values: column.values.map { $0.map { ($0.jsonText, $0) } }
      )
    }
  }

  /// As written if JSON has such numbers.
  private static func number(_ text: String) -> String {
    isNumber(text) ? text : (Double(text.filter { !$0.isWhitespace }) ?? 0).shortText
  }

  /// Whether `text` is a number in JSON.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard let first = digits.first, (0x30...0x39).contains(first),
      text.utf8.count - digits.count <= 1,
      digits.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      Double(text)?.isFinite == true
    else { return false }
    let second = digits.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false
    let dot = digits.firstIndex(of: UInt8(ascii: "."))
    let hasDigit = dot.map { dot in
      let next = digits.index(after: dot)
      return next < digits.endIndex && (0x30...0x39).contains(digits[next])
    }
    return !(first == 0x30 && second) && hasDigit ?? true
  }

  private static func entries(_ columns: [Column], _ item: Int) -> [(String, String)] {
    columns.compactMap { column in column.values[item].map { (column.name, $0.json) } }
  }

  private static func object(_ entries: [(String, String)]) -> String {
    "{" + entries.map { "\(($0).jsonText): \($1)" }.joined(separator: ", ") + "}"
  }

  private static func xml(_ text: String) -> String { SVG.escaped(text, keepsBreaks: true) }
}
