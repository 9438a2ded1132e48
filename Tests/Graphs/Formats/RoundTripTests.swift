import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// One graph, written in every format, is read as the same graph.
@Suite struct RoundTripTests {
  /// METIS has the edges in another order; see `METISTests`.
  @Test(arguments: GraphFormats.all.filter { $0.name != "metis" })
  func everyFormatGivesTheSameGraph(format: any GraphFormat) throws {
    for original in [try MiserablesSource().graph(), try WattsStrogatzSource().graph()] {
      let read = try format.read(text(of: original, in: format), file: "f", base: base(format))
      #expect(read.nodeCount == original.nodeCount)
      #expect(edges(of: read) == edges(of: original))
      #expect(read.neighbors == original.neighbors)
      #expect(read.weights == original.weights)
      #expect(read.note == nil)
      if !["edge-list", "matrix-market"].contains(format.name) {
        #expect(read.labels == original.labels)
      }
    }
  }

  private func base(_ format: any GraphFormat) -> Int? { format is EdgeListFormat ? 0 : nil }

  private func text(of graph: Graph, in format: any GraphFormat) throws -> String {
    if let format = format as? any LayoutFormat {
      return try format.text(of: LayoutTable(GraphSketch(graph), []))
    }
    let links = (0..<graph.edgeCount).map { edge in
      (Int(graph.sources[edge]), Int(graph.targets[edge]), graph.weights?[edge])
    }
    switch format.name {
    case "edge-list":
      return links.map { "\($0.0) \($0.1) \($0.2.map { "\($0)" } ?? "")\n" }.joined()
    case "matrix-market":
      let kind = graph.weights == nil ? "pattern" : "real"
      return "%%MatrixMarket matrix coordinate \(kind) symmetric\n"
        + "\(graph.nodeCount) \(graph.nodeCount) \(graph.edgeCount)\n"
        + links.map { "\($0.0 + 1) \($0.1 + 1) \($0.2.map { "\($0)" } ?? "")\n" }.joined()
    default:
      let names = graph.labels ?? (0..<graph.nodeCount).map(String.init)
      return "graph [\n"
        + names.enumerated().map { "node [ id \($0) label \"\($1)\" ]\n" }.joined()
        + links.map { a, b, weight in
          "edge [ source \(a) target \(b) \(weight.map { "value \($0)" } ?? "") ]\n"
        }.joined() + "]\n"
    }
  }
}
