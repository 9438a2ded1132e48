import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing
import ForceLabSettings
import ForceLabYAML

@Suite struct GraphsCatalogTests {
  private func decode(_ yaml: String) throws -> (plugin: (any Plugin)?, problems: [String]) {
    var decoder = ParameterDecoder(catalog: .graphs + .graphFiles, folder: "experiments")
    let plugin = decoder.plugin(.graph, from: try YAMLDocument.parse(yaml, file: "e.yaml"))
    return (plugin, decoder.diagnostics.map(\.description))
  }

  @Test func listsEverySource() {
    #expect(
      Catalog.graphs.names(of: .graph) == [
        "miserables", "karate", "largest-component", "cells", "path", "ring",
        "star", "complete", "complete-bipartite", "mesh", "mesh-3d", "torus", "triangular-lattice",
        "delaunay", "hypercube", "tree", "random-tree", "caterpillar", "random", "random-bipartite",
        "random-geometric", "planted-partition", "barabasi-albert", "watts-strogatz",
      ])
    #expect(Catalog.graphs.kinds == [.graph])
    #expect(Set(Catalog.graphs.names(of: .graph)).count == Catalog.graphs.types.count)
  }

  @Test func everyDefaultIsValid() throws {
    for type in Catalog.graphs.types where type.page.entries.allSatisfy({ !$0.isRequired }) {
      let source = try #require(type.init() as? any GraphSource)
      try source.check()
      let graph = try source.graph()
      #expect(graph.nodeCount > 0 && isConsistent(graph), "\(source.name)")
      #expect(type.page.entries.allSatisfy { !$0.text.isEmpty })
    }
  }

  @Test func decodesFromYAML() throws {
    let mesh = try #require(try decode("mesh: {rows: 3, columns: 5}").plugin as? MeshSource)
    #expect(mesh.rows == 3 && mesh.columns == 5)
    let ring = try #require(try decode("ring: 12").plugin as? RingSource)
    #expect(ring.count == 12)
    let file = try #require(try decode("file: graphs/a.edges").plugin as? FileSource)
    #expect(file.path.path == "experiments/graphs/a.edges")
    let other = try #require(
      try decode("file: {path: /a, format: edge-list, base: 1}").plugin as? FileSource)
    #expect(other.format is EdgeListFormat && other.base == 1)
  }

  @Test(arguments: [
    ("file", "e.yaml:1:1: error: 'file' needs 'path'"),
    ("file: {path: a.graph}", "e.yaml:1:14: error: unknown file extension of 'a.graph'"),
    ("file: {path: a.gml, base: 2}", "e.yaml:1:27: error: 'base' is 2, outside its range: 0 to 1"),
    ("mesh: {rows: 0}", "e.yaml:1:14: error: 'rows' is 0, outside its range: 1 to 10000000"),
    ("random: {edges: 5000}", "e.yaml:1:17: error: a graph of 100 nodes has at most 4950 edges"),
    ("watts-strogatz: {degree: 3}", "e.yaml:1:26: error: 'degree' must be even"),
    ("watts-strogatz: {rewire: 1.5}", "e.yaml:1:26: error: 'rewire' is 1.5, outside its range"),
  ])
  func placesProblemsInTheExperiment(yaml: String, expected: String) throws {
    let problems = try decode(yaml).problems
    #expect(problems.count == 1 && problems[0].hasPrefix(expected), "\(problems)")
  }
}
