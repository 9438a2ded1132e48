import ForceLabPlugins

/// A graph from a file.
public struct FileSource: GraphSource {
  /// The file.
  public var path = FileReference()
  /// The format of the file; nil to go by the ending of its name.
  public var format: GraphFormat?
  /// The number of the first node of an edge list; nil if nothing is known of it.
  public var base: Int?

  /// What is said of it.
  public static let manual = Manual<Self>(
    "file", "A graph from a file: \(GraphFormat.list).",
    parameters: [
      Parameter(
        "path", \.path, "The file; a relative path starts from the folder of the experiment file.",
        isRequired: true, example: "graph.graphml"),
      Parameter(
        "format", \.format, "The format of the file.",
        defaultDescription: "by the ending of its name"),
      Parameter(
        "base", \.base, within: Bounds(0...1),
        "The number of the first node of an edge list; every number from there to the largest is "
          + "then a node.",
        defaultDescription:
          "nodes are the numbers that occur, in ascending order, or names as they appear"),
    ],
    shorthand: "path",
    source: "the formats of SuiteSparse (.mtx), GraphML, GML and d3-force, as networkx writes them")

  /// The defaults; the path must be given.
  public init() {}

  /// Finds a format that is not known and a base where there are no numbers.
  public func check() throws(ParameterError) {
    guard !path.path.isEmpty else {
      throw ParameterError("no file is named; name one", parameter: "path")
    }
    guard let format = format ?? GraphFormat(path: path.path) else {
      throw ParameterError(
        "the ending of '\(path.written.excerpt)' tells no format; set 'format' to one of "
          + GraphFormat.list, parameter: "path")
    }
    guard base == nil || format == .edgeList else {
      throw ParameterError(
        "'base' is for edge lists, but this file is read as \(format.rawValue); leave it out",
        parameter: "base")
    }
  }

  /// The graph; throws a `Diagnostic` where the file cannot be read or is wrong.
  public func graph() throws -> Graph { try graph(with: AttributeNames()) }

  /// The graph with some of its attributes; throws a `Diagnostic` also where one of these is wrong.
  public func graph(with names: AttributeNames) throws -> Graph {
    try checkAll()
    let format = format ?? GraphFormat(path: path.path) ?? .edgeList
    return try format.read(GraphFile.bytes(of: path), file: path.path, base: base, names)
  }
}
