import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct GMLFormat: GraphFormat {
  public static let extensions = ["gml"]

  public init() {}

  public static let manual = Manual<Self>(
    "gml", "Nested lists of keys and values, as networkx and igraph write them.",
    nodes: "Each node, with an id. Labels are the key `label` or `name`, or else the ids.",
    edges: "Each edge, with source and target.", weights: "The key `weight` or `value` of edges.",
    attributes:
      "The other keys of nodes and edges that occur once, and x, y and z of `graphics`. `measure` reads the "
      + "points of the `Line` in the `graphics` of edges.",
    file: "graph [\n  node [ id 0 label \"ann\" ]\n  node [ id 1 label \"bob\" ]\n"
      + "  edge [ source 0 target 1 weight 2 ]\n]")

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph { try GML.graph(from: GraphText(bytes, file: file), names) }
}

/// Keys that have a meaning may be in upper case. Skips nested lists, but for the positions in `graphics` of nodes and
/// the lines in that of edges, and lists that are written as a key that occurs again.
/// Format: M. Himsolt, “GML: A portable graph file format”, 1997.
struct GML {
  private enum Content { case graph, node, graphics, edge, edgeGraphics, line, point, other }

  private struct OpenList {
    var content: Content
    var offset: Int
    var values = AttributeValues()
    /// The points of the line of an edge.
    var points: [String] = []
  }

  /// Whole numbers without a sign `+` and leading zeros, because `01` and `+1` are the node 1.
  private static func id(_ text: String, isQuoted: Bool) -> String {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard !isQuoted, !digits.isEmpty, digits.utf8.allSatisfy(Byte.digits.contains) else {
      return text
    }
    let number = digits.drop { $0 == "0" }
    return number.isEmpty ? "0" : (isNegative ? "-" : "") + number
  }

  private var tokens: GMLTokens
  private var result: NamedGraph
  private var open: [OpenList] = []
  private var hasGraph = false

  static func graph(from text: GraphText, _ names: AttributeNames) throws(Diagnostic) -> Graph {
    var result = NamedGraph(text, names) { text.location(at: $0) }
    (result.idsAreNumbers, result.valuesAreGroups, result.valuesHaveIDs) = (true, true, true)
    var reader = GML(tokens: GMLTokens(text: text, next: text.start), result: result)
    while try reader.readItem() {}
    guard reader.hasGraph else {
      throw text.error("no graph found; GML begins with 'graph ['", at: text.bytes.count)
    }
    return try reader.result.graph()
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
    case .open, .value:
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
    case .value(let value, let isQuoted):
      take(key, value, at: token.offset, isQuoted ? .text : nil)
    case .word(let value) where ["nan", "inf", "true", "false"].contains(value.lowercased()):
      take(key, value, at: token.offset, nil)
    case .word, .close:
      throw text.error(
        "the key '\(key.excerpt)' has no value; add a number, \"text\" or [ … ]", at: token.offset)
    case .end:
      throw text.error(
        "no value found after the key '\(key.excerpt)'; the file may be truncated",
        at: token.offset)
    }
  }

  private mutating func take(
    _ key: String, _ text: String, at offset: Int, _ kind: AttributeColumn.Kind?
  ) {
    let word = key.inLowerCase ?? key
    let isAxis = ["x", "y", "z"].contains(word)
    var list = open.count - 1
    var value = AttributeValue(name: key, text: text, place: offset, kind: kind)
    switch open.last?.content {
    case .node, .edge, .point: break
    // Positions of nodes, beside sizes and colors.
    case .graphics where isAxis:
      value.name = word
      list -= 1
    case .graph where word == "directed":
      result.isDirected = text == "1"
      return
    default: return
    }
    // A node may have positions of its own, too.
    open[list].values.add(value, makesList: !isAxis)
  }

  private func content(of key: String) -> Content {
    switch (open.last?.content, key.inLowerCase ?? key) {
    case (nil, "graph"): .graph
    case (.graph, "node"): .node
    case (.graph, "edge"): .edge
    case (.node, "graphics"): .graphics
    case (.edge, "graphics"): .edgeGraphics
    case (.edgeGraphics, "line"): .line
    case (.line, "point"): .point
    default: .other
    }
  }

  private mutating func finish(_ list: OpenList) throws(Diagnostic) {
    func id(_ key: String, of what: String) throws(Diagnostic) -> (id: String, AttributeValue) {
      if let value = list.values.first(key) {
        return (Self.id(value.text, isQuoted: value.kind == .text), value)
      }
      throw text.error("this \(what) has no '\(key)'; add it", at: list.offset)
    }
    switch list.content {
    case .node:
      let (name, id) = try id("id", of: "node")
      let index = try result.addNode(.init(name), written: id.text, at: id.place)
      if id.kind == .text { result.idsAreNumbers = false }
      try result.describe(index, by: list.values)
    case .edge:
      let (source, target) = (try id("source", of: "edge").id, try id("target", of: "edge").id)
      var values = list.values
      if result.readsRoutes, list.points.count > 1 {
        values.add(
          AttributeValue(
            name: EdgeRoute.attribute, text: "M \(list.points.joined(separator: " "))",
            place: list.offset, kind: .text))
      }
      try result.addEdge(from: .init(source), to: .init(target), values, at: list.offset)
    case .point:
      // Within the line and the graphics of an edge.
      let place = ["x", "y"].compactMap { list.values.first($0)?.text }
      open[open.count - 3].points.append(place.joined(separator: ","))
    case .graph, .graphics, .edgeGraphics, .line, .other: break
    }
  }
}

struct GMLTokens {
  enum Kind {
    case open, close
    /// A key, or a value such as `NAN`.
    case word(String)
    case value(String, isQuoted: Bool)
    case end
  }

  let text: GraphText
  private(set) var next: Int

  /// At the end of the text, every call returns `end`.
  mutating func advance() throws(Diagnostic) -> (kind: Kind, offset: Int) {
    skipBlanksAndComments()
    guard next < text.bytes.count else { return (.end, text.bytes.count) }
    let start = next
    next += 1
    switch text.bytes[start] {
    case UInt8(ascii: "["): return (.open, start)
    case UInt8(ascii: "]"): return (.close, start)
    case Byte.quote:
      while next < text.bytes.count, text.bytes[next] != Byte.quote { next += 1 }
      guard next < text.bytes.count else {
        throw text.error(
          "this quote is not closed; add a quote, or check whether the file is truncated",
          at: start)
      }
      next += 1
      let content = text.string(start + 1..<next - 1)
      return (.value(content.resolvingEntities(), isQuoted: true), start)
    case let first where Self.isWordByte(first):
      while next < text.bytes.count, Self.isWordByte(text.bytes[next]) { next += 1 }
      let word = text.string(start..<next)
      let isWord = (first | 0x20) >= UInt8(ascii: "a") || first == UInt8(ascii: "_")
      return (isWord ? .word(word) : .value(word, isQuoted: false), start)
    default:
      while next < text.bytes.count, 0x80...0xBF ~= text.bytes[next] { next += 1 }
      throw text.error(
        "unexpected '\(text.excerpt(start..<next))'; GML consists of keys, numbers, "
          + "\"text\", [ and ]", at: start)
    }
  }

  private mutating func skipBlanksAndComments() {
    while next < text.bytes.count {
      let byte = text.bytes[next]
      if byte == Byte.hash {
        while next < text.bytes.count, !Byte.isLineEnd(text.bytes[next]) { next += 1 }
      } else if Byte.isSpace(byte) {
        next += 1
      } else {
        return
      }
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    Byte.isLetterOrDigit(byte) || "_+-.".utf8.contains(byte)
  }
}
