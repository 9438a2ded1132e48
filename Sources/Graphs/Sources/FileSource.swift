import ForceLabPlugins
import ForceLabSettings

public struct FileSource: GraphSource {
  public var path = FileReference()
  public var format: GraphFormat?
  public var base: Int?
  public var nodes: FileReference?
  public var columns = TableColumns()
  public var member = ""

  public init() {}

  public static let manual = Manual<Self>(
    "file",
    "A graph read from a file: \(GraphFormat.list). Files may be compressed (.gz), or in an archive "
      + "(.tar, .tar.gz, .tgz).",
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
      Parameter(
        "nodes", \.nodes,
        "CSV file of the nodes of an edge list, a line for each: its columns are attributes, `label` "
          + "and `group`.", defaultDescription: "the nodes of the edges, without attributes"),
      Parameter(
        "columns", \.columns,
        "Names of the columns of an edge list and its node table, if they are not the usual ones."),
      Parameter(
        "member", \.member, "The file in an archive that is the graph.",
        defaultDescription: "the only graph, or the one named like the archive"),
    ], shorthand: "path",
    source: "the formats of SuiteSparse (.mtx), GraphML, GEXF, GML and d3-force, as written by "
      + "networkx")

  public var files: [FileReference] { [path] + [nodes].compactMap { $0 } }

  public func check() throws(ParameterError) {
    let isArchive = Archive.isArchive(path.path)
    guard isArchive || member.isEmpty else {
      throw ParameterError(
        "'member' applies to archives (.tar, .tar.gz, .tgz) only; remove it", parameter: "member")
    }
    if isArchive && format == nil && member.isEmpty { return try checkOptions(for: nil) }
    guard let format = format ?? GraphFormat(path: isArchive ? member : path.path) else {
      throw ParameterError(
        "unknown file extension of '\((isArchive ? member : path.written).excerpt)'; set 'format' to one of "
          + GraphFormat.list, parameter: isArchive ? "member" : "path")
    }
    try checkOptions(for: format)
  }

  /// `format` is nil if only the archive shows it.
  private func checkOptions(for format: GraphFormat?) throws(ParameterError) {
    guard base == nil || (format ?? .edgeList) == .edgeList else {
      throw ParameterError(
        "'base' applies to edge lists only, and this file is read as \(format?.rawValue ?? ""); remove it",
        parameter: "base")
    }
    for (name, isGiven) in [("nodes", nodes != nil), ("columns", columns != TableColumns())]
    where isGiven && (format ?? .edgeList) != .edgeList {
      throw ParameterError(
        "'\(name)' applies to edge lists only, and this file is read as \(format?.rawValue ?? ""); remove it",
        parameter: name)
    }
    guard nodes == nil || base == nil else {
      throw ParameterError("'nodes' names all nodes; remove 'base'", parameter: "base")
    }
    guard nodes != nil || columns.id.isEmpty else {
      throw ParameterError(
        "'id' is a column of the node table; add 'nodes', or remove it", parameter: "columns.id")
    }
  }

  public func graph() throws -> Graph { try graph(with: AttributeNames()) }

  public func graph(with names: AttributeNames) throws -> Graph {
    try checkAll()
    let (bytes, file) = try content()
    let format = format ?? GraphFormat(path: file) ?? .edgeList
    guard format == .edgeList else { return try format.read(bytes, file: file, names) }
    let table = try nodes.map { (nodes) throws(Diagnostic) in
      try NodeTable(
        GraphText(GraphFile.bytes(of: nodes), file: nodes.path), names, columns: columns)
    }
    let text = try GraphText(bytes, file: file)
    return try EdgeList.graph(from: text, base: base, names, columns: columns, nodes: table)
  }

  /// The bytes of the graph, and the file for messages.
  private func content() throws(Diagnostic) -> (bytes: [UInt8], file: String) {
    let bytes = try GraphFile.bytes(of: path)
    guard Archive.isArchive(path.path) else { return (bytes, path.path) }
    let archive = try Archive(bytes, file: path.path)
    let member = try archive.member(member, at: path.location)
    return (Array(archive.bytes[member.bytes]), "\(path.path)/\(member.name)")
  }
}

package enum GraphFile {
  /// The bytes of a regular file, decompressed if it is a gzip file, of at most `limit` bytes, which `reason` explains: “for 9 nodes”.
  /// Throws, where the file is named, if it cannot be read.
  package static func bytes(
    of file: FileReference, limit: Int = 1 << 30, _ reason: String = ""
  ) throws(Diagnostic) -> [UInt8] {
    let bytes = try fileBytes(
      at: file.path, limit: limit, reason: reason,
      location: file.location ?? Location(file: file.path.excerpt),
      prefix: "cannot read the file '\(file.path.excerpt)': ")
    guard Gzip.isGzip(bytes) else { return bytes }
    return try Gzip.decompressed(bytes, file: file.path, limit: limit)
  }
}
