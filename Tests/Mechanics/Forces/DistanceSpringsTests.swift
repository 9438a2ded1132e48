import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Springs between all nodes, and the adaptive speed.
struct DistanceSpringsTests {
  private func settled(_ graph: Graph, _ start: [[Double]], ticks: Int = 500) throws -> [[Double]] {
    let world = try world(start, on: graph, seed: 0)
    let simulation = Simulation(
      world, forces: [DistanceSprings { $0.length = 10 }], integrator: Displacement())
    simulation.tick(ticks)
    return simulation.positions
  }

  private func distance(_ a: Int, _ b: Int, _ at: [[Double]]) -> Double {
    at.map { ($0[a] - $0[b]) * ($0[a] - $0[b]) }.reduce(0, +).squareRoot()
  }

  /// The distances of a path fit on a line without stress. A small bend changes them only by its
  /// square, so that the path straightens slowly.
  @Test func aPathIsStraightAndItsEdgesHaveTheLength() throws {
    let graph = try Graph(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3)])
    let end = try settled(graph, [[0, 3, 4, 9], [1, -2, 5, 3]], ticks: 5000)
    for (a, b) in [(0, 1), (1, 2), (2, 3)] { #expect(abs(distance(a, b, end) - 10) < 0.005) }
    #expect(abs(distance(0, 3, end) - 30) < 0.005)
  }

  @Test func nodesWithoutAPathAreOneEdgeFartherApartThanAllOthers() throws {
    let graph = try Graph(nodeCount: 3, edges: [(0, 1)])
    let end = try settled(graph, [[0, 3, 4], [1, -2, 5]])
    #expect(abs(distance(0, 1, end) - 10) < 1e-6)
    #expect(abs(distance(0, 2, end) - 20) < 1e-6 && abs(distance(1, 2, end) - 20) < 1e-6)
  }

  @Test func coincidentNodesSeparate() throws {
    let end = try settled(Graph(nodeCount: 2, edges: [(0, 1)]), [[5, 5], [5, 5]])
    #expect(abs(distance(0, 1, end) - 10) < 1e-6)
  }

  @Test func aLargeGraphIsRefused() throws {
    #expect(throws: ParameterError.self) { try DistanceSprings().check(on: cells(5001)) }
  }

  /// Without forces the speed would grow for ever, and 0·∞ is no number.
  @Test func nodesAtRestStayAtRest() throws {
    let world = try world([[0, 3], [1, -2]], seed: 0)
    let simulation = Simulation(world, forces: [], integrator: AdaptiveSpeed())
    #expect(simulation.tick(5000).total == 0)
    #expect(simulation.positions == [[0, 3], [1, -2]])
  }
}
