import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// Reads positions from a CSV file.
public struct FilePlacement: FixedPlacement {
  public var path = FileReference()
  public var jitter = 0.0

  public init() {}
  public init(path: FileReference = FileReference(), jitter: Double = 0.0) {
    (self.path, self.jitter) = (path, jitter)
  }

  public static let manual = Manual<Self>(
    "file", "Reads positions from a CSV file with columns id,x,y (in 3D also z).",
    parameters: [
      Parameter(
        "path", \.path, "CSV file; id is the number of a node, from 0.", isRequired: true,
        example: "start.csv"),
      .jitter(\.jitter),
    ],
    source: "The layout files of a run")

  /// Renumbered nodes keep the positions of their original numbers.
  public func coordinates(in context: PlacementContext, using generator: inout SeededGenerator)
    throws -> [[Double]]
  {
    var coordinates = try coordinates(of: context.graph, dimensions: context.dimensions)
    if let originals = context.originals {
      coordinates = coordinates.map { axis in originals.map { axis[$0] } }
    }
    return displaced(coordinates, using: &generator)
  }

  public func coordinates(of graph: Graph, dimensions: Int) throws -> [[Double]] {
    let count = graph.nodeCount
    let limit = min(1 << 30, (count + Self.spareRows) * Self.longestRow)
    let bytes = try GraphFile.bytes(of: path, limit: limit, "for \(count) nodes")
    return try Self.coordinates(
      in: GraphText(bytes, file: path.path), count: count, dimensions: dimensions)
  }

  /// Bytes of a row on average: a row with ten more columns of numbers is shorter.
  private static let longestRow = 1024
  /// Rows for the header and comments.
  private static let spareRows = 64

  /// The positions of `count` nodes in a table, a list of numbers for each axis.
  /// Throws a `Diagnostic` with the line of the error.
  package static func coordinates(in text: GraphText, count nodeCount: Int, dimensions: Int)
    throws(Diagnostic) -> [[Double]]
  {
    var rows = FieldScanner(text)
    rows.separator = UInt8(ascii: ",")
    let names = ["id"] + ["x", "y", "z"].prefix(dimensions)
    let header = try rows.nextStrings() ?? []
    let columns = try names.map { name throws(Diagnostic) in
      if let column = header.firstIndex(of: name) { return column }
      throw Diagnostic(
        "no column '\(name)'; the first line must be "
          + names.joined(separator: ","), at: Location(file: text.file, line: 1))
    }
    var coordinates = Array(
      repeating: [Double](repeating: .nan, count: nodeCount), count: dimensions)
    while let row = try rows.nextStrings() {
      // Counts the lines before this one, so only for a message.
      var place: Location { text.location(at: rows.line.lowerBound) }
      let fields = columns.map { $0 < row.count ? row[$0] : "" }
      guard let id = Int(fields[0]), (0..<nodeCount).contains(id) else {
        throw Diagnostic(
          "unknown node '\(fields[0].excerpt)'; use 0 to \(nodeCount - 1)", at: place)
      }
      guard coordinates[0][id].isNaN else {
        throw Diagnostic("duplicate row for node \(id); remove one", at: place)
      }
      for axis in 0..<dimensions {
        guard let value = Double(fields[axis + 1]), value.isFinite else {
          throw Diagnostic(
            "'\(names[axis + 1])' must be a finite number, found '\(fields[axis + 1].excerpt)'",
            at: place)
        }
        coordinates[axis][id] = value
      }
    }
    if let missing = coordinates[0].firstIndex(where: \.isNaN) {
      throw Diagnostic(
        "no row for node \(missing); the graph has \(nodeCount) nodes",
        at: Location(file: text.file))
    }
    return coordinates
  }

  public func check(_ graph: Graph, dimensions: Int) throws {
    _ = try coordinates(of: graph, dimensions: dimensions)
  }
}
