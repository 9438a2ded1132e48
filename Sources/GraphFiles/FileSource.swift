import ForceLabFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct FileSource: GraphSource {
  public var path = FileReference()
  public var format: (any GraphFormat)?
  public var base: Int?
  public var nodes: FileReference?
  public var columns = TableColumns()
  public var member = ""

  public init() {}

  /// A file whose extension tells its format. Throws a `Diagnostic` with `advice` if it does not.
  public init(
    _ file: FileReference, else advice: String = "use that of its format:"
  ) throws(Diagnostic) {
    guard GraphFormats.isGraph(file.path) else {
      throw Diagnostic(
        isFolder(file.path)
          ? "this is a folder; name a graph file"
          : "unknown file extension; \(advice) \(GraphFormats.list)",
        at: Location(file: file.written))
    }
    path = file
  }

  public static let manual = Manual<Self>(
    "file",
    "A graph read from a file: \(GraphFormats.list). Files may be compressed "
      + "(.gz, .bz2, .xz, .zst), or in an archive (tar, .zip, .7z).",
    parameters: [
      Parameter(
        "path", \.path, "The file; a relative path is relative to the experiment file.",
        isRequired: true, example: "graph.graphml"),
      Parameter(
        "format", \.format, of: .format, "The format of the file.",
        defaultDescription: "by file extension"),
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
        "'member' applies to archives (\(Archive.extensions.joined(separator: ", "))) only; remove it",
        parameter: "member")
    }
    if isArchive && format == nil && member.isEmpty { return try checkOptions(for: nil) }
    let name = isArchive ? member : path.path
    guard let format = format ?? GraphFormats.format(of: name) else {
      throw ParameterError(
        isFolder(path.path)
          ? "'\(path.written.excerpt)' is a folder; name a graph file"
          : "unknown file extension of '\((isArchive ? member : path.written).excerpt)'; "
            + "set 'format' to one of \(GraphFormats.list)",
        parameter: isArchive ? "member" : "path")
    }
    try checkOptions(for: format)
  }

  /// `format` is nil if only the archive shows it.
  private func checkOptions(for format: (any GraphFormat)?) throws(ParameterError) {
    if let format, !(format is EdgeListFormat) {
      let options = [
        ("base", base != nil), ("nodes", nodes != nil), ("columns", columns != TableColumns()),
      ]
      for (name, isGiven) in options where isGiven {
        throw ParameterError(
          "'\(name)' applies to edge lists only, and this file is read as \(format.name); remove it",
          parameter: name)
      }
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
    let format = format ?? GraphFormats.format(of: file) ?? EdgeListFormat()
    var options = EdgeListOptions(base: base)
    options.columns = columns
    if let nodes {
      let text = try GraphText(GraphFile.bytes(of: nodes), file: nodes.path)
      options.nodes = try NodeTable(text, names, columns: columns)
    }
    return try format.read(bytes, file: file, names, options)
  }

  /// The bytes of the graph, and the file for messages.
  private func content() throws(Diagnostic) -> (bytes: [UInt8], file: String) {
    guard Archive.isArchive(path.path) else { return (try GraphFile.bytes(of: path), path.path) }
    let archive = try Archive.read(path)
    let member = try archive.member(member, at: path.location)
    let bytes = try archive.bytes(of: member)
    return (try Compression.decompressed(bytes, file: member.name), "\(path.path)/\(member.name)")
  }
}

package enum GraphFile {
  /// The bytes of a regular file, decompressed if they are compressed, of at most `limit` bytes, which
  /// `reason` explains: “for 9 nodes”. Throws, where the file is named, if it cannot be read.
  package static func bytes(
    of file: FileReference, limit: Int = 1 << 30, _ reason: String = ""
  ) throws(Diagnostic) -> [UInt8] {
    // From the experiment's folder, the way may be long.
    var shortest: String {
      [file.path, physicalFile(file.path)].min { $0.count < $1.count } ?? file.path
    }
    let bytes = try fileBytes(
      at: file.path, limit: limit, reason: reason,
      location: file.location ?? Location(file: file.path.excerpt),
      prefix: "cannot read the file '\(shortest.excerpt)': ")
    return try Compression.decompressed(bytes, file: file.path, limit: limit)
  }
}
