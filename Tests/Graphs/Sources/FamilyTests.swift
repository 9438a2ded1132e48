@testable import ForceLabGraphFiles
@testable import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Closed forms of the generators of graph families.
@Suite struct FamilyTests {
  @Test(arguments: [(1, 1, 1), (2, 1, 5), (3, 4, 5), (5, 5, 5)])
  func boxHasItsClosedForm(size: (Int, Int, Int)) throws {
    let (l, r, c) = size
    let box = try made(Mesh3DSource.self) { ($0.layers, $0.rows, $0.columns) = size }
    #expect(box.nodeCount == l * r * c)
    #expect(box.edgeCount == (l - 1) * r * c + l * (r - 1) * c + l * r * (c - 1))
    #expect(box.isConnected && isConsistent(box))
    #expect(GraphFacts(box).diameterLowerBound == l + r + c - 3)
  }

  @Test(arguments: [(1, 1), (1, 7), (4, 1), (6, 9)])
  func triangularLatticeHasItsClosedForm(size: (Int, Int)) throws {
    let (rows, columns) = size
    let lattice = try made(TriangularLatticeSource.self) { ($0.rows, $0.columns) = size }
    let squares = (rows - 1) * (columns - 1)
    #expect(lattice.nodeCount == rows * columns)
    #expect(lattice.edgeCount == rows * (columns - 1) + (rows - 1) * columns + squares)
    #expect(lattice.isConnected && isConsistent(lattice))
  }

  @Test(arguments: [0, 1, 2, 5, 9]) func hypercubeIsRegular(dimension: Int) throws {
    let cube = try made(HypercubeSource.self) { $0.dimension = dimension }
    #expect(degrees(of: cube) == [dimension: 1 << dimension])
    #expect(cube.edgeCount == dimension << dimension / 2)
    #expect(cube.isConnected && isConsistent(cube))
    #expect(GraphFacts(cube).diameterLowerBound == dimension)
  }

  @Test(arguments: [(1, 1), (3, 5), (12, 20)]) func bipartiteGraphsHaveTwoSides(size: (Int, Int))
    throws
  {
    let (left, right) = size
    let complete = try made(CompleteBipartiteSource.self) { ($0.left, $0.right) = size }
    #expect(complete.edgeCount == left * right && isConsistent(complete))
    #expect((0..<left).allSatisfy { complete.degree(of: $0) == right })
    for edges in [0, 1, left * right / 2, left * right] {
      let random = try made(RandomBipartiteSource.self) {
        ($0.left, $0.right, $0.edges, $0.seed) = (left, right, edges, 3)
      }
      #expect(random.edgeCount == edges && isConsistent(random))
      #expect(zip(random.sources, random.targets).allSatisfy { $0 < left && $1 >= left })
      #expect(random.groups == complete.groups)
    }
  }

  @Test(arguments: [1, 2, 3, 10, 500]) func randomTreesAreTrees(count: Int) throws {
    let trees = try (0..<3).map { seed in
      try made(RandomTreeSource.self) { ($0.nodes, $0.seed) = (count, seed) }
    }
    for tree in trees {
      #expect(tree.nodeCount == count && tree.edgeCount == count - 1 && tree.isConnected)
      #expect(isConsistent(tree))
    }
    #expect(count < 10 || edges(of: trees[0]) != edges(of: trees[1]))
  }

