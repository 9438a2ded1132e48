import ForceLabGraphs
import Foundation
import ForceLabSettings

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads a graph in XML: calls `start` and `end` for the elements of the format, and stops at the
/// first error. Subclasses read the elements.
class XMLGraphReader: NSObject, XMLParserDelegate {
  struct Item {
    enum Kind: Equatable {
      case node(index: Int)
      case edge(source: String, target: String)
      case other
    }

    let kind: Kind
    let place: Int
    let label: String?
    /// By the names of attributes, as the format compares them.
    fileprivate(set) var values: [UTF8Key: AttributeValue] = [:]

    fileprivate init(kind: Kind, place: Int, label: String? = nil) {
      (self.kind, self.place, self.label) = (kind, place, label)
    }

    var isEdge: Bool { if case .edge = kind { true } else { false } }
    var isNode: Bool { if case .node = kind { true } else { false } }
  }

  private let text: GraphText
  private let parser: XMLParser
  var result: NamedGraph
  /// The open nodes and edges, and other elements with data. The innermost is last.
  private(set) var items: [Item] = []
  /// The values of nodes or edges that have none of their own, by keys as in `Item`.
  private var nodeDefaults: [UTF8Key: AttributeValue] = [:]
  private var edgeDefaults: [UTF8Key: AttributeValue] = [:]
  /// The namespace of the root, in which all elements of the format are.
  private var namespace: String?
  private var hasGraph = false
  /// Whether the text of elements is read into `content`.
  var takesContent = false
  var content = ""
  private var problem: Diagnostic?

  init(_ text: GraphText, _ names: AttributeNames) throws(Diagnostic) {
    try text.checkXML()
    self.text = text
    // A stream, because libxml2 refuses more than 10 MB at once.
    parser = XMLParser(stream: InputStream(data: Data(text.bytes[text.start...])))
    result = NamedGraph(text, names) { text.elementLocation($0) }
  }

  /// The name of the root element, for messages.
  var root: String { "" }

  func start(_ element: String, _ attributes: [String: String]) {}
  func end(_ element: String) {}
  /// An element of another namespace, with its prefix.
  func startOther(_ qualifiedName: String, _ attributes: [String: String]) {}

  func graph() throws(Diagnostic) -> Graph {
    parser.shouldResolveExternalEntities = false
    parser.shouldProcessNamespaces = true
    parser.delegate = self
    let isWellFormed = parser.parse()
    if let problem { throw problem }
    guard isWellFormed else { throw syntaxProblem(parser.parserError) }
    guard hasGraph else {
      throw text.error("no graph found; add a <graph> to <\(root)>", at: text.bytes.count)
    }
    return try result.graph()
  }

  /// Where the parser is.
  var place: Int { max(0, parser.lineNumber) << 32 | max(0, parser.columnNumber) }

  func fail(_ message: String, at place: Int) {
    fail(Diagnostic(message, at: text.elementLocation(place)))
  }

  private func fail(_ diagnostic: Diagnostic) {
    problem = problem ?? diagnostic
    parser.abortParsing()
  }

  /// Returns false and fails if the file has another graph.
  @discardableResult
  func beginGraph() -> Bool {
    if hasGraph { fail("unexpected second graph; move it to another file", at: place) }
    defer { hasGraph = true }
    return !hasGraph
  }

  func startNode(_ attributes: [String: String], label: String? = nil) {
    guard let id = attributes["id"] else {
      return fail("this <node> has no 'id'; add it", at: place)
    }
    do throws(Diagnostic) {
      let index = try result.addNode(.init(id), at: place)
      items.append(Item(kind: .node(index: index), place: place, label: label))
    } catch { fail(error) }
  }

  func startEdge(_ attributes: [String: String], label: String? = nil) {
    guard let source = attributes["source"], let target = attributes["target"] else {
      let missing = attributes["source"] == nil ? "source" : "target"
      return fail("this <edge> has no '\(missing)'; add it", at: place)
    }
    items.append(Item(kind: .edge(source: source, target: target), place: place, label: label))
  }

  /// Begins another element with data.
  func startOtherItem() { items.append(Item(kind: .other, place: place)) }

  /// Sets a value of the innermost item; a later one `replaces` an earlier one.
  func set(_ key: UTF8Key, _ value: AttributeValue, replaces: Bool = true) {
    guard let last = items.indices.last, replaces || items[last].values[key] == nil else { return }
    items[last].values[key] = value
  }

  /// Sets the default of the nodes or edges.
  func setDefault(
    _ key: UTF8Key, _ value: AttributeValue, ofNodes: Bool, ofEdges: Bool, replaces: Bool = true
  ) {
    if ofNodes, replaces || nodeDefaults[key] == nil { nodeDefaults[key] = value }
    if ofEdges, replaces || edgeDefaults[key] == nil { edgeDefaults[key] = value }
  }

  /// Adds the innermost item to the graph, with its values in the order of their names.
  func endItem() {
    guard let item = items.popLast(), item.kind != .other else { return }
    var all = item.values
    for (key, value) in item.isEdge ? edgeDefaults : nodeDefaults where all[key] == nil {
      all[key] = value
      all[key]?.place = item.place
    }
    if let label = item.label, all[UTF8Key("label")] == nil {
      all[UTF8Key("label")] = AttributeValue(
        name: "label", text: label, place: item.place, kind: .text)
    }
    var values = AttributeValues()
    for value in all.values.sorted(by: { $0.name < $1.name }) { values.add(value) }
    do throws(Diagnostic) {
      switch item.kind {
      case .node(let index): try result.describe(index, label: item.label, by: values)
      case .edge(let source, let target):
        try result.addEdge(from: .init(source), to: .init(target), values, at: item.place)
      case .other: break
      }
    } catch { fail(error) }
  }

  private func syntaxProblem(_ error: (any Error)?) -> Diagnostic {
    let code = (error as NSError?)?.code ?? 0
    let reason =
      switch code {
      case 4: "not XML, or empty; use a \(root == "gexf" ? "GEXF" : "GraphML") file"
      case 5, 40, 44, 45, 63, 73, 77: "an element is incomplete; the file may be truncated"
      case 39: "an attribute value must be in quotes; add them"
      case 42: "duplicate attribute; remove one"
      case 76: "the closing tag does not match the opening tag; correct one of them"
      default: "malformed XML (libxml2 error \(code)); correct it"
      }
    return text.error(reason, at: text.offset(ofXML: place))
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    // From 200 on: namespaces. Below: warnings of libxml2 on legal versions, languages, relative
    // namespaces and `xml:space`.
    let code = (parseError as NSError).code
    let isHarmless = (200..<300).contains(code) || [97, 98, 99, 100, 102].contains(code)
    if problem == nil, !isHarmless { problem = syntaxProblem(parseError) }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if namespace == nil { namespace = namespaceURI ?? "" }
    guard problem == nil else { return }
    if isOwn(namespaceURI, qualifiedName) {
      start(element, attributes)
    } else {
      startOther(qualifiedName ?? element, attributes)
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if problem == nil, isOwn(namespaceURI, qualifiedName) { end(element) }
  }

  /// An undeclared prefix has no namespace.
  private func isOwn(_ namespaceURI: String?, _ qualifiedName: String?) -> Bool {
    let elementNamespace = namespaceURI ?? ""
    let hasPrefix = qualifiedName?.utf8.contains(UInt8(ascii: ":")) ?? false
    return elementNamespace == namespace && !(elementNamespace.isEmpty && hasPrefix)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if takesContent { content += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if takesContent { content += String(decoding: block, as: UTF8.self) }
  }
}
