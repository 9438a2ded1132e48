import ForceLabGraphs
import ForceLabPlugins
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
  ) throws(Diagnostic) -> Graph { try GEXF(GraphText(xml: bytes, file: file), names).graph() }

  /// Version 1.2, with positions as `viz:position`.
  public func text(of table: LayoutTable) throws(Diagnostic) -> String {
    try table.checkIDs("gexf", \.isInXML)
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
      let values = table.xml(columns, of: item) { "<attvalue for=\"\($0)\" value=\"\($1)\"/>" }
      return values.isEmpty ? "" : "<attvalues>\(values)</attvalues>"
    }
    let nodeLines = ids.indices.map { node in
      let place = ["x", "y", "z"].map { name in
        "\(name)=\"\(axes.first { $0.name == name }?.values[node] ?? "0")\""
      }.joined(separator: " ")
      return """
        <node id="\(LayoutTable.xml(ids[node]))" label="\(LayoutTable.xml(table.labels[node]))">\
        \(values(nodes, node))<viz:position \(place)/></node>
        """
    }
    let edgeLines = table.sketch.sources.indices.map { edge in
      let weight = weight?.values[edge].map { " weight=\"\($0)\"" } ?? ""
      return "<edge id=\"\(edge)\" \(table.ends(edge))\(weight)>\(values(edges, edge))</edge>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <gexf xmlns="http://www.gexf.net/1.2draft" xmlns:viz="http://www.gexf.net/1.2draft/viz" \
      version="1.2">
      <graph mode="static" defaultedgetype="\(table.directedness)">
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

/// Nodes within nodes are ordinary nodes, with a note. Of a value that changes in time, the last is read.
/// Format: GEXF Working Group, “GEXF file format”, 2009 to 2022, gexf.net.
final class GEXF: XMLGraphReader {
  private typealias Declaration = (name: String, kind: AttributeColumn.Kind?)

  /// The declared attributes by class, `node` or `edge`, and id.
  private var declared: [String: [UTF8Key: Declaration]] = ["node": [:], "edge": [:]]
  private var openClass: String?
  private var openID: UTF8Key?
  private var openNodes = 0
  private var nestedNodes = 0

  override var root: String { "gexf" }

  override func start(_ element: String, _ attributes: XMLAttributes) throws(Diagnostic) {
    switch element {
    case "graph":
      result.valuesAreWeights = false
      result.isDirected = attributes["defaultedgetype"] == "directed"
      try beginGraph()
    case "attributes":
      let name = attributes["class"] ?? ""
      guard declared[name] != nil else {
        throw error("the class of <attributes> must be 'node' or 'edge', found '\(name.excerpt)'")
      }
      openClass = name
    case "attribute":
      guard let openClass else { return }
      guard let id = attributes["id"] else { throw error("this <attribute> has no 'id'; add it") }
      openID = UTF8Key(id)
      declared[openClass]?[UTF8Key(id)] = (
        attributes["title"] ?? id, AttributeColumn.Kind(declared: attributes["type"])
      )
    case "default":
      content = ""
      takesContent = openID != nil
    case "node":
      if openNodes > 0 || attributes["pid"].map({ !$0.isEmpty }) == true { nestedNodes += 1 }
      openNodes += 1
      try startNode(attributes, label: attributes["label"])
    case "edge":
      try startEdge(attributes, label: attributes["label"])
      set("kind", attributes["kind"], .text)
      set("weight", attributes["weight"], .number)
    case "attvalue": try take(attributes)
    default: break
    }
  }

  override func startOther(_ qualifiedName: String, _ attributes: XMLAttributes) {
    guard qualifiedName == "position" || qualifiedName.hasSuffix(":position"),
      items.last?.isNode == true
    else { return }
    for axis in ["x", "y", "z"] { set(axis, attributes[axis], .number, replaces: false) }
  }

  private func take(_ attributes: XMLAttributes) throws(Diagnostic) {
    guard let item = items.last else { return }
    // Version 1.1 has `id` instead of `for`.
    guard let id = attributes["for"] ?? attributes["id"], let value = attributes["value"] else {
      throw error("an <attvalue> must have 'for' and 'value'; add them")
    }
    let what = item.isEdge ? "edge" : "node"
    guard let declaration = declared[what]?[UTF8Key(id)] else {
      throw error(
        "unknown attribute '\(id.excerpt)'; declare it before the \(what)s in <attributes "
          + "class=\"\(what)\">")
    }
    set(declaration.name, value, declaration.kind)
  }

  override func end(_ element: String) throws(Diagnostic) {
    switch element {
    case "attributes": openClass = nil
    case "attribute": openID = nil
    case "default":
      takesContent = false
      guard let openClass, let openID, let attribute = declared[openClass]?[openID] else { return }
      let text = trimmedContent
      setDefault(
        AttributeValue(name: attribute.name, text: text, place: place, kind: attribute.kind),
        ofNodes: openClass == "node", ofEdges: openClass == "edge", replaces: false)
    case "graph":
      guard nestedNodes > 0 else { return }
      result.remark =
        "read \(nestedNodes) nested node\(nestedNodes == 1 ? "" : "s") as ordinary nodes"
    case "node":
      openNodes -= 1
      try endItem()
    case "edge": try endItem()
    default: break
    }
  }
}
