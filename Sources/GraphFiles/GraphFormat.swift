import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// A file format of graphs. Conform to it to add one; an experiment names it as the `format` of a file.
public protocol GraphFormat: Plugin {
  /// The endings of files in this format, in lower case without a dot.
  static var extensions: [String] { get }
  /// Whether files with these endings are graphs and nothing else, so that an archive of them is one of
  /// graphs; true by default.
  static var isCertain: Bool { get }

  /// The graph in `bytes`, the content of `file`, with those of the attributes `names` that it has.
  ///
  /// Self loops and duplicate edges are dropped and counted.
  /// Throws a `Diagnostic` with the line and column of the error.
  func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph
}

/// A format in which layouts are written, too.
public protocol LayoutFormat: GraphFormat {
  /// A file with a graph, its attributes and the positions of its nodes. Throws a `Diagnostic` if the format cannot
  /// have one of the ids.
  func text(of table: LayoutTable) throws(Diagnostic) -> String
}

/// What is stated about an edge list beside the file.
public struct EdgeListOptions: Sendable {
  /// The number of the first node: all numbers up to the largest are nodes. Nil if only the numbers or
  /// names that occur are.
  public var base: Int?
  public var columns = TableColumns()
  var nodes: NodeTable?

  public init(base: Int? = nil) { self.base = base }
}

extension PluginKind { public static let format = PluginKind("format", "File formats of graphs.") }

extension GraphFormat {
  public static var kind: PluginKind { .format }
  public static var isCertain: Bool { true }
}

extension Manual where Owner: GraphFormat {
  /// The manual of a format: what are nodes, edges, weights and attributes, and the text of a file.
  public init(
    _ name: String, _ summary: String, nodes: String, edges: String, weights: String,
    attributes: String, file: String, source: String = ""
  ) {
    let simple =
      "Layouts ignore directions; self loops and duplicate edges are dropped and counted."
    self.init(
      name, summary, source: source,
      context: "graph: {file: {path: graph.\(Owner.extensions.first ?? name), format: \(name)}}",
      sections: [
        ("Files", Owner.extensions.map { ".\($0)" }.joined(separator: ", ")), ("Nodes", nodes),
        ("Edges", "\(edges) \(simple)"), ("Weights", weights), ("Attributes", attributes),
        ("Use", "graph: {file: my-graph.\(Owner.extensions.first ?? "")}"),
        ("File", file),
      ])
  }
}

extension Catalog {
  /// The sources and formats of graph files, and what else reads files of nodes.
  public static let graphFiles = Catalog(
    [FileSource.self, CorpusSource.self, FilePlacement.self] as [any Plugin.Type]
      + GraphFormats.types.map { $0 as any Plugin.Type })
}

/// The formats of the catalog.
public enum GraphFormats {
  /// Apart from the catalog, because the manual of `FileSource` lists them.
  static let types: [any GraphFormat.Type] = [
    EdgeListFormat.self, MatrixMarketFormat.self, GraphMLFormat.self, GEXFFormat.self,
    GMLFormat.self, JSONFormat.self, DOTFormat.self, METISFormat.self,
  ]

  public static let all = types.map { $0.init() }

  /// Those in which layouts are written.
  public static let ofLayouts = all.compactMap { $0 as? any LayoutFormat }

  /// By the file extension of `path`, without that of a compressed file; nil if it is unknown.
  public static func format(of path: String) -> (any GraphFormat)? {
    let ending = ending(of: path)
    return all.first { type(of: $0).extensions.contains(ending) }
  }

  /// In lower case, without that of a compressed file; empty if there is none.
  static func ending(of path: String) -> String {
    var name = (path.split(separator: "/").last ?? "").lowercased()
    for ending in Compression.extensions where name.hasSuffix(ending) {
      name = String(name.dropLast(ending.count))
    }
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
  }

  /// Whether the ending of `path` is that of a graph, perhaps compressed, or of an archive.
  package static func isGraph(_ path: String) -> Bool {
    Archive.isArchive(path) || format(of: path) != nil
  }

  /// “edge-list (.edges, .txt), …”.
  static var list: String {
    all.map { format in
      "\(format.name) (\(type(of: format).extensions.map { ".\($0)" }.joined(separator: ", ")))"
    }.joined(separator: ", ")
  }
}
