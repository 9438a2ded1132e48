import ForceLabPlugins
import ForceLabSettings

/// A file format of graphs, which the ending of the file shows or a parameter states.
public enum GraphFormat: String, Choice {
  /// One line for each edge, with two nodes and an optional weight.
  case edgeList = "edge-list"
  /// The coordinates of a square sparse matrix.
  case matrixMarket = "matrix-market"
  case graphML = "graphml"
  /// XML as Gephi writes it.
  case gexf
  case gml
  /// Node-link JSON, as d3 reads it and networkx writes it.
  case json

  /// The endings of files in this format, in lower case without a dot.
  public var extensions: [String] {
    switch self {
    case .edgeList: ["edges", "txt", "csv", "tsv"]
    case .matrixMarket: ["mtx"]
    case .graphML: ["graphml"]
    case .gexf: ["gexf"]
    case .gml: ["gml"]
    case .json: ["json"]
    }
  }

  /// By the file extension of `path`, without that of a compressed file; nil if it is unknown.
  public init?(path: String) {
    var name = path.split(separator: "/").last ?? ""
    if name.lowercased().hasSuffix(".gz") { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.extensions.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// The graph in `bytes`, the text of the file `file` in UTF-8. XML may have other encodings.
  /// Self loops and duplicate edges are dropped and counted. Directions are ignored. `base` is the
  /// number of the first node of an edge list, so that all numbers up to the largest are nodes; if
  /// nil, only the numbers or names that occur are. `names` are attributes to read in addition to
  /// labels, groups and weights. Throws a `Diagnostic` with the line and column of the error.
  public func read(
    _ bytes: [UInt8], file: String, base: Int? = nil, _ names: AttributeNames = AttributeNames()
  ) throws(Diagnostic) -> Graph {
    let text = try GraphText(
      self == .graphML || self == .gexf ? XMLEncoding.utf8(bytes, file: file) : bytes, file: file)
    switch self {
    case .edgeList: return try EdgeList.graph(from: text, base: base, names)
    case .matrixMarket: return try MatrixMarket.graph(from: text)
    case .graphML: return try GraphML.graph(from: text, names)
    case .gexf: return try GEXF.graph(from: text, names)
    case .gml: return try GML.graph(from: text, names)
    case .json: return try NodeLinkJSON.graph(from: text, names)
    }
  }

  public func read(
    _ text: String, file: String, base: Int? = nil, _ names: AttributeNames = AttributeNames()
  ) throws(Diagnostic) -> Graph {
    try read(Array(text.utf8), file: file, base: base, names)
  }

  static var list: String {
    allCases.map { "\($0.rawValue) (\($0.extensions.map { ".\($0)" }.joined(separator: ", ")))" }
      .joined(separator: ", ")
  }
}
