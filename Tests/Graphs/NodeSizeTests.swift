import ForceLabGraphs
import Testing

@Suite struct NodeSizeTests {
  /// A character of East Asia is as wide as two letters.
  @Test func aLabelHasRoom() throws {
    let graph = try Graph(nodeCount: 3, edges: [(0, 1)], labels: ["ab", "東", "東a"])
    let widths = NodeSize.label.boxes(of: graph).map(\.x)
    #expect(widths[0] == widths[1] && widths[0] < widths[2])
  }

  /// By the widths of letters in Adobe's metrics of Helvetica, and in Liberation Sans for Cyrillic, in thousandths of
  /// its size of 10 px; 8 px are padding.
  @Test(arguments: [
    ("GOODMAN", 5278), ("MMADHC", 4499), ("WOMACK", 4611), ("commonwealth", 6724),
    ("illicit", 1888),
    ("HMGCR 17", 5167), ("Ödön (jr.)", 4223), ("ЖМШЩЫЮ", 5506), ("МОСКВА", 4250),
  ])
  func aLabelIsAsWideAsItsLetters(text: String, width: Double) throws {
    let graph = try Graph(nodeCount: 2, edges: [(0, 1)], labels: [text, ""])
    let estimate = (NodeSize.label.boxes(of: graph)[0].x - 8) * 100
    #expect(estimate >= width && estimate < 1.45 * width)
  }
}