  /// Cayley: there are 4² trees of four numbered nodes. Each is as likely as the others.
  @Test func randomTreesAreUniform() throws {
    var counts: [[[Int]]: Int] = [:]
    for seed in 0..<1600 {
      let tree = try made(RandomTreeSource.self) { ($0.nodes, $0.seed) = (4, seed) }
      counts[
        edges(of: tree).map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }, default: 0] +=
        1
    }
    #expect(counts.count == 16)
    // χ² with 15 degrees of freedom is below 37.7 in 99.9 % of cases.
    let chiSquare = counts.values.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) / 100 }
    #expect(chiSquare < 37.7)
  }

  @Test(arguments: [(1, 0), (1, 4), (5, 0), (20, 3)])
  func caterpillarHasItsClosedForm(size: (Int, Int)) throws {
    let (spine, legs) = size
    let caterpillar = try made(CaterpillarSource.self) { ($0.spine, $0.legs) = size }
    #expect(caterpillar.nodeCount == spine * (legs + 1))
    #expect(caterpillar.edgeCount == caterpillar.nodeCount - 1 && caterpillar.isConnected)
    #expect(
      (0..<spine).allSatisfy { node in
        let neighbors = spine == 1 ? 0 : node == 0 || node == spine - 1 ? 1 : 2
        return caterpillar.degree(of: node) == legs + neighbors
      })
    #expect(isConsistent(caterpillar))
  }

  @Test func geometricGraphsJoinClosePoints() throws {
    for radius in [0, 0.01, 0.2, 0.9, 2] {
      let source = RandomGeometricSource { ($0.nodes, $0.radius, $0.seed) = (120, radius, 5) }
      let points = RandomPoints(120, seed: 5)
      let expected = (0..<120).flatMap { a in
        (a + 1..<120).filter { b in
          let (dx, dy) = (points.x[a] - points.x[b], points.y[a] - points.y[b])
          return dx * dx + dy * dy <= radius * radius
        }.map { [a, $0] }
      }
      #expect(edges(of: try source.graph()) == expected)
    }
  }

  @Test func plantedPartitionHasItsProbabilities() throws {
    let source = PlantedPartitionSource {
      $0.communities = 10
      $0.size = 100
      $0.within = 0.2
      $0.between = 0.01
      $0.seed = 1
    }
    let graph = try source.graph()
    let inner = zip(graph.sources, graph.targets).count { $0 / 100 == $1 / 100 }
    // Within five standard deviations of the binomial distributions.
    #expect(abs(Double(inner) - 9900) < 5 * (49500 * 0.2 * 0.8).squareRoot())
    #expect(abs(Double(graph.edgeCount - inner) - 4500) < 5 * (450_000 * 0.01 * 0.99).squareRoot())
    #expect(isConsistent(graph) && graph.groups?[250] == "2")
  }

  @Test func plantedPartitionOfCertainEdges() throws {
    let islands = try PlantedPartitionSource {
      $0.communities = 3
      $0.size = 4
      $0.within = 1
      $0.between = 0
    }.graph()
    #expect(degrees(of: islands) == [3: 12] && islands.componentCount == 3)
    let parts = try PlantedPartitionSource {
      $0.communities = 3
      $0.size = 4
      $0.within = 0
      $0.between = 1
    }.graph()
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

  @Test func limitsAreChecked() {
    let sources: [any GraphSource] = [
      Mesh3DSource { ($0.layers, $0.rows, $0.columns) = (1000, 1000, 1000) },
      HypercubeSource { $0.dimension = 30 },
      TriangularLatticeSource { ($0.rows, $0.columns) = (10_000, 10_000) },
      CompleteBipartiteSource { ($0.left, $0.right) = (100_000, 100_000) },
      RandomBipartiteSource { ($0.left, $0.right, $0.edges) = (2, 3, 7) },
      CaterpillarSource { ($0.spine, $0.legs) = (10_000_000, 10_000_000) },
      RandomGeometricSource { ($0.nodes, $0.radius) = (1_000_000, 1) },
      PlantedPartitionSource {
        $0.communities = 1000
        $0.size = 1000
        $0.within = 1
        $0.between = 1
      },
      DelaunaySource { $0.nodes = 0 }, RandomTreeSource { $0.nodes = -1 },
    ]
    for source in sources {
      #expect(throws: ParameterError.self, "\(source.name)") { try source.graph() }
    }
  }
}
