import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct JSONFormat: LayoutFormat {
  public static let extensions = ["json"]
  public static var isCertain: Bool { false }

  public init() {}

  public static let manual = Manual<Self>(
    "json", "Node-link JSON, as d3 reads it and networkx writes it.",
    nodes: "The list `nodes`, with `id`. Labels are `label` or `name`, or else the ids.",
    edges: "The list `links` or `edges`, with source and target: ids, or numbers if no id is one.",
    weights: "The key `weight` or `value` of edges.",
    attributes:
      "The other keys of nodes and edges with a text, a number or a truth value. Lists, objects and the "
      + "attributes of the graph are left out. In files that ForceLab writes, an attribute `id` of nodes, and `source` "
      + "and `target` of edges, end in `_`.",
    file: """
      {"nodes": [{"id": "ann"}, {"id": "bob"}],
       "links": [{"source": "ann", "target": "bob", "weight": 2}]}
      """)

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph {
    try NodeLinkJSON.graph(from: GraphText(bytes, file: file), names)
  }

  public func text(of table: LayoutTable) -> String {
    let (ids, sketch) = (table.ids, table.sketch)
    let idTexts = table.idsAreNumbers ? ids : ids.map(\.jsonText)
    let columns = table.nodes + table.axes
    let nodeLines = ids.indices.map { node in
      Self.object([("id", idTexts[node])], columns, node)
    }
    let edgeLines = sketch.sources.indices.map { edge in
      let ends = [sketch.sources[edge], sketch.targets[edge]].map { idTexts[Int($0)] }
      return Self.object([("source", ends[0]), ("target", ends[1])], table.edges, edge)
    }
    return """
      {"directed": \(sketch.isDirected == true), "multigraph": false, "graph": {}, "nodes": [
      \(nodeLines.joined(separator: ",\n"))
      ], "edges": [
      \(edgeLines.joined(separator: ",\n"))
      ]}

      """
  }

  /// The entries `own`, which make the graph, and the values of `item`.
  private static func object(
    _ own: [(String, String)], _ columns: [LayoutTable.Column], _ item: Int
  ) -> String {
    let others = columns.compactMap { column in
      var name = column.name
      if own.contains(where: { $0.0 == name }) {
        repeat { name += "_" } while columns.contains { $0.name == name }
      }
      return column.json(item).map { (name, $0) }
    }
    return "{" + (own + others).map { "\($0.jsonText): \($1)" }.joined(separator: ", ") + "}"
  }
}

/// Ids are text or numbers; 1 and "1" are two nodes. If no id is a number, the ends of links may be indexes of nodes,
/// as in files of old d3 and networkx.
struct NodeLinkJSON {
  private var result: NamedGraph
  /// The ids of nodes by their index, if numbers are indexes.
  private var indexedIDs: [String] = []

  static func graph(from text: GraphText, _ names: AttributeNames) throws(Diagnostic) -> Graph {
    let root = try JSONReader.root(of: text)
    var result = NamedGraph(text, names) {
      Location(file: text.file, line: $0 >> 32, column: $0 & 0xFFFF_FFFF)
    }
    result.valuesHaveIDs = true
    var reader = NodeLinkJSON(result: result)
    return try reader.graph(of: root)
  }

  private mutating func graph(of root: SettingsNode) throws(Diagnostic) -> Graph {
    guard root.mapping != nil else {
      throw Diagnostic(
        "a graph must be {\"nodes\": […], \"links\": […]}, found \(root.kindDescription)",
        at: root.location)
    }
    let nodes = try list("nodes", root["nodes"], in: root)
    let links = try list("links", root["links"] ?? root["edges"], in: root)
    try addNodes(nodes)
    // The keys of networkx tell apart parallel edges, which are one here.
    let isMultigraph = root["multigraph"]?.scalar?.text == "true"
    for link in links { try addEdge(link, leavingOut: isMultigraph ? "key" : nil) }
    result.isDirected = root["directed"]?.scalar?.text == "true"
    return try result.graph()
  }

  private func list(_ name: String, _ node: SettingsNode?, in root: SettingsNode) throws(Diagnostic)
    -> [SettingsNode]
  {
    guard let node else {
      throw Diagnostic(
        "this graph has no '\(name)'; a graph is {\"nodes\": […], \"links\": […]}",
        at: root.location)
    }
    guard let items = node.sequence else {
      throw Diagnostic("'\(name)' must be a list, found \(node.kindDescription)", at: node.location)
    }
    return items
  }

