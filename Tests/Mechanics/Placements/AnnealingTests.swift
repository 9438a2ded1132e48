import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import Testing

/// Layouts of a low weighted sum of measures.
struct AnnealingTests {
  private func layout(
    _ graph: Graph, stress: Double, edgeCrossings: Double, pins: [Particles.Pin] = []
  ) throws -> [[Double]] {
    var context = PlacementContext(graph)
    context.pins = pins
    var generator = SeededGenerator(seed: 1)
    return try AnnealingPlacement {
      ($0.objective.stress, $0.objective.edgeCrossings) = (stress, edgeCrossings)
    }.coordinates(in: context, using: &generator)
  }

  private func crossings(_ graph: Graph, _ layout: [[Double]]) -> Double? {
    EdgeCrossings().value(of: FinishedLayout(graph, at: layout))
  }

  /// A cube, and a prism over a ring of 12: planar graphs whose layouts of least stress have crossings.
  @Test(arguments: [4, 12]) func aPrismBecomesPlane(ring: Int) throws {
    let graph = try Graph(
      nodeCount: 2 * ring,
      edges: (0..<ring).flatMap { node in
        let next = (node + 1) % ring
        return [(node, next), (ring + node, ring + next), (node, ring + node)]
      })
    let stressed = try layout(graph, stress: 1, edgeCrossings: 0)
    let plane = try layout(graph, stress: 0, edgeCrossings: 1)
    #expect(try #require(crossings(graph, stressed)) > 0)
    #expect(crossings(graph, plane) == 0)
    let both = try layout(graph, stress: 1, edgeCrossings: 0.5)
    let value = Stress().value(of: FinishedLayout(graph, at: both))
    let planeValue = Stress().value(of: FinishedLayout(graph, at: plane))
    #expect(try #require(value) < (try #require(planeValue)))
    #expect(try layout(graph, stress: 0, edgeCrossings: 1) == plane)
  }

  @Test func theObjectiveIsNeverAboveThatOfTheStart() throws {
    let graph = try MiserablesSource().graph()
    var generator = SeededGenerator(seed: 1)
    let start = try StressPlacement().coordinates(of: graph, dimensions: 2, using: &generator)
    let before = try #require(crossings(graph, start))
    let after = try layout(graph, stress: 1, edgeCrossings: 0.5)
    #expect(try #require(crossings(graph, after)) < before)
    var objective = Objective()
    objective.edgeCrossings = 1
    let annealing = Annealing(graph, objective, from: start, using: &generator)
    #expect(annealing.coordinates { _ in 1 } == start)
    #expect(annealing.coordinates(from: .now, until: .now - .seconds(1)) == start)
  }

  @Test func theCostOfTheStartIsTheObjective() throws {
    let graph = try MiserablesSource().graph()
    var generator = SeededGenerator(seed: 1)
    let start = try StressPlacement().coordinates(of: graph, dimensions: 2, using: &generator)
    var objective = Objective()
    (objective.stress, objective.edgeCrossings) = (2, 0.5)
    let cost = Annealing(graph, objective, from: start, using: &generator).costOfStart()
    let stress = RawStress { $0.bestScale = true }.value(of: FinishedLayout(graph, at: start))
    let expected = 2 * (try #require(stress)) + 0.5 * (try #require(crossings(graph, start)))
    #expect(abs(cost - expected) < 1e-3 * expected)
  }

  @Test func pinnedNodesStayAndNodesWithoutEdgesToo() throws {
    let graph = try Graph(nodeCount: 5, edges: [(0, 1), (1, 2), (2, 0), (2, 3)])
    let pin = Particles.Pin(node: 3, position: [70, -40])
    let layout = try layout(graph, stress: 1, edgeCrossings: 1, pins: [pin])
    #expect(abs(layout[0][3] - 70) < 1e-3 && abs(layout[1][3] + 40) < 1e-3)
    #expect(layout.joined().allSatisfy { $0.isFinite })
  }

  @Test func onlyThePlaneHasCrossings() throws {
    let graph = try Graph(nodeCount: 2, edges: [(0, 1)])
    #expect(throws: ParameterError.self) { try AnnealingPlacement().check(graph, dimensions: 3) }
  }
}
