import ForceLabSettings

/// Reads GML, the Graph Modelling Language: `graph [ node [ id 0 ] edge [ source 0 target 0 ] ]`.
/// Reads `id`, `label` (or `name`) and `group` (or `community`, `club`, `value`) of nodes, `source`,
/// `target` and `weight` (or `value`) of edges, and the requested attributes. These keys may be in
/// upper case. Skips nested lists.
/// Format: M. Himsolt, “GML: A portable graph file format”, 1997.
struct GML {
  private enum Content { case graph, node, edge, other }

  private struct OpenList {
    var content: Content
    var offset: Int
    /// The values of a node or edge, the first of each key.
    var values: [String: Value] = [:]
    /// Those of keys with upper-case letters, by the key in lower case.
    var lowercased: [String: Value] = [:]

    var attributes: [AttributeValue] {
      values.map { key, value in
        AttributeValue(
          name: key, text: value.text, place: value.offset, kind: value.isQuoted ? .text : nil)
      }.sorted { $0.place < $1.place }
    }

    func value(_ keys: String...) -> Value? {
      keys.lazy.compactMap { values[$0] ?? (lowercased.isEmpty ? nil : lowercased[$0]) }.first
    }

    mutating func add(_ value: Value, of key: String) {
      if values[key] == nil { values[key] = value }
      guard let name = key.inLowerCase, lowercased[name] == nil else { return }
      lowercased[name] = value
    }
  }

  private struct Value {
    var text: String
    var isQuoted: Bool
    var offset: Int

    /// Whole numbers without a sign `+` and leading zeros, because `01` and `+1` are the node 1.
    var id: String {
      if let first = text.utf8.first, Byte.digits.contains(first), first != Byte.digits.lowerBound {
        return text
      }
      let isNegative = text.hasPrefix("-")
      let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
      guard !isQuoted, !digits.isEmpty, digits.utf8.allSatisfy(Byte.digits.contains) else {
        return text
      }
      let number = digits.drop { $0 == "0" }
      return number.isEmpty ? "0" : (isNegative ? "-" : "") + number
    }

    var weight: EdgeWeights.Entry {
      let number = isQuoted ? GraphText.finite(text) : Double(text)
      return EdgeWeights.Entry(text: text, number: number, place: offset)
    }
  }

  private var tokens: GMLTokens
  private var result: NamedGraph
  private var open: [OpenList] = []
  private var hasGraph = false

  static func graph(from text: GraphText, _ names: AttributeNames) throws(Diagnostic) -> Graph {
    var reader = GML(text, names)
    while try reader.readItem() {}
    guard reader.hasGraph else {
      throw text.error("no graph found; GML begins with 'graph ['", at: text.bytes.count)
    }
    return try reader.result.graph()
  }

  private init(_ text: GraphText, _ names: AttributeNames) {
    tokens = GMLTokens(text)
    result = NamedGraph(text, names) { text.location(at: $0) }
    result.idsAreNumbers = true
  }

  private var text: GraphText { tokens.text }

  private mutating func readItem() throws(Diagnostic) -> Bool {
    let token = try tokens.advance()
    switch token.kind {
    case .word(let key):
      try readValue(of: key, at: token.offset)
      return true
    case .close:
      guard let list = open.popLast() else {
        throw text.error("unexpected ']'; remove it", at: token.offset)
      }
      try finish(list)
      return true
    case .end:
      guard let list = open.last else { return false }
      let line = text.location(at: list.offset).line
      throw text.error(
        "the list that begins in line \(line) is not closed; the file may be truncated",
        at: token.offset)
    case .open, .number, .string:
      throw text.error("expected a key; write 'key value'", at: token.offset)
    }
  }

  private mutating func readValue(of key: String, at offset: Int) throws(Diagnostic) {
    let token = try tokens.advance()
    switch token.kind {
    case .open:
      let content = content(of: key)
      if content == .graph {
        guard !hasGraph else {
          throw text.error("unexpected second graph; move it to another file", at: offset)
        }
        hasGraph = true
      }
      open.append(OpenList(content: content, offset: offset))
    case .number(let value), .string(let value), .word(let value):
      var isQuoted = false
      if case .string = token.kind { isQuoted = true }
      if case .word = token.kind, !["nan", "inf", "true", "false"].contains(value.lowercased()) {
        throw noValue(key, at: token.offset)
      }
      guard let list = open.last, list.content == .node || list.content == .edge else { return }
      open[open.count - 1].add(
        Value(text: value, isQuoted: isQuoted, offset: token.offset), of: key)
    case .close: throw noValue(key, at: token.offset)
    case .end:
      throw text.error(
        "no value found after the key '\(key.excerpt)'; the file may be truncated",
        at: token.offset)
    }
  }

  private func noValue(_ key: String, at offset: Int) -> Diagnostic {
    text.error("the key '\(key.excerpt)' has no value; add a number, \"text\" or [ … ]", at: offset)
  }

  private func content(of key: String) -> Content {
    switch (open.last?.content, key.inLowerCase ?? key) {
    case (nil, "graph"): .graph
    case (.graph, "node"): .node
    case (.graph, "edge"): .edge
    default: .other
    }
  }

  private mutating func finish(_ list: OpenList) throws(Diagnostic) {
    switch list.content {
    case .node:
      guard let id = list.value("id") else { throw missing("id", of: "node", at: list.offset) }
      let index = try result.addNode(
        .init(id.id), written: id.text, label: list.value("label", "name")?.text,
        group: list.value("group", "community", "club", "value")?.text, at: id.offset)
      if id.isQuoted { result.idsAreNumbers = false }
      try result.describe(index, by: list.attributes)
    case .edge:
      guard let source = list.value("source"), let target = list.value("target") else {
        let key = list.value("source") == nil ? "source" : "target"
        throw missing(key, of: "edge", at: list.offset)
      }
      try result.addEdge(
        from: .init(source.id), to: .init(target.id), weight: list.value("weight")?.weight,
        value: list.value("value")?.weight, at: list.offset)
      try result.describeLastEdge(by: list.attributes)
    case .graph, .other: break
    }
  }

  private func missing(_ key: String, of what: String, at offset: Int) -> Diagnostic {
    text.error("this \(what) has no '\(key)'; add it", at: offset)
  }
}

extension String {
  /// In lower case, if it has upper-case letters, which few keys have.
  fileprivate var inLowerCase: String? {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return utf8.contains(where: letters.contains) ? lowercased() : nil
  }
}
