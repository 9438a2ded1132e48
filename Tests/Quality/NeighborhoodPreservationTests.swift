import ForceLabGraphs
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// Nearness on the page against nearness in the graph.
struct NeighborhoodPreservationTests {
  private func value(_ layout: FinishedLayout) -> Double? {
    NeighborhoodPreservation().value(of: layout)
  }

  /// The definition, by sorting all nodes about each.
  private func sorted(_ layout: FinishedLayout) -> Double {
    let graph = layout.graph
    let nodes = (0..<graph.nodeCount).filter { graph.degree(of: $0) > 0 }
    let indices = nodes.map { node in
      let others = (0..<graph.nodeCount).filter { $0 != node }
      let nearest = others.map { (layout.square(node, $0), $0) }.sorted { $0 < $1 }
      let near = Set(nearest.prefix(graph.degree(of: node)).map(\.1))
      let joined = Set(graph.neighbors(of: node).map { Int($0) })
      return Double(near.intersection(joined).count) / Double(near.union(joined).count)
    }
    return indices.reduce(0, +) / Double(nodes.count)
  }

  @Test func fourNodesByHand() throws {
    // The path 0–1–2–3 with 3 moved between 0 and 1. Nearest: {3} of 0, {3, 0} of 1, {1, 3} of 2,
    // {0} of 3; 0 before 1, as both are as far. Indices: 0/2, 1/3, 2/2, 0/2.
    let path = try Graph(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3)])
    let layout = FinishedLayout(path, at: [[0, 2, 5, 1], [0, 0, 0, 0]])
    #expect(isNear(value(layout), (0 + 1.0 / 3 + 1 + 0) / 4))
  }

  @Test func aStraightPathAndASquareMeshKeepAllTheirNeighbors() throws {
    let axis = (0..<50).map { Double($0) }
    let path = try PathSource { $0.count = 50 }.graph()
    #expect(value(FinishedLayout(path, at: [axis, axis])) == 1)
    let mesh = try MeshSource { ($0.rows, $0.columns) = (8, 8) }.graph()
    let x = (0..<64).map { Double($0 % 8) }
    let y = (0..<64).map { Double($0 / 8) }
    #expect(value(FinishedLayout(mesh, at: [x, y])) == 1)
  }

  @Test func isOneForCompleteGraphs() throws {
    let graph = try CompleteSource().graph()
    #expect(value(FinishedLayout(graph, at: randomCoordinates(graph.nodeCount, seed: 6))) == 1)
  }

  @Test(arguments: [2, 3], [nil, 3, 12])
  func agreesWithSorting(dimensions: Int, lattice: Int?) throws {
    // On a small lattice, many nodes are equally far and many in one place.
    let layout = FinishedLayout(
      try randomGraph(nodes: 150, edges: 400, seed: 7),
      at: randomCoordinates(150, dimensions: dimensions, lattice: lattice, seed: 8))
    #expect(isNear(value(layout), sorted(layout)))
  }

  @Test func coincidentNodesAreInTheOrderOfTheirNumbers() throws {
    let place = Array(repeating: 0.1, count: 100)
    let layout = FinishedLayout(
      try randomGraph(nodes: 100, edges: 150, seed: 9), at: [place, place])
    #expect(isNear(value(layout), sorted(layout)))
  }

  @Test func nodesWithoutNeighborsDoNotCount() throws {
    let graph = try Graph(nodeCount: 4, edges: [(0, 1)])
    #expect(value(FinishedLayout(graph, at: [[0, 1, 0, 9], [0, 0, 2, 9]])) == 1)
  }
}
