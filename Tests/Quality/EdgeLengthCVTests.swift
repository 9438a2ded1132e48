import ForceLabGraphs
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// The variation of edge lengths.
struct EdgeLengthCVTests {
  @Test func isZeroForEqualEdges() throws {
    let graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    #expect(EdgeLengthCV().value(of: FinishedLayout(graph, at: [[0, 3, 3], [0, 0, 3]])) == 0)
  }

  @Test func edgesOfLengthOneAndThree() throws {
    // Mean 2, population standard deviation 1.
    let graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    let value = EdgeLengthCV().value(
      of: FinishedLayout(graph, at: [[0, 1, 4], [0, 0, 0], [2, 2, 2]]))
    #expect(value == 0.5)
  }

  @Test func theKarateClub() throws {
    // numpy's std / mean.
    #expect(isNear(EdgeLengthCV().value(of: try karate()), 0.44981605139349173))
    #expect(isNear(EdgeLengthCV().value(of: try karate(dimensions: 3)), 0.44079113457193464))
  }

  @Test func isNilWithoutEdgesOrLength() throws {
    let bare = try Graph(nodeCount: 2, edges: [])
    #expect(EdgeLengthCV().value(of: FinishedLayout(bare, at: [[0, 1], [0, 1]])) == nil)
    let joined = try Graph(nodeCount: 2, edges: [(0, 1)])
    #expect(EdgeLengthCV().value(of: FinishedLayout(joined, at: [[1, 1], [1, 1]])) == nil)
  }
}
