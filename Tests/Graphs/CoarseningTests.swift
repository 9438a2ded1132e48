import ForceLabGraphs
import ForceLabTestSupport
import Testing

struct CoarseningTests {
  private func coarsening(_ graph: Graph, rounds: Int = 1) -> Coarsening {
    Coarsening(
      of: graph, masses: [Double](repeating: 1, count: graph.nodeCount), rounds: rounds)
  }

  private func mesh(_ rows: Int, _ columns: Int) throws -> Graph {
    try MeshSource { ($0.rows, $0.columns) = (rows, columns) }.graph()
  }

  private func star(_ count: Int) throws -> Graph {
    try Graph(nodeCount: count, edges: (1..<count).map { (0, $0) })
  }

  @Test func aMeshMatchedTwiceIsAMeshOfHalfTheSide() throws {
    let coarse = coarsening(try mesh(6, 8), rounds: 2)
    let expected = try mesh(3, 4)
    #expect(coarse.graph.nodeCount == 12 && coarse.masses == Array(repeating: 4, count: 12))
    let row: [[Int32]] = [0, 4, 8].map { first in (0..<8).map { first + $0 / 2 } }
    #expect(coarse.groups == row.flatMap { $0 + $0 })
    #expect(coarse.graph.sources == expected.sources && coarse.graph.targets == expected.targets)
    // Two edges run between any two neighboring groups of four.
    #expect(coarse.graph.weights == Array(repeating: 2, count: expected.edgeCount))
    // Σ(row + column) of the nodes over that of their groups: 288/120.
    #expect(abs(coarse.stretch - 2.4) < 1e-12)
  }

  @Test(arguments: [1, 2, 3])
  func nothingIsLostAndTheGraphStaysSimple(rounds: Int) throws {
    let graphs = try [
      RandomSource { ($0.nodes, $0.edges) = (200, 300) }.graph(),
      BarabasiAlbertSource { $0.nodes = 300 }.graph(),
      mesh(9, 7), star(50), MiserablesSource().graph(),
      Graph(nodeCount: 9, edges: [(0, 1), (3, 4)]), CompleteSource().graph(),
    ]
    for graph in graphs {
      let coarse = coarsening(graph, rounds: rounds)
      #expect(coarse.masses.reduce(0, +) == Double(graph.nodeCount))
      #expect(coarse.masses.max() ?? 0 <= Double(1 << rounds))
      #expect(coarse.graph.nodeCount < graph.nodeCount && coarse.stretch >= 1)
      // Weights between and within groups sum to the original weights.
      var within = 0.0
      for edge in 0..<graph.edgeCount {
        let ends = (graph.sources[edge], graph.targets[edge])
        if coarse.groups[Int(ends.0)] == coarse.groups[Int(ends.1)] {
          within += graph.weights?[edge] ?? 1
        }
      }
      let total = graph.weights?.reduce(0, +) ?? Double(graph.edgeCount)
      let weights = try #require(coarse.graph.weights)
      #expect(abs(weights.reduce(within, +) - total) < 1e-9 * total)
      #expect(isConsistent(coarse.graph))
    }
  }

  @Test func everyGraphShrinksToOneNodeInFewSteps() throws {
    for graph in [
      try star(3000), try mesh(50, 60), try Graph(nodeCount: 3000, edges: []),
      try Graph(nodeCount: 3000, edges: (0..<1500).map { ($0, $0 + 1500) }),
    ] {
      var (coarse, steps) = (coarsening(graph), 1)
      while coarse.graph.nodeCount > 1 {
        coarse = Coarsening(of: coarse.graph, masses: coarse.masses)
        steps += 1
      }
      #expect(steps <= 14 && coarse.masses == [3000])
    }
  }

  @Test func heavyEdgesAreMatchedAndLightNodesFirst() throws {
    let path = try Graph(
      nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3), (3, 0)], weights: [1, 5, 1, 4])
    #expect(coarsening(path).groups == [0, 1, 1, 0])
    let even = try Graph(nodeCount: 4, edges: [(0, 1), (0, 2), (1, 3), (2, 3)])
    #expect(Coarsening(of: even, masses: [1, 8, 1, 8]).groups == [0, 1, 0, 1])
  }

  @Test func coarseningAPathDoublesItsEdgeLength() throws {
    let path = try PathSource { $0.count = 1000 }.graph()
    #expect(abs(coarsening(path).stretch - 2) < 0.01)
  }

  @Test func graphsOfZeroAndOneNodesDoNotChange() throws {
    for count in [0, 1] {
      let coarse = coarsening(try Graph(nodeCount: count, edges: []))
      #expect(coarse.graph.nodeCount == count && coarse.graph.edgeCount == 0)
      #expect(coarse.stretch == 1 && coarse.groups.count == count)
    }
  }
}
