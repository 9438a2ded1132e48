import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

@Suite struct GraphTests {
  @Test func dropsSelfLoopsAndDuplicatesInEitherDirection() throws {
    let graph = try Graph(
      nodeCount: 4, edges: [(2, 1), (0, 0), (1, 2), (0, 3), (2, 1), (3, 0), (1, 3)],
      weights: [5, 6, 7, 8, 9, 10, 11])
    #expect(edges(of: graph) == [[2, 1], [0, 3], [1, 3]])
    #expect(graph.weights == [5, 8, 11])
    #expect(graph.droppedSelfLoops == 1)
    #expect(graph.droppedDuplicates == 3)
    #expect(graph.note == "dropped 1 self loop and 3 duplicate edges")
    #expect(graph.offsets == [0, 1, 3, 4, 6])
    #expect(graph.neighbors == [3, 2, 3, 1, 0, 1])
    #expect(isConsistent(graph))
  }

  @Test func agreesWithSetsOnRandomMultigraphs() throws {
    var generator = SeededGenerator(seed: 7)
    for nodeCount in 1...40 {
      let pairs = (0..<nodeCount * 3).map { _ in
        (generator.index(below: nodeCount), generator.index(below: nodeCount))
      }
      var seen: Set<[Int]> = []
      let expected = pairs.filter { a, b in
        a != b && seen.insert([min(a, b), max(a, b)]).inserted
      }
      let graph = try Graph(nodeCount: nodeCount, edges: pairs)
      #expect(edges(of: graph) == expected.map { [$0, $1] })
      #expect(graph.droppedSelfLoops == pairs.filter { $0 == $1 }.count)
      #expect(
        graph.edgeCount + graph.droppedSelfLoops + graph.droppedDuplicates == pairs.count)
      #expect(isConsistent(graph))
    }
  }

  @Test(arguments: [(0, 3), (-1, 0), (0, Int.max), (Int.min, 1)])
  func refusesEndsOutsideTheNodes(edge: (Int, Int)) {
    #expect(throws: ParameterError("edge 1 ends outside the nodes 0 ..< 3")) {
      try Graph(nodeCount: 3, edges: [(0, 1), edge])
    }
  }

  @Test func refusesInconsistentArguments() {
    #expect(throws: ParameterError.self) { try Graph(nodeCount: -1, edges: []) }
    #expect(throws: ParameterError.self) { try Graph(nodeCount: Int.max, edges: []) }
    #expect(throws: ParameterError.self) { try Graph(nodeCount: 2, sources: [0], targets: []) }
    #expect(throws: ParameterError.self) { try Graph(nodeCount: 2, edges: [(0, 1)], weights: []) }
    #expect(throws: ParameterError.self) { try Graph(nodeCount: 2, edges: [], labels: ["a"]) }
    #expect(throws: ParameterError.self) { try Graph(nodeCount: 2, edges: [], groups: ["a"]) }
    #expect(throws: ParameterError("the weight of edge 0 is not finite")) {
      try Graph(nodeCount: 2, edges: [(0, 1)], weights: [.nan])
    }
  }

  @Test func findsNodesByLabelBeforeIndex() throws {
    let graph = try Graph(nodeCount: 3, edges: [], labels: ["2", "b", "c"])
    #expect(graph.node(named: "b") == 1)
    #expect(graph.node(named: "2") == 0)
    #expect(graph.node(named: "1") == 1)
    #expect(graph.node(named: "3") == nil)
    #expect(graph.node(named: "-1") == nil)
    #expect(graph.node(named: "d") == nil)
  }

  /// A table finds all but the first names.
  @Test func findsManyNamesAsTheFirst() throws {
    // “é” of one code point and of two.
    let names = ["\u{e9}", "e\u{301}", "b", "b"]
    let graph = try Graph(nodeCount: 4, edges: [], labels: names)
      .withIDs(NodeIDs(["x", "b", "x", "3"]))
    for _ in 0..<10 {
      let found = (names + ["x", "3", "2", "y"]).map { graph.node(named: $0) }
      #expect(found == [0, 1, 2, 2, 0, 3, 2, nil])
    }
    #expect(graph.withIDs(NodeIDs(["3", "y", "b", "x"])).node(named: "x") == 3)
  }

  @Test func numbersComponentsByTheirLowestNode() throws {
    let graph = try Graph(nodeCount: 6, edges: [(4, 1), (5, 0), (2, 4)])
    #expect(graph.components == [0, 1, 1, 2, 1, 0])
    #expect(graph.componentCount == 3)
    #expect(!graph.isConnected)
    #expect(try Graph(nodeCount: 0, edges: []).isConnected)
    #expect(try Graph(nodeCount: 2, edges: [(0, 1)]).isConnected)
  }
}
