import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins

/// Reads positions from a CSV file.
public struct FilePlacement: FixedPlacement {
  public var path = FileReference()
  public var jitter = 0.0

  public init() {}

  public static let manual = Manual<Self>(
    "file", "Reads positions from a CSV file with columns id,x,y (in 3D also z).",
    parameters: [
      Parameter(
        "path", \.path,
        "CSV file; `id` is the id of a node in the source of the graph, or its number from 0.",
        isRequired: true, example: "start.csv"),
      .jitter(\.jitter),
    ],
    source: "The layout files of a run")

  /// Renumbered nodes keep the positions of their original numbers.
  public func coordinates(in context: PlacementContext, using generator: inout SeededGenerator)
    throws -> [[Double]]
  {
    var graph = context.graph
    if let originals = context.originals, let renumbered = graph.ids {
      var ids = renumbered
      for (node, original) in originals.enumerated() {
        ids.texts[original] = renumbered.texts[node]
      }
      graph = graph.withIDs(ids)
    }
    var coordinates = try coordinates(of: graph, dimensions: context.dimensions)
    if let originals = context.originals {
      coordinates = coordinates.map { axis in originals.map { axis[$0] } }
    }
    return displaced(coordinates, using: &generator)
  }

  public func coordinates(of graph: Graph, dimensions: Int) throws -> [[Double]] {
    try coordinates(in: graph, dimensions: dimensions)
  }

  /// Without `dimensions`, those that the file has.
  func coordinates(in graph: Graph, dimensions: Int? = nil) throws -> [[Double]] {
    let count = graph.nodeCount
    let limit = min(1 << 30, (count + Self.spareRows) * Self.longestRow)
    let bytes = try GraphFile.bytes(of: path, limit: limit, "for \(count) nodes")
    let table = try PositionTable(GraphText(bytes, file: path.path), dimensions: dimensions)
    return try table.coordinates(count: count, known: graph.ids?.texts)
  }

  /// Bytes of a row on average: a row with ten more columns of numbers is shorter.
  private static let longestRow = 1024
  /// Rows for the header and comments.
  private static let spareRows = 64

  public func check(_ graph: Graph, dimensions: Int) throws {
    _ = try coordinates(of: graph, dimensions: dimensions)
  }
}
