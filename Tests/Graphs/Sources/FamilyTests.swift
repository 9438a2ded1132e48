@testable import ForceLabGraphFiles
@testable import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// A generated graph and what is known of it.
struct Family: Sendable {
  let source: any GraphSource
  let nodes: Int
  let edges: Int
  var isConnected = true
  /// How often each degree occurs.
  var degrees: [Int: Int]?
  var diameter: Int?

  init(
    _ source: any GraphSource, _ nodes: Int, _ edges: Int, isConnected: Bool = true,
    degrees: [Int: Int]? = nil, diameter: Int? = nil
  ) {
    (self.source, self.nodes, self.edges, self.isConnected) = (source, nodes, edges, isConnected)
    (self.degrees, self.diameter) = (degrees, diameter)
  }

  static let all = counted + grids + products + trees

  private static let counted = [1, 2, 7, 100].flatMap { n -> [Family] in
    [
      Family(CellsSource { $0.count = n }, n, 0, isConnected: n == 1, degrees: [0: n]),
      Family(PathSource { $0.count = n }, n, n - 1, diameter: n - 1),
      Family(StarSource { $0.count = n }, n, n - 1, diameter: min(n - 1, 2)),
      Family(CompleteSource { $0.count = n }, n, n * (n - 1) / 2, degrees: [n - 1: n]),
    ]
  }

  private static let grids =
    [(1, 1), (1, 9), (5, 1), (6, 7)].flatMap { rows, columns -> [Family] in
      let (nodes, squares) = (rows * columns, (rows - 1) * (columns - 1))
      let edges = rows * (columns - 1) + columns * (rows - 1)
      return [
        Family(MeshSource { ($0.rows, $0.columns) = (rows, columns) }, nodes, edges),
        Family(
          TriangularLatticeSource { ($0.rows, $0.columns) = (rows, columns) }, nodes,
          edges + squares),
      ]
    }
    + [(1, 1, 1), (2, 1, 5), (3, 4, 5), (5, 5, 5)].map { l, r, c in
      Family(
        Mesh3DSource { ($0.layers, $0.rows, $0.columns) = (l, r, c) }, l * r * c,
        (l - 1) * r * c + l * (r - 1) * c + l * r * (c - 1), diameter: l + r + c - 3)
    }

  private static let products =
    [3, 4, 31].map { n in Family(RingSource { $0.count = n }, n, n, degrees: [2: n]) }
    + [(3, 3), (3, 8), (10, 4)].map { rows, columns in
      Family(
        TorusSource { ($0.rows, $0.columns) = (rows, columns) }, rows * columns,
        2 * rows * columns, degrees: [4: rows * columns])
    }
    + [0, 1, 2, 5, 9].map { d in
      Family(
        HypercubeSource { $0.dimension = d }, 1 << d, d << d / 2, degrees: [d: 1 << d],
        diameter: d)
    }

  private static let trees =
    [1, 2, 3, 10, 500].flatMap { n in
      (0..<3).map { seed in
        Family(RandomTreeSource { ($0.nodes, $0.seed) = (n, seed) }, n, n - 1)
      }
    }
    + [(1, 0), (1, 4), (5, 0), (20, 3)].map { spine, legs in
      let nodes = spine * (legs + 1)
      return Family(CaterpillarSource { ($0.spine, $0.legs) = (spine, legs) }, nodes, nodes - 1)
    }
    + [
      Family(
        TreeSource { ($0.branching, $0.depth) = (3, 2) }, 13, 12, degrees: [1: 9, 3: 1, 4: 3]),
      Family(TreeSource(), 31, 30), Family(TreeSource { $0.depth = 0 }, 1, 0),
    ]
}

