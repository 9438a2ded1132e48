import ForceLabGraphs
import ForceLabPlugins
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

  /// Whatever the order of nodes and edges, groups of a mesh lie along rows as often as along columns. Else
  /// the coarser graph would be a mesh with edges of two lengths.
  @Test(arguments: [[false, false], [false, true], [true, false], [true, true]])
  func groupsOfAMeshHaveNoDirection(shuffled: [Bool]) throws {
    let (side, mesh) = (60, try mesh(60, 60))
    var generator = SeededGenerator(seed: 1)
    var (numbers, edges) = (Array(0..<side * side), Array(0..<mesh.edgeCount))
    if shuffled[0] { numbers.shuffle(using: &generator) }
    if shuffled[1] { edges.shuffle(using: &generator) }
    let other = try Graph(
      nodeCount: side * side,
      edges: edges.map { (numbers[Int(mesh.sources[$0])], numbers[Int(mesh.targets[$0])]) })
    let groups = coarsening(other).groups
    func pairs(apart step: Int) -> Double {
      Double((0..<side * side - step).count { groups[numbers[$0]] == groups[numbers[$0 + step]] })
    }
    let (alongRows, alongColumns) = (pairs(apart: 1), pairs(apart: side))
    #expect(alongRows + alongColumns > 1500)
    #expect(abs(alongRows - alongColumns) < 0.1 * (alongRows + alongColumns))
  }

  @Test func renumberedGraphsHaveTheSameEdges() throws {
    let mesh = try mesh(2, 3)
    let part = mesh.renumbered([5, 4, 2, 1])
    let edges = Set(zip(part.sources, part.targets).map { [$0, $1] })
    #expect(edges == [[0, 1], [0, 2], [1, 3], [2, 3]])
    #expect(isConsistent(part))
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

  @Test func heavyEdgesAreMatched() throws {
    let path = try Graph(
      nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3), (3, 0)], weights: [1, 5, 1, 4])
    #expect(coarsening(path).groups == [0, 1, 1, 0])
  }

  @Test func coarseningAPathAlmostDoublesItsEdgeLength() throws {
    let path = try PathSource { $0.count = 1000 }.graph()
    // A random matching leaves one node in seven alone.
    #expect((1.7...2).contains(coarsening(path).stretch))
  }

  @Test func graphsOfZeroAndOneNodesDoNotChange() throws {
    for count in [0, 1] {
      let coarse = coarsening(try Graph(nodeCount: count, edges: []))
      #expect(coarse.graph.nodeCount == count && coarse.graph.edgeCount == 0)
      #expect(coarse.stretch == 1 && coarse.groups.count == count)
    }
  }
}
