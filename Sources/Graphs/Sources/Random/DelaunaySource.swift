import ForceLabPlugins

public struct DelaunaySource: GraphSource {
  public var nodes = 100
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "delaunay", "The Delaunay triangulation of random points in a square.",
    parameters: [.count("nodes", \.nodes), .seed(\.seed)],
    source: "B. Delaunay, “Sur la sphère vide”, 1934; as the graphs delaunay_n10 … of DIMACS 10")

  /// Edges are in ascending order. Cost: about n·log n.
  public func graph() throws -> Graph {
    try checkAll()
    // Points are drawn again if two are equal or the first three are on a line.
    var stream: UInt64 = 0
    while true {
      var generator = SeededGenerator(seed: seed, stream: stream)
      let points = (0..<nodes).map { _ in
        let x = generator.index(below: DelaunayTriangulation.side)
        return DelaunayTriangulation.Point(
          x: x, y: generator.index(below: DelaunayTriangulation.side))
      }
      if let found = DelaunayTriangulation(of: points) {
        return try Graph(nodeCount: nodes, edges: found.edges.map { (Int($0.0), Int($0.1)) })
      }
      stream += 1
    }
  }
}
