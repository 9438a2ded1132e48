import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

@Suite struct RandomGraphTests {
  private static func sources(seed: Int) -> [any GraphSource] {
    [
      RandomSource { $0.seed = seed }, BarabasiAlbertSource { $0.seed = seed },
      WattsStrogatzSource { $0.seed = seed }, RandomTreeSource { $0.seed = seed },
    ]
  }

  @Test(arguments: [0, 1, -5, Int.max, Int.min])
  func theSameSeedGivesTheSameGraph(seed: Int) throws {
    for (source, other) in zip(Self.sources(seed: seed), Self.sources(seed: 2)) {
      let graph = edges(of: try source.graph())
      #expect(graph == edges(of: try source.graph()), "\(source.name)")
      #expect(graph != edges(of: try other.graph()), "\(source.name)")
    }
  }

  @Test(arguments: [(1, 0), (2, 1), (20, 0), (20, 19), (20, 95), (20, 96), (20, 189), (20, 190)])
  func randomHasExactlyItsEdges(size: (Int, Int)) throws {
    let graph = try RandomSource { ($0.nodes, $0.edges) = size }.graph()
    #expect(graph.nodeCount == size.0 && graph.edgeCount == size.1)
    #expect(graph.note == nil && isConsistent(graph))
  }

  @Test func randomIsUniform() throws {
    // Each of the C(6, 2) = 15 graphs with 2 edges on 4 nodes: 600 ± 24 of 9000 draws.
    for edgeCount in [2, 4] {
      var counts: [[[Int]]: Int] = [:]
      for seed in 0..<9000 {
        let graph = try RandomSource {
          ($0.nodes, $0.edges, $0.seed) = (4, edgeCount, seed)
        }.graph()
        counts[edges(of: graph), default: 0] += 1
      }
      #expect(counts.count == 15)
      #expect(counts.values.allSatisfy { abs($0 - 600) < 120 })
    }
  }

  @Test func randomRefusesMoreEdgesThanPairs() {
    #expect(
      throws: ParameterError(
        "a graph of 20 nodes has at most 190 edges, found 191; reduce 'edges'",
        parameter: "edges")
    ) {
      try RandomSource { ($0.nodes, $0.edges) = (20, 191) }.graph()
    }
  }

  @Test(arguments: [(2, 1), (50, 1), (50, 3), (50, 49), (500, 4)])
  func barabasiAlbertGrowsFromAStar(size: (Int, Int)) throws {
    let (nodes, degree) = size
    let graph = try BarabasiAlbertSource { ($0.nodes, $0.degree) = size }.graph()
    #expect(graph.edgeCount == degree * (nodes - degree))
    #expect(graph.isConnected && graph.note == nil && isConsistent(graph))
    for node in degree + 1..<max(degree + 1, nodes) {
      #expect(
        zip(graph.sources, graph.targets).filter { $0.0 == node && $0.1 < node }.count == degree)
    }
  }

  @Test func barabasiAlbertPrefersNodesOfHighDegree() throws {
    let graph = try BarabasiAlbertSource { ($0.nodes, $0.degree) = (5000, 2) }.graph()
    let most = (0..<5000).map(graph.degree).max() ?? 0
    // About √n·m = 141 here; a graph without preference has about 2 + log n.
    #expect(most > 60)
  }

  @Test(arguments: [(3, 2), (10, 4), (11, 10), (12, 10)])
  func wattsStrogatzWithoutRewiringIsALattice(size: (Int, Int)) throws {
    let (nodes, degree) = size
    let graph = try WattsStrogatzSource {
      ($0.nodes, $0.degree, $0.rewire) = (nodes, degree, 0)
    }.graph()
    let lattice = (0..<nodes).flatMap { node in
      (1...degree / 2).map { [node, (node + $0) % nodes] }
    }
    #expect(edges(of: graph) == lattice)
    #expect(degrees(of: graph) == [degree: nodes])
  }

  @Test(arguments: [(3, 2), (10, 4), (11, 10), (12, 10), (40, 30), (200, 6)], [0.05, 0.5, 1])
  func wattsStrogatzKeepsItsEdges(size: (Int, Int), rewire: Double) throws {
    for seed in 0..<20 {
      let graph = try WattsStrogatzSource {
        ($0.nodes, $0.degree, $0.rewire, $0.seed) = (size.0, size.1, rewire, seed)
      }.graph()
      #expect(graph.edgeCount == size.0 * size.1 / 2)
      #expect(graph.note == nil && isConsistent(graph))
      #expect((0..<size.0).allSatisfy { graph.degree(of: $0) >= size.1 / 2 })
    }
  }

  @Test func wattsStrogatzRewiresItsShare() throws {
    let graph = try WattsStrogatzSource {
      ($0.nodes, $0.degree, $0.rewire) = (10_000, 6, 0.2)
    }.graph()
    let moved = edges(of: graph).filter { !(1...3).contains(($0[1] - $0[0] + 10_000) % 10_000) }
    // 6000 ± 70 of 30 000.
    #expect(abs(moved.count - 6000) < 350)
  }
}