/// Closed forms of generated graphs.
@Suite struct FamilyTests {
  @Test func familiesHaveTheirClosedForms() throws {
    for family in Family.all {
      let graph = try family.source.graph()
      let what = Comment(rawValue: family.source.reference.flowText)
      #expect(graph.nodeCount == family.nodes && graph.edgeCount == family.edges, what)
      #expect(graph.isConnected == family.isConnected, what)
      #expect(graph.note == nil && isConsistent(graph), what)
      if let expected = family.degrees { #expect(degrees(of: graph) == expected, what) }
      if let diameter = family.diameter {
        #expect(GraphFacts(graph).diameterLowerBound == diameter, what)
      }
    }
  }

  @Test(arguments: [3, 7, 100]) func edgesHaveTheirOrder(count: Int) throws {
    let path = (0..<count - 1).map { [$0, $0 + 1] }
    #expect(edges(of: try PathSource { $0.count = count }.graph()) == path)
    #expect(edges(of: try ring(count)) == path + [[count - 1, 0]])
    #expect(try StarSource { $0.count = count }.graph().degree(of: 0) == count - 1)
    let tree = TreeSource { ($0.branching, $0.depth) = (1, count - 1) }
    #expect(edges(of: try tree.graph()) == path)
  }

  @Test func meshHasD3sOrder() throws {
    #expect(
      edges(of: try MeshSource { ($0.rows, $0.columns) = (3, 4) }.graph()) == [
        [0, 1], [0, 4], [1, 2], [1, 5], [2, 3], [2, 6], [3, 7],
        [4, 5], [4, 8], [5, 6], [5, 9], [6, 7], [6, 10], [7, 11],
        [8, 9], [9, 10], [10, 11],
      ])
    let eight = try MeshSource { ($0.rows, $0.columns) = (8, 8) }.graph()
    #expect(edges(of: eight).prefix(4) == [[0, 1], [0, 8], [1, 2], [1, 9]])
    #expect(edges(of: eight).suffix(3) == [[60, 61], [61, 62], [62, 63]])
    #expect(degrees(of: eight) == [2: 4, 3: 24, 4: 36])
  }

