import Foundation
import ForceLabSettings

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads GraphML: nodes and edges in XML, with data under declared keys.
///
/// Of nodes it takes the keys named `label` (or `name`) and `group` (or `community`, `club`), of edges
/// `weight` (or `value`), and the attributes that are asked for, with their defaults. Nodes of nested
/// graphs are nodes like others; ports are ignored; hyperedges and declarations are refused.
/// Format: U. Brandes et al., “GraphML progress report”, 2001.
final class GraphML: NSObject {
  /// An element that can hold data.
  struct Item {
    enum Kind: Equatable {
      case node(index: Int)
      case edge(source: String, target: String)
      case other
    }

    var kind: Kind
    var place: Int
    /// The data by the names of their keys.
    var values: [String: String] = [:]
  }

  private let text: GraphText
  private let parser: XMLParser
  private let places: XMLPlaces
  var result: NamedGraph
  /// The names of the declared keys by their ids, in lower case.
  var keyNames: [String: String] = [:]
  /// Their names as written, by those in lower case.
  var writtenNames: [String: String] = [:]
  /// The defaults of nodes and of edges, by the names of their keys.
  var nodeDefaults: [String: String] = [:]
  var edgeDefaults: [String: String] = [:]
  /// The elements that are open and can hold data, the innermost last.
  var items: [Item] = []
  var openGraphs = 0
  var hasGraph = false
  /// The key that is being declared: its name and which elements it is for.
  var declaredKey: (name: String, domain: String)?
  /// The name of the key whose data are being read, and the text so far.
  var dataName: String?
  var dataText = ""
  private var problem: Diagnostic?

  /// The graph in `text`.
  static func graph(from text: GraphText, _ names: AttributeNames) throws(Diagnostic) -> Graph {
    try text.checkXML()
    return try GraphML(text, names).read()
  }

  private init(_ text: GraphText, _ names: AttributeNames) {
    self.text = text
    let places = XMLPlaces(text)
    self.places = places
    // In pieces, as a stream: given at once, libxml2 refuses more than 10 MB.
    parser = XMLParser(stream: InputStream(data: Data(text.bytes[text.start...])))
    result = NamedGraph(text, names) { places.elementLocation($0) }
  }

  private func read() throws(Diagnostic) -> Graph {
    parser.shouldResolveExternalEntities = false
    parser.delegate = self
    let isWellFormed = parser.parse()
    if let problem { throw problem }
    guard isWellFormed else { throw syntaxProblem(parser.parserError) }
    guard hasGraph else {
      throw text.error(
        "no graph found; GraphML has a <graph> within <graphml>", at: text.bytes.count)
    }
    return try result.graph()
  }

  /// The place that the parser has reached.
  var place: Int { XMLPlaces.place(line: parser.lineNumber, column: parser.columnNumber) }

  /// Stops with an error at the element whose start was met at `place`.
  func fail(_ message: String, at place: Int) {
    fail(Diagnostic(message, at: places.elementLocation(place)))
  }

  /// Stops with `diagnostic`.
  func fail(_ diagnostic: Diagnostic) {
    problem = problem ?? diagnostic
    parser.abortParsing()
  }

  private func syntaxProblem(_ error: (any Error)?) -> Diagnostic {
    let code = (error as NSError?)?.code ?? 0
    let reason =
      switch code {
      case 4: "this is not XML, or the file is empty; name a GraphML file"
      case 5, 40, 44, 45, 63, 73, 77:
        "an element is not complete; complete it, or see whether the file is cut short"
      case 39: "the value of an attribute needs quotes; add them"
      case 42: "an attribute is given twice; remove one"
      case 76: "a closing tag does not match the element it closes; correct one of the two"
      default: "the XML is not well-formed (libxml2 error \(code)); correct it"
      }
    return Diagnostic(reason, at: places.location(place))
  }
}

extension GraphML: XMLParserDelegate {
  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    // 200 and more are about namespaces, which do not matter here.
    let code = (parseError as NSError).code
    if problem == nil, !(200..<300).contains(code) { problem = syntaxProblem(parseError) }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if problem == nil { start(element, attributes) }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if problem == nil { end(element) }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if dataName != nil { dataText += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if dataName != nil { dataText += String(decoding: block, as: UTF8.self) }
  }
}
