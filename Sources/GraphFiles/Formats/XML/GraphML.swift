import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct GraphMLFormat: LayoutFormat {
  public static let extensions = ["graphml"]

  public init() {}

  public static let manual = Manual<Self>(
    "graphml", "XML as networkx, igraph, yEd and Gephi write it.",
    nodes: "Each <node>. Labels are the data `label`, `name` or `id`, or else the ids.",
    edges: "Each <edge>, with source and target.",
    weights: "The data `weight` or `value` of edges.",
    attributes:
      "The <data> of nodes and edges, with the names and defaults that a <key> declares. Of what yEd draws, the "
      + "labels are read, the geometry of nodes as `x` and `y`, and by `measure` the bends and curves of edges.",
    file: """
      <graphml><key id="w" for="edge" attr.name="weight" attr.type="double"/><graph>
      <node id="a"/><node id="b"/><edge source="a" target="b"><data key="w">2</data></edge>
      </graph></graphml>
      """)

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph {
    let text = try GraphText(xml: bytes, file: file)
    let reader = try GraphML(text, names)
    let graph = try reader.graph()
    guard reader.lacksCenters else { return graph }
    // Some nodes come after their edges.
    let again = try GraphML(text, names)
    again.centers = reader.centers
    return try again.graph()
  }

  public func text(of table: LayoutTable) throws(Diagnostic) -> String {
    try table.checkIDs("graphml", \.isInXML)
    let (ids, nodes, edges) = (table.ids, table.nodes + table.axes, table.edges)
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
      table.xml(columns, of: item) { "<data key=\"\(prefix)\($0)\">\($1)</data>" }
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
      \(keys)<graph edgedefault="\(table.directedness)">
      \((nodeLines + edgeLines).joined(separator: "\n"))
      </graph>
      </graphml>

      """
  }
}

/// Nodes of nested graphs are ordinary nodes. Ports and data of graphs are ignored. Hyperedges and entities are errors.
/// Format: U. Brandes et al., “GraphML progress report”, 2001.
final class GraphML: XMLGraphReader {
  private struct Key {
    var name: String
    var kind: AttributeColumn.Kind?
    /// The elements that it applies to.
    var domain = "all"
    /// Whether it is of what yEd draws.
    var isOfYEd = false
  }

  /// By id, because nodes and edges may have keys of one name.
  private var keys: [UTF8Key: Key] = [:]
  private var undeclared: [String] = []
  private var openGraphs = 0
  private var openKey: Key?
  /// The key of the open `<data>` or `<default>`.
  private var openData: Key? { didSet { takesContent = openData != nil } }
  /// What yEd draws: the centers of nodes by their ids, the innermost node, and the line of the open edge.
  fileprivate(set) var centers: [UTF8Key: SIMD2<Double>] = [:]
  private var nodeID = ""
  private var line = YEdLine()
  /// Whether the line of an edge could not be read because the positions of its nodes come later in the file.
  private(set) var lacksCenters = false

  override var root: String { "graphml" }

  override func start(_ element: String, _ attributes: XMLAttributes) throws(Diagnostic) {
    switch element {
    case "key":
      guard let id = attributes["id"] else { throw error("this <key> has no 'id'; add it") }
      let key = Key(
        name: attributes["attr.name"] ?? id,
        kind: AttributeColumn.Kind(declared: attributes["attr.type"]),
        domain: attributes["for"] ?? "all", isOfYEd: attributes["yfiles.type"] != nil)
      if let known = keys.updateValue(key, forKey: UTF8Key(id)), known.name != key.name {
        throw error(
          "the key '\(id.excerpt)' is '\(key.name.excerpt)' here, and was '\(known.name.excerpt)' "
            + "before; ids must be unique, and keys before the <graph>")
      }
      openKey = key
    case "default": beginData(openKey)
    case "data": beginData(attributes["key"].map(key))
    case "graph":
      if openGraphs == 0 {
        try beginGraph()
        result.isDirected = attributes["edgedefault"] == "directed"
      }
      openGraphs += 1
      startOtherItem()
    case "node":
      nodeID = attributes["id"] ?? ""
      try startNode(attributes)
    case "edge":
      line = YEdLine()
      try startEdge(attributes)
    case "port": startOtherItem()
    case "hyperedge": throw error("hyperedges are not supported; replace this one by edges")
    default: break
    }
  }

  override func end(_ element: String) throws(Diagnostic) {
    switch element {
    case "key": openKey = nil
    case "default":
      guard let openKey else { return }
      var value = endData(of: openKey)
      value.isDefault = true
      setDefault(
        value, ofNodes: ["node", "all"].contains(openKey.domain),
        ofEdges: ["edge", "all"].contains(openKey.domain))
    case "data":
      guard let openData else { return }
      let value = endData(of: openData)
      // An empty label does not hide what is drawn.
      if !openData.isOfYEd { set(value, replaces: !value.text.isEmpty) }
    case "graph":
      openGraphs -= 1
      try endItem()
      if openGraphs == 0, !undeclared.isEmpty {
        result.remark = "found data of undeclared keys: \(undeclared.quotedList)"
      }
    case "edge":
      if case .edge(let source, let target) = items.last?.kind, result.readsRoutes, !line.isStraight
      {
        if let start = centers[UTF8Key(source)], let end = centers[UTF8Key(target)] {
          set(EdgeRoute.attribute, line.path(from: start, to: end), .text)
        } else {
          lacksCenters = true
        }
      }
      try endItem()
    case "node", "port": try endItem()
    default: break
    }
  }

  override func startOther(_ qualifiedName: String, _ attributes: XMLAttributes) {
    func point(_ x: String, _ y: String) -> SIMD2<Double>? {
      guard let x = attributes[x].flatMap({ Double(finite: $0) }),
        let y = attributes[y].flatMap({ Double(finite: $0) })
      else { return nil }
      return SIMD2(x, y)
    }
    switch (qualifiedName.split(separator: ":").last, items.last) {
    case ("NodeLabel", _), ("EdgeLabel", _): content = ""
    case ("Geometry", let item?) where item.isNode:
      guard let corner = point("x", "y") else { return }
      let center = corner + (point("width", "height") ?? .zero) / 2
      // Groups have a second one, for when they are closed.
      if centers[UTF8Key(nodeID)] == nil { centers[UTF8Key(nodeID)] = center }
      set("x", center.x.shortText, .number, replaces: false)
      set("y", center.y.shortText, .number, replaces: false)
    case ("BezierEdge", _): line.shape = .cubic
    case ("QuadCurveEdge", _): line.shape = .quadratic
    case ("Path", let item?) where item.isEdge:
      line.offsets = (point("sx", "sy") ?? .zero, point("tx", "ty") ?? .zero)
    case ("Point", let item?) where item.isEdge: line.bends += [point("x", "y")].compactMap { $0 }
    default: break
    }
  }

  override func endOther(_ qualifiedName: String) {
    let isLabel = ["NodeLabel", "EdgeLabel"].contains(qualifiedName.split(separator: ":").last)
    guard isLabel, openData?.isOfYEd == true else { return }
    let label = trimmedContent
    // The first label is that of the node; groups have a second one, for when they are closed.
    let isHTML = label.hasPrefix("<html>")
    let plain =
      isHTML ? label.replacing(/<br ?\/?>/, with: "\n").replacing(/<[^<>]*>/, with: "") : label
    guard !plain.isEmpty else { return }
    let hasLabel = ["label", "Label"].contains {
      items.last?.values[$0]?.text.isEmpty == false
    }
    if !hasLabel { set("label", plain, .text) }
  }

  /// The key `id`. If it is not declared, its attribute has the name `id`.
  private func key(_ id: String) -> Key {
    if let key = keys[UTF8Key(id)] { return key }
    let key = Key(name: id)
    undeclared.append(id)
    keys[UTF8Key(id)] = key
    return key
  }

  private func beginData(_ key: Key?) {
    openData = key
    content = ""
  }

  private func endData(of key: Key) -> AttributeValue {
    openData = nil
    let text = trimmedContent
    return AttributeValue(
      name: key.name, text: text, place: items.last?.place ?? place, kind: key.kind,
      shownText: key.name.lowercased() == "value" && key.kind == .text ? "\"\(text)\"" : nil)
  }
}

/// The line of an edge as yEd writes it.
private struct YEdLine {
  enum Shape { case polyline, cubic, quadratic }

  var shape = Shape.polyline
  var bends: [SIMD2<Double>] = []
  /// Of the ends from the centers of the nodes.
  var offsets: (SIMD2<Double>, SIMD2<Double>) = (.zero, .zero)

  /// Whether the line leads straight from one center to the other.
  var isStraight: Bool { bends.isEmpty && offsets == (.zero, .zero) }

  /// An SVG path.
  func path(from source: SIMD2<Double>, to target: SIMD2<Double>) -> String {
    let end = target + offsets.1
    var (command, points) = ("L", bends)
    if shape == .cubic, bends.count % 3 == 2 { command = "C" }
    if shape == .quadratic, !bends.isEmpty {
      command = "Q"
      points =
        zip(bends, bends.dropFirst()).flatMap { [$0, ($0 + $1) / 2] } + [bends[bends.count - 1]]
    }
    let texts = ([source + offsets.0] + points + [end]).map { "\($0.x),\($0.y)" }
    return "M \(texts[0]) \(command) \(texts.dropFirst().joined(separator: " "))"
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
