import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabSettings
import ForceLabTestSupport
import Testing

/// Attributes of edges as `networkx.write_edgelist` writes them. Expected values are those of
/// `networkx.read_edgelist` 3.6.1.
@Suite struct PythonDictionaryTests {
  private func read(_ text: String, _ attributes: Set<String> = []) throws -> Graph {
    try EdgeListFormat().read(text, file: "f", AttributeNames(edges: attributes))
  }

  @Test func weightsAreRead() throws {
    let graph = try read("0 1 {'weight': 7}\n1 2 {'weight': 2.5, 'color': 'red'}\n2 3 {}\n")
    #expect(graph.weights == [7, 2.5, 1])
    #expect(graph.nodeCount == 4)
    #expect(try read("0 1 {}\n1 2 {}\n").weights == nil)
  }

  @Test(arguments: [
    "a b {'color': 'red, blue', 'weight': 7}\nb c {'weight': 8}\n",
    "a,b,{'color': 'red; blue', 'weight': 7}\nb,c,{'weight': 8}\n",
    "a\tb\t{\"weight\": 7, \"note\": \"{it's}\"} # comment\nb\tc\t{'weight': 8,}\n",
    "a;b;{'weight': 7}\nb;c;{ 'weight' : 8 }  \n",
    "a b {'list': [1, (2, '])')], 'weight': +7.0e0}\nb c {'weight':8, 'none': None}\n",
    "a b {'weight': 1, 'weight': 7}\nb c {'we' 'ight': 8}\n",
    "a b {'weight': 0x7}\nb c {'\\x77eight': 8}\n",
    "a b {'weight': np.float64(7.0)}\nb c {'n': np.int64(1), 'weight': np.float32(8)}\n",
  ])
  func variantsAreOneGraph(text: String) throws {
    let graph = try read(text)
    #expect(graph.labels == ["a", "b", "c"])
    #expect(edges(of: graph) == [[0, 1], [1, 2]])
    #expect(graph.weights == [7, 8])
  }

  @Test func otherAttributesAreRead() throws {
    let text = "0 1 {'len': 1_000, 'color': 'red', 'é': 4}\n1 2 {'len': -2, 'é': 5}\n"
    let graph = try read(text, ["len", "é"])
    #expect(graph.edgeValues("len") == [1000, -2])
    #expect(graph.edgeValues("é") == [4, 5])
    #expect(graph.weights == nil)
    #expect(graph.edgeValueNames == ["len", "é"])
  }

  @Test func truthValuesAndCallsAreRead() throws {
    let text = "0 1 {'on': True, 'at': date(2020, 1, 2), 'weight': 7}\n1 2 {'on': False}\n"
    let graph = try EdgeListFormat().read(text, file: "f", AttributeNames(keepsAll: true))
    #expect(graph.edgeAttributes["on"] == AttributeColumn("on", .boolean, ["True", "False"]))
    #expect(graph.edgeAttributes["at"]?.values == ["date(2020, 1, 2)", nil])
    #expect(graph.weights == [7, 1] && graph.nodeCount == 3)
  }

  @Test func aMissingAttributeIsReportedWithItsPlace() {
    let error = #expect(throws: Diagnostic.self) {
      try read("0 1 {'len': 1}\n  1 2 {}\n2 3 {'len': 2}\n", ["len"])
    }
    #expect(
      error?.description
        == "f:2:3: error: this edge has no attribute len, but others have one; add it")
  }

  @Test func underscoresOfTextStay() throws {
    let text = "a b {'n': 1_000, 'l': ['node_1'], 'e': Color.dark_red, 't': np.True_}\n"
    let graph = try EdgeListFormat().read(text, file: "f", AttributeNames(keepsAll: true))
    let values = graph.edgeAttributes.columns.map { $0.values[0] }
    #expect(values == ["1000", "['node_1']", "Color.dark_red", "True"])
  }

  @Test func bracesInNamesAreRead() throws {
    #expect(try read("{a} {b}\n").labels == ["{a}", "{b}"])
    #expect(try read("a {x},b\n").labels == ["a {x}", "b"])
    #expect(try read("source,target,kind\na,b,{c\n").labels == ["a", "b"])
  }

  @Test(.timeLimit(.minutes(30)))
  func longDictionariesAreReadInLinearTime() throws {
    let entries = (0..<100_000).map { "'k\($0)': \($0)" }.joined(separator: ", ")
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let graph = try read("0 1 {\(entries), 'd': \(deep), 'weight': 3}\n")
    #expect(graph.weights == [3])
  }
}
