import ForceLabGraphs
import Testing

@Suite struct NodeSizeTests {
  /// A character of East Asia is as wide as two letters.
  @Test func aLabelHasRoom() throws {
    let graph = try Graph(nodeCount: 3, edges: [(0, 1)], labels: ["ab", "東", "東a"])
    let widths = NodeSize.label.boxes(of: graph).map(\.x)
    #expect(widths[0] == widths[1] && widths[0] < widths[2])
  }
}
