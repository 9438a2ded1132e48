import ForceLabGraphs
import ForceLabTestSupport
import Testing

/// Distances counted in edges.
struct DistanceTests {
  @Test func distancesAreThoseOfShortestPaths() throws {
    let graph = try Graph(
      nodeCount: 8, edges: [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (5, 6)])
    #expect(graph.distances(from: [3]) == [2, 2, 1, 0, 1, -1, -1, -1])
    #expect(graph.distances(from: [3, 6]) == [2, 2, 1, 0, 1, 1, 0, -1])
    let all = graph.distancesWithinComponents()
    #expect(all.starts == [0, 5, 7])
    #expect(all.distances == [0, 1, 2, 2, 1, 0, 1, 0])
  }
}
