import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// A finished drawing of any program: a graph and the positions of its nodes.
public struct DrawnGraph: Sendable {
  public let graph: Graph
  /// One list for each axis, with a number for each node. There is a z only if the nodes differ in it: GEXF files have
  /// one in 2D, too.
  public let coordinates: [[Double]]

  private static let axes = ["x", "y", "z"]

  /// Reads a graph file whose nodes have positions: the attributes `x` and `y`, and `z` in 3D, or what the format
  /// has for them. `positions` is a CSV file with the columns id,x,y that replaces them. The graph keeps the numeric
  /// `edgeAttributes` that the file has. Throws if a file cannot be
  /// read, or a node has no position. Cost: linear in the files.
  public init(
    _ file: FileReference, positions: FileReference? = nil, edgeAttributes: Set<String> = []
  ) throws {
    var source = FileSource()
    source.path = file
    if let positions {
      graph = try source.graph(with: AttributeNames(edges: edgeAttributes))
      var placement = FilePlacement()
      placement.path = positions
      coordinates = Self.flat(try placement.coordinates(in: graph))
      return
    }
    let graph = try source.graph(with: AttributeNames(nodes: Set(Self.axes), edges: edgeAttributes))
    self.graph = graph
    let found = Self.axes.map { graph.nodeAttributes.values[$0] }.prefix { $0 != nil }
    guard found.count >= 2 || graph.nodeCount == 0 else {
      throw Diagnostic(
        "the nodes have no positions; give them the attributes x and y, or a table of positions by "
          + "--positions", at: Location(file: file.written))
    }
    coordinates = found.isEmpty ? [[], []] : Self.flat(found.compactMap { $0 })
  }

  private static func flat(_ coordinates: [[Double]]) -> [[Double]] {
    let z = coordinates.dropFirst(2).first ?? []
    return z.allSatisfy { $0 == z[0] } ? Array(coordinates.prefix(2)) : coordinates
  }
}
