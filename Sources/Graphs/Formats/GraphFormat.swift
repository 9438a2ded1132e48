import ForceLabPlugins
import ForceLabSettings

/// A format of graph files.
public enum GraphFormat: String, Choice {
  /// A line for each edge: two nodes and, maybe, a weight.
  case edgeList = "edge-list"
  /// Matrix Market: the coordinates of a square sparse matrix.
  case matrixMarket = "matrix-market"
  /// GraphML: an XML format.
  case graphML = "graphml"
  /// GML, the Graph Modelling Language: nested lists of keys and values.
  case gml
  /// Node-link JSON, as d3 reads it and networkx writes it.
  case json

  /// The endings of file names that stand for the format.
  public var extensions: [String] {
    switch self {
    case .edgeList: ["edges", "txt", "csv", "tsv"]
    case .matrixMarket: ["mtx"]
    case .graphML: ["graphml"]
    case .gml: ["gml"]
    case .json: ["json"]
    }
  }

  /// The format that the ending of `path` stands for; nil if it is none of the known ones.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.extensions.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// The graph in `bytes`, which are UTF-8 text in this format.
  ///
  /// Self loops and duplicate edges are dropped and counted; directions are forgotten.
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - file: What messages call the file.
  ///   - base: The number of the first node of an edge list, if known: every number from there to
  ///     the largest is then a node. If nil, the nodes are the numbers or names that occur.
  ///   - names: The attributes that are read where they are, beside labels, groups and weights.
  /// - Throws: A `Diagnostic` at the line and column where the text is wrong.
  public func read(
    _ bytes: [UInt8], file: String, base: Int? = nil, _ names: AttributeNames = AttributeNames()
  ) throws(Diagnostic) -> Graph {
    let text = try GraphText(bytes, file: file)
    switch self {
    case .edgeList: return try EdgeList.graph(from: text, base: base, names)
    case .matrixMarket: return try MatrixMarket.graph(from: text)
    case .graphML: return try GraphML.graph(from: text, names)
    case .gml: return try GML.graph(from: text, names)
    case .json: return try NodeLinkJSON.graph(from: text, names)
    }
  }

  /// The graph in `text`; see `read(_:file:base:_:)`.
  public func read(
    _ text: String, file: String, base: Int? = nil, _ names: AttributeNames = AttributeNames()
  ) throws(Diagnostic) -> Graph {
    try read(Array(text.utf8), file: file, base: base, names)
  }

  /// The formats with their endings, for messages.
  static var list: String {
    allCases
      .map { "\($0.rawValue) (\($0.extensions.map { ".\($0)" }.joined(separator: ", ")))" }
      .joined(separator: ", ")
  }
}