  @Test func treesAreNumberedBreadthFirst() throws {
    let tree = try TreeSource { ($0.branching, $0.depth) = (3, 2) }.graph()
    #expect(edges(of: tree).prefix(4) == [[0, 1], [0, 2], [0, 3], [1, 4]])
    #expect(edges(of: tree).last == [3, 12])
    let caterpillar = try CaterpillarSource { ($0.spine, $0.legs) = (20, 3) }.graph()
    #expect(
      (0..<20).allSatisfy { caterpillar.degree(of: $0) == 3 + ($0 == 0 || $0 == 19 ? 1 : 2) })
  }

  @Test(arguments: [(1, 1), (3, 5), (12, 20)]) func bipartiteGraphsHaveTwoSides(size: (Int, Int))
    throws
  {
    let (left, right) = size
    let complete = try CompleteBipartiteSource { ($0.left, $0.right) = size }.graph()
    #expect(complete.edgeCount == left * right && isConsistent(complete))
    #expect((0..<left).allSatisfy { complete.degree(of: $0) == right })
    for edges in [0, 1, left * right / 2, left * right] {
      let random = try RandomBipartiteSource {
        ($0.left, $0.right, $0.edges, $0.seed) = (left, right, edges, 3)
      }.graph()
      #expect(random.edgeCount == edges && isConsistent(random))
      #expect(zip(random.sources, random.targets).allSatisfy { $0 < left && $1 >= left })
      #expect(random.groups == complete.groups)
    }
  }

  /// Cayley: there are 4² trees of four numbered nodes. Each is as likely as the others.
  @Test func randomTreesAreUniform() throws {
    var counts: [[[Int]]: Int] = [:]
    for seed in 0..<1600 {
      let tree = try RandomTreeSource { ($0.nodes, $0.seed) = (4, seed) }.graph()
      let sorted = edges(of: tree).map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
      counts[sorted, default: 0] += 1
    }
    #expect(counts.count == 16)
    // χ² with 15 degrees of freedom is below 37.7 in 99.9 % of cases.
    let chiSquare = counts.values.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) / 100 }
    #expect(chiSquare < 37.7)
  }

  @Test func geometricGraphsJoinClosePoints() throws {
    for radius in [0, 0.01, 0.2, 0.9, 2] {
      let source = RandomGeometricSource { ($0.nodes, $0.radius, $0.seed) = (120, radius, 5) }
      let points = RandomGeometricSource.points(120, seed: 5)
      let expected = (0..<120).flatMap { a in
        (a + 1..<120).filter { b in
          let (dx, dy) = (points[a].x - points[b].x, points[a].y - points[b].y)
          return dx * dx + dy * dy <= radius * radius
        }.map { [a, $0] }
      }
      #expect(edges(of: try source.graph()) == expected)
    }
  }

  @Test func plantedPartitionHasItsProbabilities() throws {
    let source = PlantedPartitionSource {
      ($0.communities, $0.size, $0.seed) = (10, 100, 1)
      ($0.within, $0.between) = (0.2, 0.01)
    }
    let graph = try source.graph()
    let inner = zip(graph.sources, graph.targets).count { $0 / 100 == $1 / 100 }
    // Within five standard deviations of the binomial distributions.
    #expect(abs(Double(inner) - 9900) < 5 * (49500 * 0.2 * 0.8).squareRoot())
    #expect(abs(Double(graph.edgeCount - inner) - 4500) < 5 * (450_000 * 0.01 * 0.99).squareRoot())
    #expect(isConsistent(graph) && graph.groups?[250] == "2")
  }

  @Test func plantedPartitionOfCertainEdges() throws {
    func graph(within: Double, between: Double) throws -> Graph {
      try PlantedPartitionSource {
        ($0.communities, $0.size, $0.within, $0.between) = (3, 4, within, between)
      }.graph()
    }
    let (islands, parts) = (try graph(within: 1, between: 0), try graph(within: 0, between: 1))
    #expect(degrees(of: islands) == [3: 12] && islands.componentCount == 3)
    #expect(degrees(of: parts) == [8: 12] && parts.isConnected)
  }

  /// The edges that scipy.spatial.Delaunay (SciPy 1.16, Qhull) finds of the same points.
  @Test func delaunayAgreesWithQhull() throws {
    #expect(
      edges(of: try DelaunaySource { ($0.nodes, $0.seed) = (20, 1) }.graph()) == [
        [0, 11], [0, 13], [0, 16], [0, 19], [1, 3], [1, 4], [1, 5], [1, 6], [1, 7], [1, 15],
        [2, 8],
        [2, 9], [2, 15], [2, 17], [3, 5], [3, 7], [3, 11], [3, 12], [3, 14], [3, 18], [3, 19],
        [4, 5], [4, 9], [4, 15], [4, 16], [5, 13], [5, 14], [5, 16], [6, 7], [6, 10], [6, 15],
        [6, 17], [7, 10], [7, 12], [8, 10], [8, 12], [8, 17], [9, 15], [10, 12], [10, 17],
        [11, 13],
        [11, 14], [11, 19], [12, 18], [13, 14], [13, 16], [15, 17], [18, 19],
      ])
    let references: [(nodes: Int, seed: Int, edges: Int, hash: UInt64)] = [
      (3, 0, 3, 0x7f86_bcc4_57de_c351), (50, 2, 134, 0xb026_ddd3_8121_e26f),
      (1000, 3, 2978, 0x2680_801b_8cb0_2635), (5000, 4, 14972, 0x7068_fc5c_6623_fd03),
    ]
    for reference in references {
      let graph = try DelaunaySource { ($0.nodes, $0.seed) = (reference.nodes, reference.seed) }
        .graph()
      let hash = edges(of: graph).reduce(0) {
        $0 ^ SeededGenerator.mix(UInt64($1[0]) << 32 | UInt64($1[1]))
      }
      #expect(graph.edgeCount == reference.edges && hash == reference.hash)
      #expect(isConsistent(graph) && graph.isConnected)
    }
  }

  @Test func delaunayOfFewOrEqualPoints() throws {
    #expect(try DelaunaySource { $0.nodes = 1 }.graph().edgeCount == 0)
    #expect(edges(of: try DelaunaySource { $0.nodes = 2 }.graph()) == [[0, 1]])
    let points = [(0, 0), (9, 0), (0, 9), (9, 9), (4, 5)].map {
      DelaunayTriangulation.Point(x: $0.0, y: $0.1)
    }
    #expect(DelaunayTriangulation(of: points)?.edges.count == 8)
    #expect(DelaunayTriangulation(of: points + [points[1]]) == nil)
    let line = (0..<5).map { DelaunayTriangulation.Point(x: $0, y: $0) }
    #expect(DelaunayTriangulation(of: line) == nil)
  }

  /// Points of a grid: all circles through four of them are ambiguous, and many lie on lines.
  @Test func delaunayOfAGrid() throws {
    // Not symmetric to the middle, so that the three nearest points are not on a line.
    let middle = DelaunayTriangulation.side / 2
    let points = (0..<144).map {
      DelaunayTriangulation.Point(x: middle + $0 % 12 * 3 - 16, y: middle + $0 / 12 * 3 - 17)
    }
    let found = try #require(DelaunayTriangulation(of: points))
    // All triangulations of n points with h on the border have 3n − 3 − h edges.
    #expect(found.edges.count == 3 * 144 - 3 - 44)
  }

  @Test func largestComponentKeepsIdentities() throws {
    let text = "a b 2\nc d 3\nd e 4\n"
    let whole = try EdgeListFormat().read(text, file: "x.txt")
    let graph = whole.largestComponent()
    #expect(graph.ids?.texts == ["c", "d", "e"] && graph.weights == [3, 4])
    #expect(edges(of: graph) == [[0, 1], [1, 2]] && isConsistent(graph))
    #expect(graph.note?.contains("kept 3 of 5 nodes") == true)
    let connected = try ring(5)
    #expect(edges(of: connected.largestComponent()) == edges(of: connected))
    // Of two of equal size, the first.
    let pairs = try Graph(nodeCount: 5, edges: [(1, 2), (3, 4)]).largestComponent()
    #expect(pairs.ids?.texts == ["1", "2"])
    #expect(try Graph(nodeCount: 0, edges: []).largestComponent().nodeCount == 0)
  }

  @Test func refusesTooLargeGraphsBeforeMakingThem() {
    let mesh = MeshSource { ($0.rows, $0.columns) = (1_000_000, 1_000_000) }
    #expect(
      throws: ParameterError(
        "the graph has 1000000000000 nodes; the limit is 10000000", parameter: "rows")
    ) { try mesh.graph() }
    let more = "the graph has more than 10000000 nodes; the limit is 10000000"
    let mesh3D = Mesh3DSource {
      ($0.layers, $0.rows, $0.columns) = (10_000_000, 10_000_000, 10_000_000)
    }
    #expect(throws: ParameterError(more, parameter: "layers")) { try mesh3D.graph() }
    let tree = TreeSource { $0.depth = 23 }
    #expect(throws: ParameterError(more, parameter: "depth")) { try tree.graph() }
    let complete = CompleteSource { $0.count = 10_000_000 }
    #expect(
      throws: ParameterError(
        "the graph has 49999995000000 edges; the limit is 100000000", parameter: "count")
    ) { try complete.graph() }
    let sources: [any GraphSource] = [
      TorusSource { ($0.rows, $0.columns) = (10_000_000, 10_000_000) },
      TreeSource { $0.depth = 10_000_000 },
      Mesh3DSource { ($0.layers, $0.rows, $0.columns) = (1000, 1000, 1000) },
      HypercubeSource { $0.dimension = 30 },
      TriangularLatticeSource { ($0.rows, $0.columns) = (10_000, 10_000) },
      CompleteBipartiteSource { ($0.left, $0.right) = (100_000, 100_000) },
      RandomBipartiteSource { ($0.left, $0.right, $0.edges) = (2, 3, 7) },
      CaterpillarSource { ($0.spine, $0.legs) = (10_000_000, 10_000_000) },
      RandomGeometricSource { ($0.nodes, $0.radius) = (1_000_000, 1) },
      PlantedPartitionSource {
        ($0.communities, $0.size) = (1000, 1000)
        ($0.within, $0.between) = (1, 1)
      },
      DelaunaySource { $0.nodes = 0 }, RandomTreeSource { $0.nodes = -1 },
      BarabasiAlbertSource { ($0.nodes, $0.degree) = (5, 5) },
      WattsStrogatzSource { ($0.nodes, $0.degree) = (10, 3) },
      WattsStrogatzSource { ($0.nodes, $0.degree) = (4, 4) },
      WattsStrogatzSource { ($0.nodes, $0.degree) = (4, 6) },
    ]
    for source in sources {
      #expect(throws: ParameterError.self, "\(source.name)") { try source.graph() }
    }
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func nothingTrapsOutsideTheRanges(value: Int) {
    let sources: [any GraphSource] = [
      CellsSource { $0.count = value }, PathSource { $0.count = value },
      RingSource { $0.count = value }, StarSource { $0.count = value },
      CompleteSource { $0.count = value }, MeshSource { $0.rows = value },
      TorusSource { $0.columns = value }, TreeSource { $0.branching = value },
      RandomSource { $0.nodes = value }, BarabasiAlbertSource { $0.degree = value },
      WattsStrogatzSource { $0.degree = value },
      TreeSource { ($0.branching, $0.depth) = (value, value) },
      WattsStrogatzSource { ($0.nodes, $0.degree) = (value, value) },
      BarabasiAlbertSource { ($0.nodes, $0.degree) = (value, -1) },
    ]
    for source in sources {
      #expect(throws: ParameterError.self, "\(source.name)") { try source.graph() }
      // `check()` alone survives them too.
      _ = try? source.check()
    }
  }
}
