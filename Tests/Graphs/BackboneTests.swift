import ForceLabPlugins
import Testing

@testable import ForceLabGraphs

@Suite struct BackboneTests {
  private func backbone(_ graph: Graph, _ minStrength: Double, seed: UInt64 = 1) -> Graph {
    var generator = SeededGenerator(seed: seed)
    return graph.backbone(minStrength: minStrength, using: &generator)
  }

  /// Four cliques of five nodes, and four edges that form a ring of them.
  private func cliques() throws -> Graph {
    var edges: [(Int, Int)] = []
    for clique in 0..<4 {
      edges.append((5 * clique, (5 * clique + 5) % 20))
      for a in 0..<5 {
        for b in 0..<a { edges.append((5 * clique + a, 5 * clique + b)) }
      }
    }
    return try Graph(nodeCount: 20, edges: edges, weights: edges.indices.map(Double.init))
  }

  @Test func cliquesStayAndShortcutsGo() throws {
    let graph = try cliques()
    let kept = backbone(graph, 0.1)
    #expect(kept.nodeCount == 20 && kept.edgeCount == 43)
    let within = zip(kept.sources, kept.targets).count { $0 / 5 == $1 / 5 }
    #expect(within == 40)
    // Edges keep their order and their weights.
    let weights = try #require(kept.weights)
    #expect(weights == weights.sorted())
    #expect(
      weights.indices.allSatisfy { edge in
        graph.sources[Int(weights[edge])] == kept.sources[edge]
          && graph.targets[Int(weights[edge])] == kept.targets[edge]
      })
  }

  @Test func aForestConnectsWhatWasConnected() throws {
    let graph = try cliques()
    for seed in 0..<5 as Range<UInt64> {
      let forest = backbone(graph, 2, seed: seed)
      #expect(forest.edgeCount == 19)
      var search = BreadthFirstSearch(forest)
      search.run(from: 0)
      #expect(!search.distances.contains(-1))
    }
    let parts = try Graph(nodeCount: 5, edges: [(0, 1), (2, 3)])
    #expect(backbone(parts, 2).edgeCount == 2)
    #expect(backbone(try Graph(nodeCount: 0, edges: [(Int, Int)]()), 0.1).nodeCount == 0)
  }

  /// A grid has no triangles, but each of its edges is in a square. One shortcut joins its corners.
  @Test func aGridStaysAndItsShortcutGoes() throws {
    let side = 12
    var edges = [(0, side * side - 1)]
    for node in 0..<side * side {
      if node % side > 0 { edges.append((node, node - 1)) }
      if node >= side { edges.append((node, node - side)) }
    }
    let grid = backbone(try Graph(nodeCount: side * side, edges: edges), 0.1)
    #expect(grid.edgeCount == edges.count - 1)
    #expect(!grid.neighbors(of: 0).contains(Int32(side * side - 1)))
  }

  /// Of two edges without common neighbors, the one between nodes of fewer neighbors is kept.
  @Test func hubsLoseEdges() throws {
    // A ring of six nodes, each connected to a hub by way of a node of its own.
    var edges: [(Int, Int)] = []
    for node in 0..<6 { edges += [(node, (node + 1) % 6), (node, 6 + node), (6 + node, 12)] }
    let forest = backbone(try Graph(nodeCount: 13, edges: edges), 2)
    #expect(forest.edgeCount == 12 && forest.degree(of: 12) == 1)
  }
}
