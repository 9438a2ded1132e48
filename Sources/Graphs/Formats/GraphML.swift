import Foundation
import ForceLabSettings

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads GraphML: nodes and edges in XML, with data under declared keys.
/// Reads the keys named `label` (or `name`) and `group` (or `community`, `club`) of nodes, `weight`
/// (or `value`) of edges, and the requested attributes, with their defaults. Nodes of nested graphs
/// are ordinary nodes. Ports are ignored. Hyperedges and declarations are errors.
/// Format: U. Brandes et al., “GraphML progress report”, 2001.
final class GraphML: NSObject {
  struct Item {
    enum Kind: Equatable {
      case node(index: Int)
      case edge(source: String, target: String)
      case other
    }

    var kind: Kind
    var place: Int
    var values: [String: String] = [:]
  }

  private let text: GraphText
  private let parser: XMLParser
  private let places: XMLPlaces
  var result: NamedGraph
  /// The namespace of the root, in which all elements of GraphML are.
  private var namespace: String?
  /// The names of the declared keys in lower case by id, and as written by name in lower case.
  var keyNames: [UTF8Key: String] = [:]
  var writtenNames: [String: String] = [:]
  /// The names of the keys whose values are declared to be text.
  var textNames: Set<String> = []
  var nodeDefaults: [String: String] = [:]
  var edgeDefaults: [String: String] = [:]
  /// The innermost is last.
  var items: [Item] = []
  var openGraphs = 0
  var hasGraph = false
  /// The name of the open `<key>`, and the elements that it applies to.
  var declaredKey: (name: String, domain: String)?
  /// The key name of the open `<data>`, and its text so far.
  var dataName: String?
  var dataText = ""
  private var problem: Diagnostic?

  static func graph(from text: GraphText, _ names: AttributeNames) throws(Diagnostic) -> Graph {
    try text.checkXML()
    return try GraphML(text, names).read()
  }

  private init(_ text: GraphText, _ names: AttributeNames) {
    self.text = text
    let places = XMLPlaces(text: text)
    self.places = places
    // A stream, because libxml2 refuses more than 10 MB at once.
    parser = XMLParser(stream: InputStream(data: Data(text.bytes[text.start...])))
    result = NamedGraph(text, names) { places.elementLocation($0) }
  }

  private func read() throws(Diagnostic) -> Graph {
    parser.shouldResolveExternalEntities = false
    parser.shouldProcessNamespaces = true
    parser.delegate = self
    let isWellFormed = parser.parse()
    if let problem { throw problem }
    guard isWellFormed else { throw syntaxProblem(parser.parserError) }
    guard hasGraph else {
      throw text.error("no graph found; add a <graph> to <graphml>", at: text.bytes.count)
    }
    return try result.graph()
  }

  var place: Int { XMLPlaces.place(line: parser.lineNumber, column: parser.columnNumber) }

  func fail(_ message: String, at place: Int) {
    fail(Diagnostic(message, at: elementLocation(place)))
  }

  func elementLocation(_ place: Int) -> Location { places.elementLocation(place) }

  func fail(_ diagnostic: Diagnostic) {
    problem = problem ?? diagnostic
    parser.abortParsing()
  }

  private func syntaxProblem(_ error: (any Error)?) -> Diagnostic {
    let code = (error as NSError?)?.code ?? 0
    let reason =
      switch code {
      case 4: "not XML, or empty; use a GraphML file"
      case 5, 40, 44, 45, 63, 73, 77: "an element is incomplete; the file may be truncated"
      case 39: "an attribute value must be in quotes; add them"
      case 42: "duplicate attribute; remove one"
      case 76: "the closing tag does not match the opening tag; correct one of them"
      default: "malformed XML (libxml2 error \(code)); correct it"
      }
    return Diagnostic(reason, at: places.location(place))
  }
}

extension GraphML: XMLParserDelegate {
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
    if problem == nil, isGraphML(namespaceURI, qualifiedName) { start(element, attributes) }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if problem == nil, isGraphML(namespaceURI, qualifiedName) { end(element) }
  }

  /// An undeclared prefix has no namespace.
  private func isGraphML(_ namespaceURI: String?, _ qualifiedName: String?) -> Bool {
    let elementNamespace = namespaceURI ?? ""
    let hasPrefix = qualifiedName?.utf8.contains(UInt8(ascii: ":")) ?? false
    return elementNamespace == namespace && !(elementNamespace.isEmpty && hasPrefix)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if dataName != nil { dataText += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if dataName != nil { dataText += String(decoding: block, as: UTF8.self) }
  }
}
