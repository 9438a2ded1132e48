import ForceLabGraphs
import Foundation
import ForceLabSettings

/// Reads a graph in XML: calls `start` and `end` for the elements of the format. Subclasses read the elements.
class XMLGraphReader {
  struct Item {
    enum Kind {
      case node(index: Int)
      case edge(source: String, target: String)
      case other
    }

    let kind: Kind
    let place: Int
    var label: String?
    fileprivate(set) var values = AttributeValues()

    var isEdge: Bool { if case .edge = kind { true } else { false } }
    var isNode: Bool { if case .node = kind { true } else { false } }
  }

  private let text: GraphText
  private var scanner: XMLScanner
  var result: NamedGraph
  /// The open nodes and edges, and other elements with data. The innermost is last.
  private(set) var items: [Item] = []
  /// The values of nodes or edges that have none of their own.
  private var nodeDefaults = AttributeValues()
  private var edgeDefaults = AttributeValues()
  /// The namespace of the root, in which all elements of the format are.
  private var namespace: String?
  /// The declared namespaces that apply, the innermost last, and the number of open elements where they do.
  private var namespaces: [(prefix: ArraySlice<UInt8>, name: String, depth: Int)] = []
  private var depth = 0
  private var hasGraph = false
  /// The edges that are stated to be directed in an undirected graph, or undirected in a directed one.
  private var mixedEdges = 0
  /// Whether the text of elements is read into `content`.
  var takesContent = false
  var content = ""
  var trimmedContent: String { content.trimmingCharacters(in: .whitespacesAndNewlines) }

  init(_ text: GraphText, _ names: AttributeNames) throws(Diagnostic) {
    self.text = text
    scanner = try XMLScanner(text)
    result = NamedGraph(text, names) { text.location(at: $0) }
  }

  /// The name of the root element, for messages.
  var root: String { "" }

  func start(_ element: String, _ attributes: XMLAttributes) throws(Diagnostic) {}
  func end(_ element: String) throws(Diagnostic) {}
  /// An element of another namespace, with its prefix.
  func startOther(_ qualifiedName: String, _ attributes: XMLAttributes) {}
  func endOther(_ qualifiedName: String) {}

  func graph() throws(Diagnostic) -> Graph {
    while let piece = try scanner.next() {
      switch piece {
      case .start(let name): try startElement(name, scanner.attributes)
      case .end(let name):
        if isOwn(name) { try end(elementName(name)) } else { endOther(text.string(name)) }
        depth -= 1
        while let last = namespaces.last, last.depth > depth { namespaces.removeLast() }
      case .text(let range, let isCDATA):
        if !isCDATA { try text.checkReferences(in: range) }
        if takesContent { content += text.xmlString(range, isCDATA: isCDATA) }
      }
    }
    guard hasGraph else {
      throw text.error("no graph found; add a <graph> to <\(root)>", at: text.bytes.count)
    }
    if mixedEdges > 0 {
      let (stated, read) = result.isDirected ? ("un", "") : ("", "un")
      let edges = "\(stated)directed edge\(mixedEdges == 1 ? "" : "s") as \(read)directed"
      result.remark = (result.remark.map { "\($0); " } ?? "") + "read \(mixedEdges) \(edges)"
    }
    return try result.graph()
  }

  private func startElement(_ name: Range<Int>, _ attributes: XMLAttributes) throws(Diagnostic) {
    depth += 1
    namespaces += attributes.namespaces.map { ($0.prefix, $0.name, depth) }
    if namespaces.count > XMLScanner.maxCount {
      throw error("more than \(XMLScanner.maxCount) nested namespaces are not supported")
    }
    if namespace == nil { namespace = namespace(of: name) }
    if isOwn(name) {
      try start(elementName(name), attributes)
    } else {
      startOther(text.string(name), attributes)
    }
  }

  // MARK: Namespaces

