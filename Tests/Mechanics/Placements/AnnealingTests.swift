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
    var generator = SeededGenerator(seed: 2)
    return try AnnealingPlacement {
      ($0.objective.stress, $0.objective.edgeCrossings) = (stress, edgeCrossings)
    }.coordinates(in: context, using: &generator)
  }

  /// Whether nothing but the displacement of the start is different.
  private func near(_ moved: [[Double]], _ start: [[Double]]) -> Bool {
    zip(moved.joined(), start.joined()).allSatisfy { abs($0 - $1) < 1e-2 }
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
    #expect(near(annealing.coordinates { _ in 1 }, start))
    #expect(near(annealing.coordinates(from: .now, until: .now - .seconds(1)), start))
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

  /// From 17 blocks of sixteen edges on, boxes choose the blocks that are tested.
  @Test(arguments: [9, 12, 30]) func edgesInManyBlocksAreCounted(side: Int) throws {
    let graph = try MeshSource { ($0.rows, $0.columns) = (side, side) }.graph()
    var generator = SeededGenerator(seed: 2)
    let start = (0..<2).map { _ in (0..<graph.nodeCount).map { _ in 300 * generator.unit() } }
    var objective = Objective()
    objective.edgeCrossings = 1
    let annealing = Annealing(graph, objective, from: start, using: &generator)
    let before = annealing.costOfStart()
    // Displacements change the crossings of edges whose ends nearly touch others.
    let exact = try #require(crossings(graph, start))
    #expect(abs(before - exact) <= 2 + 1e-4 * exact)
    let moved = annealing.coordinates { $0 < 20_000 ? 0.5 : 1 }
    let after = Annealing(graph, objective, from: moved, using: &generator).costOfStart()
    let left = try #require(crossings(graph, moved))
    #expect(abs(after - left) <= 2 + 1e-4 * left)
    #expect(after < 0.5 * before)
  }

  /// As in coordinates of maps, in meters.
  @Test func aLayoutFarFromTheOriginIsAsGood() throws {
    let graph = try MiserablesSource().graph()
    var generator = SeededGenerator(seed: 1)
    let near = try StressPlacement().coordinates(of: graph, dimensions: 2, using: &generator)
    let far = zip(near, [500_000, 5_400_000.0]).map { axis, shift in axis.map { $0 + shift } }
    let counts = try [near, far].map { start in
      var (generator, objective) = (SeededGenerator(seed: 2), Objective())
      objective.edgeCrossings = 1
      let annealing = Annealing(graph, objective, from: start, using: &generator)
      return try #require(crossings(graph, annealing.coordinates { Double($0) / 20_000 }))
    }
    #expect(abs(counts[0] - counts[1]) < 0.2 * counts[0])
  }

  /// On a line, by classical scaling, and all in one place: edges that overlap do not cross by the test of annealing.
  @Test(arguments: [[0, 30, 10, 40, 20], [0, 0, 0, 0, 0]]) func overlappingEdgesCome(
    apart x: [Double]
  ) throws {
    let graph = try Graph(nodeCount: 5, edges: (1..<5).map { ($0 - 1, $0) })
    var (generator, objective) = (SeededGenerator(seed: 1), Objective())
    objective.edgeCrossings = 1
    let start = [x, Array(repeating: 7, count: 5)]
    let annealing = Annealing(graph, objective, from: start, using: &generator)
    let moved = annealing.coordinates { Double($0) / 5000 }
    #expect(crossings(graph, moved) == 0)
  }

  /// Squares of distances above 46 340 do not fit in 32 bits.
  @Test func aLongPathIsAnnealed() throws {
    let count = 46_400
    let graph = try Graph(nodeCount: count, edges: (1..<count).map { ($0 - 1, $0) })
    let start = [(0..<count).map { 30 * Double($0) }, Array(repeating: 0, count: count)]
    var (generator, objective) = (SeededGenerator(seed: 1), Objective())
    objective.stress = 1
    let annealing = Annealing(graph, objective, from: start, within: 0, using: &generator)
    #expect(annealing.costOfStart() < 1e-3)
  }

  /// With few distances, components without any are left where they are.
  @Test func componentsWithoutDistancesStay() throws {
    let graph = try Graph(nodeCount: 200, edges: (0..<100).map { (2 * $0, 2 * $0 + 1) })
    let start = [(0..<200).map { 30 * Double($0) }, Array(repeating: 0, count: 200)]
    var (generator, objective) = (SeededGenerator(seed: 1), Objective())
    (objective.stress, objective.edgeCrossings) = (1, 1)
    let annealing = Annealing(graph, objective, from: start, within: 0, using: &generator)
    #expect(near(annealing.coordinates { $0 < 2000 ? 0.5 : 1 }, start))
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
