import ForceLabGraphs
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// Nearness on the page against nearness in the graph.
struct NeighborhoodPreservationTests {
  private func value(_ layout: FinishedLayout) -> Double? {
    NeighborhoodPreservation().value(of: layout)
  }

  /// The definition, by sorting all nodes about each: the mean over all choices of tied nodes, of which the
  /// numbers of neighbors are counted by binomial coefficients.
  private func sorted(_ layout: FinishedLayout) -> Double {
    let graph = layout.graph
    let nodes = (0..<graph.nodeCount).filter { graph.degree(of: $0) > 0 }
    let indices = nodes.map { node -> Double in
      let degree = graph.degree(of: node)
      let others = (0..<graph.nodeCount).filter { $0 != node }
      let squares = others.map { layout.square(node, $0) }
      let limit = squares.sorted()[degree - 1]
      let joined = Set(graph.neighbors(of: node).map { Int($0) })
      let nearer = zip(others, squares).filter { $1 < limit }.map(\.0)
      let tied = zip(others, squares).filter { $1 == limit }.map(\.0)
      let (drawn, near) = (degree - nearer.count, joined.intersection(nearer).count)
      let marked = joined.intersection(tied).count
      return (0...drawn).reduce(0) { sum, count in
        let ways = choose(marked, count) * choose(tied.count - marked, drawn - count)
        return sum + ways / choose(tied.count, drawn) * Double(near + count)
          / Double(2 * degree - near - count)
      }
    }
    return indices.reduce(0, +) / Double(nodes.count)
  }

  private func choose(_ n: Int, _ k: Int) -> Double {
    k > n ? 0 : (0..<k).reduce(1) { $0 * Double(n - $1) / Double($1 + 1) }
  }

  @Test func fourNodesByHand() throws {
    // The path 0–1–2–3 with 3 moved between 0 and 1. Nearest: {3} of 0, {3, 0} of 1, {1, 3} of 2,
    // {0} or {1} of 3. Indices: 0/2, 1/3, 2/2, 0/2.
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

  @Test func coincidentNodesAreChosenAtRandom() throws {
    let place = Array(repeating: 0.1, count: 100)
    let layout = FinishedLayout(
      try randomGraph(nodes: 100, edges: 150, seed: 9), at: [place, place])
    #expect(isNear(value(layout), sorted(layout)))
  }

  /// The center has all others; a leaf has it with a chance of 1/(n − 1). The number of the center does
  /// not matter.
  @Test(arguments: [0, 57, 999])
  func aStarInOnePointHasTwoOfItsNodes(center: Int) throws {
    let leaves = (0..<1000).filter { $0 != center }
    let place = Array(repeating: 3.0, count: 1000)
    let star = try Graph(nodeCount: 1000, edges: leaves.map { (center, $0) })
    #expect(isNear(value(FinishedLayout(star, at: [place, place])), 2.0 / 1000))
  }

  @Test func nodesWithoutNeighborsDoNotCount() throws {
    let graph = try Graph(nodeCount: 4, edges: [(0, 1)])
    #expect(value(FinishedLayout(graph, at: [[0, 1, 0, 9], [0, 0, 2, 9]])) == 1)
  }
}
