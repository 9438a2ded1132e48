import ForceLabGraphs
import Foundation
import ForceLabSettings

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads a graph in XML: calls `start` and `end` for the elements of the format, and stops at the
/// first error. Subclasses read the elements.
class XMLGraphReader: NSObject, XMLParserDelegate {
  private let text: GraphText
  private let parser: XMLParser
  private let places: XMLPlaces
  var result: NamedGraph
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
    let places = XMLPlaces(text: text)
    self.places = places
    // A stream, because libxml2 refuses more than 10 MB at once.
    parser = XMLParser(stream: InputStream(data: Data(text.bytes[text.start...])))
    result = NamedGraph(text, names) { places.elementLocation($0) }
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
  var place: Int { XMLPlaces.place(line: parser.lineNumber, column: parser.columnNumber) }

  func fail(_ message: String, at place: Int) {
    fail(Diagnostic(message, at: places.elementLocation(place)))
  }

  func fail(_ diagnostic: Diagnostic) {
    problem = problem ?? diagnostic
    parser.abortParsing()
  }

  /// Returns false and fails if the file has another graph.
  func beginGraph() -> Bool {
    if hasGraph { fail("unexpected second graph; move it to another file", at: place) }
    defer { hasGraph = true }
    return !hasGraph
  }

  func attempt(_ body: () throws(Diagnostic) -> Void) {
    do { try body() } catch { fail(error) }
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
    return Diagnostic(reason, at: places.location(place))
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
