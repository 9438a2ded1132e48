import ForceLabGraphs
import ForceLabPlugins
import Foundation
import ForceLabSettings

public struct GraphMLFormat: LayoutFormat {
  public static let extensions = ["graphml"]

  public init() {}

  public static let manual = Manual<Self>(
    "graphml", "XML as networkx, igraph, yEd and Gephi write it.",
    nodes: "Each <node>. Labels are the data `label` or `name`, or else the ids.",
    edges: "Each <edge>, with source and target.",
    weights: "The data `weight` or `value` of edges.",
    attributes: "The <data> of nodes and edges that a <key> declares, with their defaults.",
    file: """
      <graphml><key id="w" for="edge" attr.name="weight" attr.type="double"/><graph>
      <node id="a"/><node id="b"/><edge source="a" target="b"><data key="w">2</data></edge>
      </graph></graphml>
      """)

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph {
    try GraphML(GraphText(xml: bytes, file: file), names).graph()
  }

  public func text(of table: LayoutTable) -> String {
    let axisColumns = table.axes.map { axis in
      LayoutTable.Column(name: axis.name, type: "double", values: axis.values.map { ($0, $0) })
    }
    let (ids, edges) = (table.ids, table.edges)
    let nodes = table.nodes + axisColumns
    var keys = ""
    for (prefix, kind, columns) in [("n", "node", nodes), ("e", "edge", edges)] {
      for (index, column) in columns.enumerated() {
        keys += """
          <key id="\(prefix)\(index)" for="\(kind)" attr.name="\(LayoutTable.xml(column.name))" \
          attr.type="\(column.type)"/>

          """
      }
    }
    func data(_ prefix: String, _ columns: [LayoutTable.Column], _ item: Int) -> String {
      columns.enumerated().map { index, column in
        column.values[item].map {
          "<data key=\"\(prefix)\(index)\">\(LayoutTable.xml($0.plain))</data>"
        }
          ?? ""
      }.joined()
    }
    let nodeLines = ids.indices.map { node in
      "<node id=\"\(LayoutTable.xml(ids[node]))\">\(data("n", nodes, node))</node>"
    }
    let edgeLines = table.sketch.sources.indices.map { edge in
      "<edge \(table.ends(edge))>\(data("e", edges, edge))</edge>"
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
}

/// Reads GraphML: nodes and edges in XML, with data under declared keys.
/// Reads the keys named `label` (or `name`) and `group` (or `community`, `club`) of nodes, `weight`
/// (or `value`) of edges, and the requested attributes, with their defaults. Nodes of nested graphs
/// are ordinary nodes. Ports are ignored. Hyperedges and declarations are errors.
/// Format: U. Brandes et al., “GraphML progress report”, 2001.
final class GraphML: XMLGraphReader {
  private struct Item {
    enum Kind: Equatable {
      case node(index: Int)
      case edge(source: String, target: String)
      case other
    }

    var kind: Kind
    var place: Int
    /// By the names of their keys in lower case.
    var values: [String: AttributeValue] = [:]
  }

  /// The names of the declared keys in lower case by id, and as written by name in lower case.
  private var keyNames: [UTF8Key: String] = [:]
  private var writtenNames: [String: String] = [:]
  /// The declared kinds of the keys by name.
  private var kinds: [String: AttributeColumn.Kind] = [:]
  private var nodeDefaults: [String: AttributeValue] = [:]
  private var edgeDefaults: [String: AttributeValue] = [:]
  /// The innermost is last.
  private var items: [Item] = []
  private var openGraphs = 0
  /// The name of the open `<key>`, and the elements that it applies to.
  private var declaredKey: (name: String, domain: String)?
  /// The key name of the open `<data>`.
  private var dataName: String? { didSet { takesContent = dataName != nil } }

  override var root: String { "graphml" }

  override func start(_ element: String, _ attributes: [String: String]) {
    switch element {
    case "key":
      guard let id = attributes["id"] else {
        return fail("this <key> has no 'id'; add it", at: place)
      }
      let name = (attributes["attr.name"] ?? id).lowercased()
      keyNames[UTF8Key(id)] = name
      kinds[name] = AttributeColumn.Kind(declared: attributes["attr.type"])
      writtenNames[name] = attributes["attr.name"] ?? id
      declaredKey = (name, attributes["for"] ?? "all")
    case "default": beginData(declaredKey?.name)
    case "data": beginData(attributes["key"].map { keyNames[UTF8Key($0)] ?? $0.lowercased() })
    case "graph":
      guard openGraphs > 0 || beginGraph() else { return }
      openGraphs += 1
      items.append(Item(kind: .other, place: place))
    case "node": startNode(attributes)
    case "edge": startEdge(attributes)
    case "port": items.append(Item(kind: .other, place: place))
    case "hyperedge": fail("hyperedges are not supported; replace this one by edges", at: place)
    default: break
    }
  }

  private func startNode(_ attributes: [String: String]) {
    guard let id = attributes["id"] else {
      return fail("this <node> has no 'id'; add it", at: place)
    }
    attempt { () throws(Diagnostic) in
      let index = try result.addNode(.init(id), at: place)
      items.append(Item(kind: .node(index: index), place: place))
    }
  }

  private func startEdge(_ attributes: [String: String]) {
    guard let source = attributes["source"], let target = attributes["target"] else {
      let missing = attributes["source"] == nil ? "source" : "target"
      return fail("this <edge> has no '\(missing)'; add it", at: place)
    }
    items.append(Item(kind: .edge(source: source, target: target), place: place))
  }

  override func end(_ element: String) {
    switch element {
    case "key": declaredKey = nil
    case "default":
      guard let declaredKey else { return }
      var value = endData(of: declaredKey.name)
      value.isDefault = true
      if declaredKey.domain != "edge" { nodeDefaults[declaredKey.name] = value }
      if declaredKey.domain != "node" { edgeDefaults[declaredKey.name] = value }
    case "data":
      guard let name = dataName else { return }
      let value = endData(of: name)
      if !items.isEmpty { items[items.count - 1].values[name] = value }
    case "graph":
      openGraphs -= 1
      _ = items.popLast()
    case "node", "edge", "port": if let item = items.popLast() { finish(item) }
    default: break
    }
  }

  private func beginData(_ name: String?) {
    dataName = name
    content = ""
  }

  private func endData(of name: String) -> AttributeValue {
    defer { dataName = nil }
    let kind = kinds[name]
    return AttributeValue(
      name: writtenNames[name] ?? name,
      text: content.trimmingCharacters(in: .whitespacesAndNewlines),
      place: items.last?.place ?? place, kind: kind, isText: name == "value" && kind == .text)
  }

  private func finish(_ item: Item) {
    func values(_ defaults: [String: AttributeValue]) -> AttributeValues {
      var values = AttributeValues()
      for var value in item.values.merging(defaults, uniquingKeysWith: { own, _ in own }).values
        .sorted(by: { $0.name < $1.name })
      {
        value.place = item.place
        values.add(value)
      }
      return values
    }
    attempt { () throws(Diagnostic) in
      switch item.kind {
      case .node(let index): try result.describe(index, by: values(nodeDefaults))
      case .edge(let source, let target):
        try result.addEdge(
          from: .init(source), to: .init(target), values(edgeDefaults), at: item.place)
      case .other: break
      }
    }
  }
}

extension AttributeColumn.Kind {
  /// The kind of the type that GraphML or GEXF declares; nil if it is unknown.
  init?(declared type: String?) {
    switch type?.lowercased() {
    case "int", "integer", "long", "short", "byte", "float", "double", "biginteger", "bigdecimal":
      self = .number
    case "boolean": self = .boolean
    case "string", "anyuri", "char", "liststring": self = .text
    default: return nil
    }
  }
}
