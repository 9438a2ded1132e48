import ForceLabPlugins
import ForceLabSettings

public struct FileSource: GraphSource {
  public var path = FileReference()
  public var format: GraphFormat?
  public var base: Int?

  public init() {}
  public init(path: FileReference, format: GraphFormat? = nil, base: Int? = nil) {
    (self.path, self.format, self.base) = (path, format, base)
  }

  public static let manual = Manual<Self>(
    "file", "A graph read from a file: \(GraphFormat.list).",
    parameters: [
      Parameter(
        "path", \.path, "The file; a relative path is relative to the experiment file.",
        isRequired: true, example: "graph.graphml"),
      Parameter(
        "format", \.format, "The format of the file.", defaultDescription: "by file extension"),
      Parameter(
        "base", \.base, within: Bounds(0...1),
        "The number of the first node of an edge list: all numbers up to the largest are nodes.",
        defaultDescription: "only numbers or names that occur are nodes"),
    ], shorthand: "path",
    source: "the formats of SuiteSparse (.mtx), GraphML, GML and d3-force, as written by networkx")

  public func check() throws(ParameterError) {
    guard let format = format ?? GraphFormat(path: path.path) else {
      throw ParameterError(
        "unknown file extension of '\(path.written.excerpt)'; set 'format' to one of "
          + GraphFormat.list, parameter: "path")
    }
    guard base == nil || format == .edgeList else {
      throw ParameterError(
        "'base' applies to edge lists only, and this file is read as \(format.rawValue); remove it",
        parameter: "base")
    }
  }

  public func graph() throws -> Graph { try graph(with: AttributeNames()) }

  public func graph(with names: AttributeNames) throws -> Graph {
    try checkAll()
    let format = format ?? GraphFormat(path: path.path) ?? .edgeList
    return try format.read(GraphFile.bytes(of: path), file: path.path, base: base, names)
  }
}

package enum GraphFile {
  /// The bytes of a regular file of at most `limit` bytes, which `reason` explains: “for 9 nodes”.
  /// Throws, where the file is named, if it cannot be read.
  package static func bytes(
    of file: FileReference, limit: Int = 1 << 30, _ reason: String = ""
  ) throws(Diagnostic) -> [UInt8] {
    try fileBytes(
      at: file.path, limit: limit, reason: reason,
      location: file.location ?? Location(file: file.path.excerpt),
      prefix: "cannot read the file '\(file.path.excerpt)': ")
  }
}
