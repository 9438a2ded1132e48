@testable import ForceLabGraphs
import ForceLabTestSupport
import Testing

@Suite struct GraphFactsTests {
  /// By networkx 3.6: density, average_clustering, diameter.
  @Test func agreeWithNetworkx() throws {
    let karate = GraphFacts(try KarateSource().graph())
    #expect(abs(karate.clustering - 0.570_638_478_207_682_3) < 1e-12)
    #expect(abs(karate.density - 0.139_037_433_155_080_17) < 1e-15)
    #expect(karate.diameterLowerBound == 5 && karate.maxDegree == 17 && karate.components == 1)
    #expect(karate.meanDegree == 2 * 78 / 34.0)
    let miserables = GraphFacts(try MiserablesSource().graph())
    #expect(abs(miserables.clustering - 0.573_136_749_932_013_4) < 1e-12)
    #expect(miserables.diameterLowerBound == 5 && miserables.maxDegree == 36)
  }

  @Test func closedForms() throws {
    let complete = GraphFacts(try CompleteSource { $0.count = 9 }.graph())
    #expect(complete.clustering == 1 && complete.density == 1)
    #expect(complete.diameterLowerBound == 1 && complete.maxDegree == 8)
    let path = GraphFacts(try PathSource { $0.count = 50 }.graph())
    #expect(path.diameterLowerBound == 49 && path.clustering == 0 && path.components == 1)
    let cells = GraphFacts(try cells(7))
    #expect(cells.components == 7 && cells.diameterLowerBound == 0 && cells.meanDegree == 0)
    let nothing = GraphFacts(try Graph(nodeCount: 0, edges: []))
    #expect(nothing.components == 0 && nothing.density == 0 && nothing.clustering == 0)
    // The diameter is that of the largest component.
    let two = try Graph(
      nodeCount: 9, edges: [(0, 1), (1, 2), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)])
    #expect(GraphFacts(two).diameterLowerBound == 5 && GraphFacts(two).components == 2)
  }

  @Test func samplesAreNearTheExactValue() throws {
    let graph = try WattsStrogatzSource {
      $0.nodes = 2000
      $0.degree = 8
      $0.rewire = 0.1
      $0.seed = 1
    }.graph()
    let exact = GraphFacts(graph)
    let sampled = GraphFacts(graph, triangleLimit: 10)
    #expect(exact.isClusteringExact && !sampled.isClusteringExact)
    // Four standard errors.
    #expect(abs(exact.clustering - sampled.clustering) < 0.02)
    #expect(sampled == GraphFacts(graph, triangleLimit: 10))
  }
}
