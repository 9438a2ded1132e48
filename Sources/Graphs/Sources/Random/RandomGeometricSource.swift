import ForceLabPlugins

public struct RandomGeometricSource: GraphSource {
  public var nodes = 100
  public var radius = 0.15
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "random-geometric",
    "Random points in a square of side 1, joined if they are at most `radius` apart.",
    parameters: [
      .count("nodes", \.nodes),
      Parameter("radius", \.radius, within: Bounds(0.0...2), "Maximum length of an edge."),
      .seed(\.seed),
    ], source: "M. Penrose, Random Geometric Graphs, 2003; networkx's random_geometric_graph")

  public func check() throws(ParameterError) {
    // Points near the border have fewer neighbors.
    let expected = Double(nodes) * Double(nodes) / 2 * min(1, .pi * radius * radius)
    guard expected <= Double(GeneratorLimit.edges) else {
      throw ParameterError(
        "the graph has up to \(Int(clamping: expected)) edges; the limit is \(GeneratorLimit.edges); reduce "
          + "'radius'", parameter: "radius")
    }
  }

  /// Edges are in ascending order of their lower ends. Cost: nodes and edges, times a constant.
  public func graph() throws -> Graph {
    try checkAll()
    let points = Self.points(nodes, seed: seed)
    // Cells at least as wide as the radius, and no more of them than nodes.
    let side = max(
      1, min(Int(clamping: 1 / max(radius, 1e-9)), Int(clamping: Double(nodes).squareRoot())))
    func cell(_ value: Double) -> Int { min(side - 1, Int(clamping: value * Double(side))) }
    var members = [[Int32]](repeating: [], count: side * side)
    for node in 0..<nodes {
      members[cell(points[node].y) * side + cell(points[node].x)].append(Int32(node))
    }
    var edges: [(Int, Int)] = []
    for node in 0..<nodes {
      let (x, y) = (points[node].x, points[node].y)
      var found: [Int] = []
      for row in max(0, cell(y) - 1)...min(side - 1, cell(y) + 1) {
        for column in max(0, cell(x) - 1)...min(side - 1, cell(x) + 1) {
          for other in members[row * side + column] where other > node {
            let (dx, dy) = (points[Int(other)].x - x, points[Int(other)].y - y)
            if dx * dx + dy * dy <= radius * radius { found.append(Int(other)) }
          }
        }
      }
      edges += found.sorted().map { (node, $0) }
    }
    return try Graph(nodeCount: nodes, edges: edges)
  }

  /// Uniformly random points in a square of side 1.
  static func points(_ count: Int, seed: Int) -> [SIMD2<Double>] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in SIMD2(generator.unit(), generator.unit()) }
  }
}
