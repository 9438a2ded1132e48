import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Modularity against networkx 3.6.1's `modularity`, and the Louvain method.
@Suite struct CommunitiesTests {
  @Test func modularityIsThatOfNetworkx() throws {
    let karate = try KarateSource().graph()
    let clubs = try #require(karate.groups).map { Int32($0 == "Officer" ? 1 : 0) }
    #expect(try abs(#require(karate.modularity(of: clubs)) - 0.39143756676224206) < 1e-14)
    let finer = try #require(karate.modularity(of: clubs, resolution: 1.7))
    #expect(abs(finer - 0.04120143925338737) < 1e-14)
    let miserables = try MiserablesSource().graph()
    let thirds = (0..<77).map { Int32($0 % 3) }
    #expect(try abs(#require(miserables.modularity(of: thirds)) + 0.09871876859012496) < 1e-14)
    #expect(try Graph(nodeCount: 3, edges: []).modularity(of: [0, 0, 1]) == nil)
  }

  /// The best of 50 seeds of networkx's `louvain_communities` is 0.4449 and 0.5667.
  @Test func communitiesAreAsGoodAsThoseOfNetworkx() throws {
    for (source, best) in [
      (KarateSource() as any GraphSource, 0.44490358126721763),
      (MiserablesSource(), 0.5666879833432481),
    ] {
      let graph = try source.graph()
      for seed in 0..<10 as Range<UInt64> {
        let found = try Communities(of: graph, seed: seed)
        let modularity = try #require(graph.modularity(of: found.ofNodes))
        #expect(modularity > 0.95 * best && modularity < best + 0.01, "\(source.name) \(seed)")
      }
    }
  }

  /// 8 groups of 25 nodes: an edge within with probability 0.5, between with 0.02.
  @Test(arguments: 0..<5 as Range<UInt64>) func aPlantedPartitionIsRecovered(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var edges: [(Int, Int)] = []
    for a in 0..<200 {
      for b in 0..<a {
        let isWithin = a % 8 == b % 8
        if generator.index(below: 100) < (isWithin ? 50 : 2) { edges.append((a, b)) }
      }
    }
    let graph = try Graph(nodeCount: 200, edges: edges)
    let found = try Communities(of: graph, seed: seed)
    #expect(found.count == 8)
    for node in 0..<200 { #expect(found.ofNodes[node] == found.ofNodes[node % 8]) }
  }

  @Test func theSameSeedGivesTheSameCommunities() throws {
    let graph = try MiserablesSource().graph()
    let found = try Communities(of: graph, seed: 3)
    #expect(try Communities(of: graph, seed: 3).ofNodes == found.ofNodes)
    #expect(Set(found.ofNodes) == Set(0..<Int32(found.count)))
    // The largest first.
    let sizes = (0..<found.count).map { group in found.ofNodes.count { Int($0) == group } }
    #expect(sizes == sizes.sorted(by: >))
  }

  @Test func usesWeights() throws {
    // A ring of four whose edges are heavy in two places.
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0)]
    let pairs = try Graph(nodeCount: 4, edges: edges, weights: [1, 9, 1, 9])
    let found = try Communities(of: pairs).ofNodes
    #expect(found[1] == found[2] && found[0] == found[3] && found[0] != found[1])
    // Weights whose sum overflows.
    let huge = try Graph(nodeCount: 4, edges: edges, weights: [1e307, 1.7e308, 1e307, 1.7e308])
    #expect(try Communities(of: huge).ofNodes == found)
    #expect(try Communities(of: Graph(nodeCount: 3, edges: [])).count == 3)
    let zero = try Graph(nodeCount: 4, edges: edges, weights: [0, 0, 0, 0])
    #expect(try Communities(of: zero).count == 4)
    let negative = try Graph(nodeCount: 4, edges: edges, weights: [1, -1, 1, 1])
    #expect(throws: ParameterError.self) { try Communities(of: negative) }
  }
}
