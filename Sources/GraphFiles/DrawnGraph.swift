import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// A finished drawing of any program: a graph and the positions of its nodes.
public struct DrawnGraph: Sendable {
  public let graph: Graph
  /// One list for each axis, with a number for each node. There is a z only if the nodes differ in it: GEXF files have
  /// one in 2D, too.
  public let coordinates: [[Double]]
  /// The lines of the edges in 2D, nil where they are straight; empty if all are.
  public private(set) var routes: [EdgeRoute?] = []

  private static let axes = ["x", "y", "z"]

  /// Reads a graph file whose nodes have positions: the attributes `x` and `y`, and `z` in 3D, or what the format
  /// has for them. `positions` is a CSV file with the columns id,x,y that replaces them, and edges are straight then. The
  /// graph keeps the numeric `edgeAttributes` that the file has. Throws if a file cannot be
  /// read, or a node has no position. Cost: linear in the files.
  public init(
    _ file: FileReference, positions: FileReference? = nil, edgeAttributes: Set<String> = []
  ) throws {
    let source = try FileSource(file)
    if let positions {
      graph = try source.graph(with: AttributeNames(edges: edgeAttributes))
      var placement = FilePlacement()
      placement.path = positions
      coordinates = Self.flat(try placement.coordinates(in: graph))
      return
    }
    var names = AttributeNames(nodes: Set(Self.axes), edges: edgeAttributes)
    names.readsRoutes = true
    let graph = try source.graph(with: names)
    self.graph = graph
    let found = Self.axes.map { graph.nodeAttributes.values[$0] }.prefix { $0 != nil }
    guard found.count >= 2 || graph.nodeCount == 0 else {
      throw Diagnostic(
        "the nodes have no positions; give them the attributes x and y, or a table of positions by "
          + "--positions", at: Location(file: file.written))
    }
    coordinates = found.isEmpty ? [[], []] : Self.flat(found.compactMap { $0 })
    guard coordinates.count == 2, let paths = graph.edgeAttributes[EdgeRoute.attribute] else {
      return
    }
    var points = 0
    routes = try paths.values.enumerated().map { edge, path in
      // The reader has checked them.
      guard let route = path.flatMap({ try? EdgeRoute(path: $0) }) else { return nil }
      points += route.points.count
      guard points < 1 << 24 else {
        throw Diagnostic(
          "the curves of the edges need more than 16 million pieces; use fewer curves",
          at: Location(file: file.written))
      }
      func gap(_ node: Int32, _ point: SIMD2<Double>) -> Double {
        let way = SIMD2(coordinates[0][Int(node)], coordinates[1][Int(node)]) - point
        return (way * way).sum().squareRoot()
      }
      let (source, target) = (graph.sources[edge], graph.targets[edge])
      let (first, last) = (route.points[0], route.points[route.points.count - 1])
      // Files may have it from the target to the source.
      let isReversed =
        gap(source, last) + gap(target, first) < gap(source, first) + gap(target, last)
      return isReversed ? route.reversed : route
    }
  }

  private static func flat(_ coordinates: [[Double]]) -> [[Double]] {
    let z = coordinates.dropFirst(2).first ?? []
    return z.allSatisfy { $0 == z[0] } ? Array(coordinates.prefix(2)) : coordinates
  }
}
