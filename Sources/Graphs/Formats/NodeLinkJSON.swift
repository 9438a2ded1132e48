import ForceLabSettings

/// Reads node-link JSON: `{"nodes": [{"id": …}], "links": [{"source": …, "target": …}]}`.
/// The links may be called `edges`, as in networkx. Ids are text or numbers; 1 and "1" are two nodes.
/// If no node has an id, the ends of links are indexes of nodes, as in old d3 files. Reads `label` (or
/// `name`) and `group` (or `community`, `club`) of nodes, `weight` (or `value`) of links, and the
/// requested attributes.
struct NodeLinkJSON {
  private let text: GraphText
  private var result: NamedGraph

  static func graph(from text: GraphText, _ names: AttributeNames) throws(Diagnostic) -> Graph {
    let root = try JSONReader.root(of: text)
    var reader = NodeLinkJSON(text, names)
    return try reader.graph(of: root)
  }

  private init(_ text: GraphText, _ names: AttributeNames) {
    self.text = text
    let file = text.file
    result = NamedGraph(text, names) {
      Location(file: file, line: $0 >> 32, column: $0 & 0xFFFF_FFFF)
    }
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
    for link in links { try addEdge(link) }
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
    let hasIDs = nodes.contains { $0.scalar != nil || $0["id"] != nil }
    result.idsAreNumbers = nodes.allSatisfy { node in
      (node.scalar == nil ? node["id"] : node)?.scalar?.style ?? .plain == .plain
    }
    if !hasIDs && !nodes.isEmpty {
      result.hint = "no node has an 'id', so use indexes 0 to \(nodes.count - 1)"
    }
    for (index, node) in nodes.enumerated() {
      guard node.mapping != nil || node.scalar != nil else {
        throw Diagnostic(
          "a node must be an object such as {\"id\": \"a\"}, found \(node.kindDescription)",
          at: node.location)
      }
      let idNode = node.scalar == nil ? node["id"] : node
      guard idNode != nil || !hasIDs else {
        throw Diagnostic("this node has no 'id', but others have one; add it", at: node.location)
      }
      try result.addNode(
        try idNode.map(id) ?? .init(String(index), isNumber: true),
        label: text(node, ["label", "name"]),
        group: text(node, ["group", "community", "club"]), at: Self.place(idNode ?? node))
      try result.describe(index, by: Self.attributes(of: node))
    }
  }

  private mutating func addEdge(_ link: SettingsNode) throws(Diagnostic) {
    guard link.mapping != nil else {
      throw Diagnostic(
        "a link must be an object such as {\"source\": \"a\", \"target\": \"b\"}, found "
          + link.kindDescription, at: link.location)
    }
    let source = try end("source", of: link)
    let target = try end("target", of: link)
    try result.addEdge(
      from: source, to: target, weight: weight(link["weight"]), value: weight(link["value"]),
      at: Self.place(link))
    try result.describeLastEdge(by: Self.attributes(of: link))
  }

  private func weight(_ node: SettingsNode?) -> EdgeWeights.Entry? {
    guard let node, !node.isNull else { return nil }
    let place = Self.place(node)
    guard let scalar = node.scalar else {
      return EdgeWeights.Entry(text: node.kindDescription, number: nil, place: place)
    }
    guard scalar.style == .plain else {
      return EdgeWeights.Entry(text: "\"\(scalar.text)\"", number: nil, place: place)
    }
    let isNotFinite = ["NaN", "Infinity", "-Infinity"].contains(scalar.text)
    return EdgeWeights.Entry(
      text: scalar.text, number: isNotFinite ? .nan : scalar.number, place: place)
  }

  private func end(_ name: String, of link: SettingsNode) throws(Diagnostic) -> NamedGraph.ID {
    guard let node = link[name] else {
      throw Diagnostic("this link has no '\(name)'; add it", at: link.location)
    }
    return try id(node)
  }

  private func id(_ node: SettingsNode) throws(Diagnostic) -> NamedGraph.ID {
    guard let scalar = node.scalar, !node.isNull else {
      throw Diagnostic(
        "an id must be text or a number, found \(node.kindDescription)", at: node.location)
    }
    return .init(scalar.text, isNumber: scalar.style == .plain)
  }

  private func text(_ node: SettingsNode, _ keys: [String]) -> String? {
    value(node, keys)?.scalar?.text
  }

  private func value(_ node: SettingsNode, _ keys: [String]) -> SettingsNode? {
    keys.lazy.compactMap { node[$0] }.first { !$0.isNull }
  }

  private static func attributes(of node: SettingsNode) -> [AttributeValue] {
    (node.mapping?.entries ?? []).compactMap { entry in
      guard let scalar = entry.value.scalar, !entry.value.isNull else { return nil }
      let isWord = ["true", "false"].contains(scalar.text)
      return AttributeValue(
        name: entry.key, text: scalar.text, place: place(entry.value),
        kind: scalar.style != .plain ? .text : isWord ? .boolean : .number)
    }
  }

  private static func place(_ node: SettingsNode) -> Int {
    node.location.line << 32 | node.location.column
  }
}
