import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// The force that points edges in one direction, and the order without cycles that it needs.
struct FlowTests {
  private func graph(_ nodes: Int, _ edges: [(Int, Int)]) throws -> Graph {
    try Graph(nodeCount: nodes, edges: edges)
  }

  @Test(arguments: [
    (Flow.Direction.down, 1, 1.0), (.up, 1, -1), (.right, 0, 1), (.left, 0, -1),
  ])
  func pushesUntilTheGapIsReached(direction: Flow.Direction, axis: Int, sign: Double) throws {
    let force = Flow { ($0.direction, $0.gap, $0.strength) = (direction, 10, 0.5) }
    var places = [[0.0, 0], [0.0, 0]]
    places[axis][1] = sign * 4
    // Six are missing, times 0.5.
    var expected = [[0.0, 0], [0.0, 0]]
    expected[axis] = [-3 * sign, 3 * sign]
    let pair = try graph(2, [(0, 1)])
    #expect(velocities(force, in: try world(places, on: pair)) == expected)
    try expectGradient(force, on: pair, at: places, tolerance: 1e-7)
    places[axis][1] = sign * 11
    #expect(velocities(force, in: try world(places, on: pair)).joined().allSatisfy { $0 == 0 })
  }

  private func reversed(_ graph: Graph) -> Int {
    let places = graph.acyclicOrder
    #expect(Set(places).count == graph.nodeCount)
    return zip(graph.sources, graph.targets).count { places[Int($0)] > places[Int($1)] }
  }

  @Test func fewEdgesAreReversed() throws {
    #expect(reversed(try graph(5, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)])) == 0)
    #expect(reversed(try graph(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])) == 1)
    // Two cycles with a common node.
    #expect(reversed(try graph(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)])) == 2)
    #expect(reversed(try graph(0, [])) == 0)
  }

  @Test func randomGraphsKeepToTheBound() throws {
    var generator = SeededGenerator(seed: 5)
    for count in [3, 10, 40, 200] {
      let edges = (0..<3 * count).map { _ in
        (generator.index(below: count), generator.index(below: count))
      }
      let graph = try graph(count, edges)
      let used = (0..<count).count { graph.degree(of: $0) > 0 }
      #expect(Double(reversed(graph)) <= Double(graph.edgeCount) / 2 - Double(used) / 6)
      // With all edges from lower to higher nodes there is no cycle.
      let forward = edges.filter { $0.0 != $0.1 }.map { (min($0.0, $0.1), max($0.0, $0.1)) }
      #expect(reversed(try self.graph(count, forward)) == 0)
    }
  }

  /// A layered graph flows down in a whole layout.
  @Test func layoutsFlow() throws {
    let edges = (0..<60).flatMap { node in [(node, node + 3), (node, node + 4)] }
    let graph = try graph(64, edges)
    func flow(_ forces: [any Force]) throws -> Double {
      let simulation = try Simulation(graph, forces: forces)
      for _ in 0..<300 { simulation.tick() }
      let y = simulation.positions[1]
      return Double(edges.count { y[$0.1] > y[$0.0] }) / Double(edges.count)
    }
    let base: [any Force] = [ManyBody(), LinkForce(), Center()]
    #expect(try flow(base + [Flow()]) > 0.95)
    #expect(try flow(base) < 0.5)
  }
}