  private mutating func addNodes(_ nodes: [SettingsNode]) throws(Diagnostic) {
    let idNodes = nodes.map { $0.scalar == nil ? $0["id"] : $0 }
    let hasIDs = idNodes.contains { $0 != nil }
    result.idsAreNumbers = idNodes.allSatisfy { $0?.scalar?.style ?? .plain == .plain }
    let texts = idNodes.compactMap { $0?.scalar }.filter { $0.style != .plain }.map(\.text)
    if texts.count == nodes.count, !texts.contains(where: { Int($0) != nil }), !texts.isEmpty {
      indexedIDs = texts
      result.hint = "use the id of a node, or its index 0 to \(texts.count - 1)"
    }
    if !hasIDs && !nodes.isEmpty {
      result.hint = "no node has an 'id', so use indexes 0 to \(nodes.count - 1)"
    }
    for (index, (node, idNode)) in zip(nodes, idNodes).enumerated() {
      guard node.mapping != nil || node.scalar != nil else {
        throw Diagnostic(
          "a node must be an object such as {\"id\": \"a\"}, found \(node.kindDescription)",
          at: node.location)
      }
      guard idNode != nil || !hasIDs else {
        throw Diagnostic("this node has no 'id', but others have one; add it", at: node.location)
      }
      try result.addNode(
        try idNode.map(id) ?? .init(String(index), isNumber: true),
        written: idNode?.scalar.flatMap { Self.plainNumber($0) == nil ? nil : $0.text },
        at: Self.place(idNode ?? node))
      try result.describe(index, by: Self.values(of: node))
    }
  }

  private mutating func addEdge(_ link: SettingsNode, leavingOut left: String?) throws(Diagnostic) {
    guard link.mapping != nil else {
      throw Diagnostic(
        "a link must be an object such as {\"source\": \"a\", \"target\": \"b\"}, found "
          + link.kindDescription, at: link.location)
    }
    let source = try end("source", of: link)
    let target = try end("target", of: link)
    if let weight = link["weight"], weight.scalar == nil {
      throw Diagnostic(
        "a weight must be a finite number, found '\(weight.kindDescription)'", at: weight.location)
    }
    let values = Self.values(of: link, leavingOut: left)
    try result.addEdge(from: source, to: target, values, at: Self.place(link))
  }

  private func end(_ name: String, of link: SettingsNode) throws(Diagnostic) -> NamedGraph.ID {
    guard let node = link[name] else {
      throw Diagnostic("this link has no '\(name)'; add it", at: link.location)
    }
    if let scalar = node.scalar, scalar.style == .plain,
      let index = Int(Self.plainNumber(scalar) ?? scalar.text), indexedIDs.indices.contains(index)
    {
      return .init(indexedIDs[index])
    }
    return try id(node)
  }

  private func id(_ node: SettingsNode) throws(Diagnostic) -> NamedGraph.ID {
    guard let scalar = node.scalar, !node.isNull else {
      throw Diagnostic(
        "an id must be text or a number, found \(node.kindDescription)", at: node.location)
    }
    return .init(Self.plainNumber(scalar) ?? scalar.text, isNumber: scalar.style == .plain)
  }

  /// The shortest text of a number with a fraction or an exponent, such as 1000 of 1e3; nil of others.
  private static func plainNumber(_ scalar: Scalar) -> String? {
    guard scalar.style == .plain, scalar.text.contains(where: ".eE".contains),
      let number = Double(scalar.text), number.isFinite, number.shortText != scalar.text
    else { return nil }
    return Int(exactly: number).map(String.init) ?? number.shortText
  }

  private static func values(of node: SettingsNode, leavingOut left: String? = nil)
    -> AttributeValues
  {
    var values = AttributeValues()
    for entry in node.mapping?.entries ?? [] where entry.key != left {
      guard let scalar = entry.value.scalar, !entry.value.isNull else { continue }
      let isWord = ["true", "false"].contains(scalar.text)
      let shownText = scalar.style == .plain ? nil : "\"\(scalar.text)\""
      values.add(
        AttributeValue(
          name: entry.key, text: scalar.text, place: place(entry.value),
          kind: shownText != nil ? .text : isWord ? .boolean : .number, shownText: shownText))
    }
    return values
  }

  private static func place(_ node: SettingsNode) -> Int {
    node.location.line << 32 | node.location.column
  }
}
