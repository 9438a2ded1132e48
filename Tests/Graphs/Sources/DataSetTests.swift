import ForceLabGraphs
import ForceLabTestSupport
import Testing

@Suite struct DataSetTests {
  @Test func miserablesIsThatOfNetworkx() throws {
    let graph = try MiserablesSource().graph()
    #expect(graph.nodeCount == 77 && graph.edgeCount == 254)
    #expect(graph.note == nil && graph.isConnected && isConsistent(graph))
    #expect(graph.labels?.first == "Napoleon")
    #expect(graph.labels?.last == "MmeHucheloup")
    #expect(Set(graph.labels ?? []).count == 77)
    let valjean = try #require(graph.node(named: "Valjean"))
    #expect(valjean == 10)
    #expect(graph.degree(of: valjean) == 36)
    #expect(graph.weights?.reduce(0, +) == 820)
    #expect(weight(graph, "Valjean", "Cosette") == 31)
    #expect(weight(graph, "Marius", "Cosette") == 21)
    #expect(weight(graph, "Valjean", "Javert") == 17)
    #expect(edges(of: graph).first == [0, 1])
    #expect(group(graph, "Valjean") == "2" && group(graph, "Gavroche") == "8")
    #expect(Set(graph.groups ?? []).count == 11)
  }

  @Test func karateIsThatOfNetworkx() throws {
    let graph = try KarateSource().graph()
    #expect(graph.nodeCount == 34 && graph.edgeCount == 78)
    #expect(graph.note == nil && graph.isConnected && isConsistent(graph))
    #expect(graph.degree(of: 0) == 16)
    #expect(graph.degree(of: 33) == 17)
    #expect(graph.weights?.reduce(0, +) == 231)
    #expect(graph.groups?.filter { $0 == "Mr. Hi" }.count == 17)
    #expect(graph.groups?[8] == "Mr. Hi")
    #expect(graph.groups?[9] == "Officer")
    #expect(edges(of: graph).last == [32, 33])
  }

  private func weight(_ graph: Graph, _ a: String, _ b: String) -> Double? {
    guard let first = graph.node(named: a), let second = graph.node(named: b) else { return nil }
    let edge = edges(of: graph).firstIndex { Set($0) == [first, second] }
    return edge.flatMap { graph.weights?[$0] }
  }

  private func group(_ graph: Graph, _ name: String) -> String? {
    graph.node(named: name).flatMap { graph.groups?[$0] }
  }
}