  /// Of `a:b`, `b`.
  private func elementName(_ name: Range<Int>) -> String {
    let colon = text.bytes[name].firstIndex(of: UInt8(ascii: ":"))
    return text.string((colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound)
  }

  /// Empty if the prefix is not declared.
  private func namespace(of name: Range<Int>) -> String {
    guard !namespaces.isEmpty else { return "" }
    let colon = text.bytes[name].firstIndex(of: UInt8(ascii: ":"))
    let prefix = text.bytes[name.lowerBound..<(colon ?? name.lowerBound)]
    return namespaces.last { $0.prefix.elementsEqual(prefix) }?.name ?? ""
  }

  /// Whether an element is one of the format. One with an undeclared prefix is not.
  private func isOwn(_ name: Range<Int>) -> Bool {
    let own = namespace(of: name)
    return own == namespace && !(own.isEmpty && text.bytes[name].contains(UInt8(ascii: ":")))
  }

  // MARK: Elements

  /// Where the last tag begins.
  var place: Int { scanner.place }

  /// An error of the last tag.
  func error(_ message: String) -> Diagnostic { text.error(message, at: place) }

  /// Throws if the file has another graph.
  func beginGraph() throws(Diagnostic) {
    if hasGraph { throw error("unexpected second graph; move it to another file") }
    hasGraph = true
  }

  func startNode(_ attributes: XMLAttributes, label: String? = nil) throws(Diagnostic) {
    guard let id = attributes["id"] else { throw error("this <node> has no 'id'; add it") }
    let index = try result.addNode(.init(id), at: place)
    items.append(Item(kind: .node(index: index), place: place, label: label))
  }

  func startEdge(_ attributes: XMLAttributes, label: String? = nil) throws(Diagnostic) {
    guard let source = attributes["source"], let target = attributes["target"] else {
      let missing = attributes["source"] == nil ? "source" : "target"
      throw error("this <edge> has no '\(missing)'; add it")
    }
    // In GEXF, and in GraphML.
    switch attributes["type"] ?? attributes["directed"] {
    case "directed", "true": mixedEdges += result.isDirected ? 0 : 1
    case "undirected", "false": mixedEdges += result.isDirected ? 1 : 0
    default: break
    }
    items.append(Item(kind: .edge(source: source, target: target), place: place, label: label))
  }

  /// Begins another element with data.
  func startOtherItem() { items.append(Item(kind: .other, place: place)) }

  /// Sets a value of the innermost item; a later one `replaces` an earlier one.
  func set(_ value: AttributeValue, replaces: Bool = true) {
    if let last = items.indices.last { items[last].values.add(value, replaces: replaces) }
  }

  /// Sets the value of the attribute `name`, unless there is no `text`.
  func set(_ name: String, _ text: String?, _ kind: AttributeColumn.Kind?, replaces: Bool = true) {
    guard let text else { return }
    set(AttributeValue(name: name, text: text, place: place, kind: kind), replaces: replaces)
  }

  func setDefault(
    _ value: AttributeValue, ofNodes: Bool, ofEdges: Bool, replaces: Bool = true
  ) {
    if ofNodes { nodeDefaults.add(value, replaces: replaces) }
    if ofEdges { edgeDefaults.add(value, replaces: replaces) }
  }

  /// Adds the innermost item to the graph, with its values in the order of their names.
  func endItem() throws(Diagnostic) {
    guard let item = items.popLast() else { return }
    switch item.kind {
    case .node(let index):
      let values = values(of: item)
      // igraph writes the ids of another file as the data `id`.
      let label = values.first("label", "name") ?? values["id"]
      try result.describe(index, label: label?.text, by: values)
    case .edge(let source, let target):
      try result.addEdge(from: .init(source), to: .init(target), values(of: item), at: item.place)
    case .other: break
    }
  }

  private func values(of item: Item) -> AttributeValues {
    var values = item.values
    for var value in (item.isEdge ? edgeDefaults : nodeDefaults).all {
      value.place = item.place
      values.add(value)
    }
    let isNamed = values["label"] != nil || values["name"] != nil
    if let label = item.label, !label.isEmpty || !isNamed {
      values.add(
        AttributeValue(name: "label", text: label, place: item.place, kind: .text), replaces: true)
    }
    return values.all.sorted { $0.name < $1.name }.reduce(into: AttributeValues()) { $0.add($1) }
  }
}
