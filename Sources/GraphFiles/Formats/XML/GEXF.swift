import ForceLabGraphs
import ForceLabPlugins
import Foundation
import ForceLabSettings

public struct GEXFFormat: LayoutFormat {
  public static let extensions = ["gexf"]

  public init() {}

  public static let manual = Manual<Self>(
    "gexf", "XML of version 1.1 to 1.3, as Gephi and networkx write it.",
    nodes: "Each <node>, nested ones too, with a note. Labels are `label`, or else the ids.",
    edges: "Each <edge>, with source and target.", weights: "The `weight` of edges.",
    attributes:
      "The <attvalue> of nodes and edges that an <attribute> declares, with their defaults; "
      + "x, y and z of viz:position.",
    file: """
      <gexf><graph><nodes><node id="a" label="Ann"/><node id="b"/></nodes>
      <edges><edge id="0" source="a" target="b" weight="2"/></edges></graph></gexf>
      """)

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph {
    try GEXF(GraphText(xml: bytes, file: file), names).graph()
  }

  /// Version 1.2, with positions as `viz:position`.
  public func text(of table: LayoutTable) -> String {
    let (ids, axes) = (table.ids, table.axes)
    let nodes = table.nodes.filter { $0.name != "label" }
    let weight = table.edges.first { $0.name == "weight" && $0.type != "string" }
    let edges = table.edges.filter { weight == nil || $0.name != "weight" }
    var declared = ""
    for (kind, columns) in [("node", nodes), ("edge", edges)] where !columns.isEmpty {
      declared += "<attributes class=\"\(kind)\" mode=\"static\">\n"
      for (index, column) in columns.enumerated() {
        declared += """
          <attribute id="\(index)" title="\(LayoutTable.xml(column.name))" type="\(column.type)"/>

          """
      }
      declared += "</attributes>\n"
    }
    func values(_ columns: [LayoutTable.Column], _ item: Int) -> String {
      let values = columns.enumerated().compactMap { index, column in
        column.values[item].map {
          "<attvalue for=\"\(index)\" value=\"\(LayoutTable.xml($0.plain))\"/>"
        }
      }
      return values.isEmpty ? "" : "<attvalues>\(values.joined())</attvalues>"
    }
    let nodeLines = ids.indices.map { node in
      let place = ["x", "y", "z"].enumerated().map { axis, name in
        "\(name)=\"\(axis < axes.count ? axes[axis].values[node] : "0")\""
      }.joined(separator: " ")
      return """
        <node id="\(LayoutTable.xml(ids[node]))" label="\(LayoutTable.xml(table.labels[node]))">\
        \(values(nodes, node))<viz:position \(place)/></node>
        """
    }
    let edgeLines = table.sketch.sources.indices.map { edge in
      let weight = weight?.values[edge].map { " weight=\"\($0.plain)\"" } ?? ""
      return "<edge id=\"\(edge)\" \(table.ends(edge))\(weight)>\(values(edges, edge))</edge>"
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
}

/// Reads GEXF 1.1 to 1.3: nodes and edges in XML, with values under declared attributes.
/// Reads the labels of nodes, the weights of edges, the attributes named `group` (or `community`,
/// `club`) of nodes, and the requested attributes, with their defaults. Positions (`viz:position`) are
/// the attributes `x`, `y` and `z` of nodes. Nodes within nodes are read as ordinary nodes, with a note.
/// Of a value that changes in time, the last is read.
/// Format: GEXF Working Group, “GEXF file format”, 2009 to 2022, gexf.net.
final class GEXF: XMLGraphReader {
  private struct Item {
    enum Kind {
      case node(index: Int)
      case edge(source: String, target: String)
    }

    var kind: Kind
    var place: Int
    var label: String?
    /// By the names of attributes.
    var values: [UTF8Key: AttributeValue] = [:]

    mutating func set(_ name: String, _ text: String, _ kind: AttributeColumn.Kind?, at place: Int)
    {
      values[UTF8Key(name)] = AttributeValue(name: name, text: text, place: place, kind: kind)
    }
  }

  private struct Declaration {
    let name: String
    let kind: AttributeColumn.Kind?
  }

  /// The declared attributes by class, `node` or `edge`, and id.
  private var declared: [String: [UTF8Key: Declaration]] = ["node": [:], "edge": [:]]
  /// Those with a default, and it, in the order of the file.
  private var defaults: [String: [(attribute: Declaration, text: String)]] = [:]
  private var openClass: String?
  private var openID: UTF8Key?
  /// The innermost is last.
  private var items: [Item] = []
  private var openNodes = 0
  private var nestedNodes = 0

  override var root: String { "gexf" }

  override func start(_ element: String, _ attributes: [String: String]) {
    switch element {
    case "graph":
      result.valuesAreWeights = false
      _ = beginGraph()
    case "attributes": startAttributes(attributes)
    case "attribute": startAttribute(attributes)
    case "default":
      content = ""
      takesContent = openID != nil
    case "node": startNode(attributes)
    case "edge": startEdge(attributes)
    case "attvalue": take(attributes)
    default: break
    }
  }

  override func startOther(_ qualifiedName: String, _ attributes: [String: String]) {
    guard qualifiedName == "position" || qualifiedName.hasSuffix(":position"), !items.isEmpty,
      case .node = items[items.count - 1].kind
    else { return }
    for axis in ["x", "y", "z"] {
      guard let value = attributes[axis],
        items[items.count - 1].values[UTF8Key(axis)] == nil
      else { continue }
      items[items.count - 1].set(axis, value, .number, at: place)
    }
  }

  private func startAttributes(_ attributes: [String: String]) {
    let name = attributes["class"] ?? ""
    guard declared[name] != nil else {
      return fail(
        "the class of <attributes> must be 'node' or 'edge', found '\(name.excerpt)'", at: place)
    }
    openClass = name
  }

  private func startAttribute(_ attributes: [String: String]) {
    guard let openClass else { return }
    guard let id = attributes["id"] else {
      return fail("this <attribute> has no 'id'; add it", at: place)
    }
    openID = UTF8Key(id)
    declared[openClass]?[UTF8Key(id)] = Declaration(
      name: attributes["title"] ?? id, kind: AttributeColumn.Kind(declared: attributes["type"]))
  }

  private func startNode(_ attributes: [String: String]) {
    guard let id = attributes["id"] else {
      return fail("this <node> has no 'id'; add it", at: place)
    }
    if openNodes > 0 || attributes["pid"].map({ !$0.isEmpty }) == true { nestedNodes += 1 }
    openNodes += 1
    attempt { () throws(Diagnostic) in
      let index = try result.addNode(.init(id), at: place)
      items.append(Item(kind: .node(index: index), place: place, label: attributes["label"]))
    }
  }

  private func startEdge(_ attributes: [String: String]) {
    guard let source = attributes["source"], let target = attributes["target"] else {
      let missing = attributes["source"] == nil ? "source" : "target"
      return fail("this <edge> has no '\(missing)'; add it", at: place)
    }
    var item = Item(
      kind: .edge(source: source, target: target), place: place, label: attributes["label"])
    if let kind = attributes["kind"] { item.set("kind", kind, .text, at: place) }
    if let weight = attributes["weight"] { item.set("weight", weight, .number, at: place) }
    items.append(item)
  }

  private func take(_ attributes: [String: String]) {
    guard !items.isEmpty else { return }
    // Version 1.1 has `id` instead of `for`.
    guard let id = attributes["for"] ?? attributes["id"], let value = attributes["value"] else {
      return fail("an <attvalue> must have 'for' and 'value'; add them", at: place)
    }
    let isEdge = if case .edge = items[items.count - 1].kind { true } else { false }
    guard let declaration = declared[isEdge ? "edge" : "node"]?[UTF8Key(id)] else {
      let what = isEdge ? "edge" : "node"
      return fail(
        "unknown attribute '\(id.excerpt)'; declare it in <attributes class=\"\(what)\">", at: place
      )
    }
    items[items.count - 1].set(declaration.name, value, declaration.kind, at: place)
  }

  override func end(_ element: String) {
    switch element {
    case "attributes": openClass = nil
    case "attribute": openID = nil
    case "default":
      takesContent = false
      guard let openClass, let openID, let attribute = declared[openClass]?[openID] else { return }
      let text = content.trimmingCharacters(in: .whitespacesAndNewlines)
      defaults[openClass, default: []].append((attribute, text))
    case "graph":
      guard nestedNodes > 0 else { return }
      result.remark =
        "read \(nestedNodes) nested node\(nestedNodes == 1 ? "" : "s") as ordinary nodes"
    case "node":
      openNodes -= 1
      if let item = items.popLast() { finish(item) }
    case "edge": if let item = items.popLast() { finish(item) }
    default: break
    }
  }

  private func finish(_ item: Item) {
    var item = item
    let isEdge = if case .edge = item.kind { true } else { false }
    for (attribute, text) in defaults[isEdge ? "edge" : "node"] ?? []
    where item.values[UTF8Key(attribute.name)] == nil {
      item.set(attribute.name, text, attribute.kind, at: item.place)
    }
    if let label = item.label, item.values[UTF8Key("label")] == nil {
      item.set("label", label, .text, at: item.place)
    }
    var values = AttributeValues()
    for value in item.values.values.sorted(by: { $0.name < $1.name }) { values.add(value) }
    attempt { () throws(Diagnostic) in
      switch item.kind {
      case .node(let index): try result.describe(index, label: item.label, by: values)
      case .edge(let source, let target):
        try result.addEdge(from: .init(source), to: .init(target), values, at: item.place)
      }
    }
  }
}
