import ForceLabTestSupport
import Testing

@testable import ForceLabStudies

/// Graphs of corpora as values of an axis.
@Suite struct CorpusTests {
  private static let corpus = """
    name: few
    graphs:
      - {name: square, graph: {mesh: {rows: 4, columns: 4}}, tags: [mesh], license: CC0}
      - {name: line, graph: {path: 30}, tags: [tree]}
      - {name: pair, graph: {file: more/b.edges}, tags: [tree, tiny]}
      - {files: "more/*.gml", tags: [tiny]}

    """

  static let files = [
    "few.yaml": corpus, "more/b.edges": "1 2\n3 4\n4 5\n", "more/b[1].edges": "1 2\n",
    "more/g2.gml": "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]",
    "more/g10.gml": "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] ]",
  ]

  private func withPlan(_ yaml: String, _ body: (Plan, String) throws -> Void) throws {
    try withFolder(Self.files) {
      try body(try plan("stop: {iterations: 3}\n" + yaml, in: $0), $0)
    }
  }

  private func names(_ yaml: String) throws -> [[String]] {
    try withFolder(Self.files) { try plan(yaml, in: $0).configurations.map(\.settings) }
  }

  @Test(arguments: [
    ("few.yaml", ["square", "line", "pair", "g2", "g10"]),
    ("{files: few.yaml, tags: [tree]}", ["line", "pair"]),
    ("{files: few.yaml, nodes: [5, 20]}", ["square", "pair"]),
    ("{files: few.yaml, nodes: {max: 5}, edges: {min: 1}}", ["pair", "g2"]),
    ("{files: few.yaml, nodes: {max: 3}, component: largest}", ["pair", "g2", "g10"]),
    ("\"more/*.gml\"", ["g2", "g10"]),
    ("{files: [\"more/g?.gml\", more/b.edges]}", ["g2", "b"]),
    ("\"more/b[1].edges\"", ["b-1-"]),
  ])
  func corpusIsAnAxisOfNamedGraphs(corpus: String, expected: [String]) throws {
    #expect(try names("graph: {corpus: \(corpus)}\n") == expected.map { [$0] })
  }

  @Test func aListOfFilesIsThatOfTheCorpus() throws {
    try withFolder(Self.files) { folder in
      let listed = "graph: {corpus: [\"more/g*.gml\", more/b.edges]}"
      let plan = try plan(listed, in: folder, set: ["graph.corpus.nodes={min: 3}"])
      #expect(plan.configurations.map { $0.settings[0] } == ["g10", "b"])
    }
  }

  @Test(arguments: [
    ("graph.corpus.files.5", "the list has 1 items, numbered from 0"),
    ("graph.corpus.nodes.min", "the file has no 'min' in this list; it has 1 and 3"),
  ])
  func errorsInWhatIsSetOfACorpusAreReported(path: String, problem: String) throws {
    try withFolder(Self.files) { folder in
      let error = #expect(throws: InvalidExperiment.self) {
        try plan(
          "graph: {corpus: {files: [few.yaml], nodes: [1, 3]}}", in: folder, set: [path + "=4"])
      }
      #expect(error?.diagnostics.map(\.message) == ["cannot set '\(path)': \(problem)"])
    }
  }

  @Test func graphsVarySlowest() throws {
    let experiment = """
      graph: {corpus: {files: few.yaml, tags: [mesh, tree]}}
      variants: {a: {}, b: {threads: 2}}
      sweep: {grid: {dimensions: [2, 3]}}

      """
    let found = try names(experiment)
    #expect(found.count == 12)
    #expect(
      found.map { $0[0] } == ["square", "line", "pair"].flatMap { Array(repeating: $0, count: 4) })
    #expect(found[1] == ["square", "a", "3"])
  }

  @Test func worksWithinSweepsAndVariants() throws {
    let sweep = "{grid: {graph: [{corpus: {files: few.yaml, tags: [tree]}}, karate]}}"
    #expect(try names("sweep: \(sweep)\n") == [["line"], ["pair"], ["karate"]])
    let files = "{grid: {graph.corpus: [{files: few.yaml, tags: [tree]}, more/*.gml]}}"
    #expect(try names("sweep: \(files)\n") == [["line"], ["pair"], ["g2"], ["g10"]])
    let variants = """
      graph: {corpus: {files: few.yaml, tags: [tree]}}
      variants: {a: {}, b: {graph: {corpus: "more/*.gml"}}, c: {graph: karate}}

      """
    // A variant with a graph of its own runs once, not once per graph of the corpus.
    let found = try names(variants)
    #expect(found.count == 5)
    #expect(
      Set(found) == [["line", "a"], ["pair", "a"], ["g2", "b"], ["g10", "b"], ["karate", "c"]])
  }

  @Test(arguments: ["", ", grid: {dimensions: [2]}"])
  func conditionsNameGraphs(grid: String) throws {
    let experiment = """
      graph: {corpus: few.yaml}
      sweep: {exclude: [{where: {graph: [line, g2]}, because: "slow"}]\(grid)}

      """
    #expect(try names(experiment).map { $0[0] } == ["square", "pair", "g10"])
  }

  @Test func filesOfTheCorpusAreThoseOfTheExperiment() throws {
    try withPlan("graph: {corpus: {files: few.yaml, tags: [tree]}}\n") { plan, folder in
      let expected = ["few.yaml", "more/b.edges", "more/g10.gml", "more/g2.gml"]
      #expect(plan.files == expected.map { "\(folder)/\($0)" })
      // One graph as an experiment of its own, with paths that lead to the same files.
      let (trial, study) = try plan.trial(2)
      let single = plan.experiment(of: trial)
      #expect(single["graph"]?.flowText == "{file: more/b.edges}")
      let again = try Plan(document: single, catalog: .standard)
      #expect(again.configurations.count == 1)
      let values = try [study, again.configurations[0].study].map { study in
        try study.run(trial) { _ in }.values["layout_hash"]
      }
      #expect(values[0] == values[1])
    }
  }

  @Test(
    arguments: [
      ("- {name: a, graph: {mesh: {rows: 0}}}", "/few.yaml:2:36: error: 'rows' is 0, outside"),
      ("- {name: a, graph: {file: no.gml}}", "/few.yaml:2:29: error: cannot read the file"),
      ("- {name: a b, graph: karate}", "/few.yaml:2:12: error: invalid name 'a b'"),
      ("- {graph: karate}", "/few.yaml:2:5: error: the graph has no name; add 'name'"),
      ("- {name: a}", "/few.yaml:2:5: error: no graph; add 'graph' or 'files'"),
      (
        "- {name: a, graph: karate}\n  - {name: a, graph: karate}",
        "/few.yaml:3:22: error: there are two"
      ),
      ("- {files: \"no*.gml\"}", "/few.yaml:2:13: error: no file matches 'no*.gml'"),
      ("- {name: a, graph: {corpus: x.yaml}}", "/few.yaml:2:22: error: a corpus cannot be"),
      ("[]", "/few.yaml:2:3: error: the corpus has no graphs"),
    ])
  func errorsPointIntoTheCorpus(graphs: String, expected: String) throws {
    try withFolder(["few.yaml": "graphs:\n  \(graphs)\n"]) { folder in
      let found = try problems("graph: {corpus: few.yaml}", in: folder)
      #expect(found.count == 1 && found[0].hasPrefix(folder + expected), "\(found)")
    }
  }

  @Test func notesNameTheGraph() throws {
    let corpus = "graphs:\n  - {name: a, graph: {random: {nodes: 9, edges: 3}}}\n"
    try withFolder(["few.yaml": corpus]) { folder in
      let plan = try plan("graph: {corpus: {files: few.yaml, component: largest}}\n", in: folder)
      let note = try #require(plan.notes.first).description
      #expect(note.hasPrefix("\(folder)/few.yaml:2:22: note: a: kept "), "\(note)")
    }
  }

  @Test func graphFactsAreColumns() throws {
    try withPlan("graph: {corpus: {files: few.yaml, tags: [mesh]}}\n") { plan, _ in
      let (trial, study) = try plan.trial(1)
      let values = try study.run(trial) { _ in }.values
      #expect(values["components"] == .integer(1) && values["degree_max"] == .integer(4))
      #expect(values["diameter_lower_bound"] == .integer(6) && values["clustering"] == .number(0))
      #expect(values["density"] == .number(0.2) && values["degree_mean"] == .number(3))
      #expect(plan.columns.filter { $0.name == "density" }.allSatisfy { !$0.isMeasure })
    }
  }

  /// Corpora of the repository: each graph is of the family that its tags say.
  @Test func smallCorpusIsSound() throws {
    let folder = checkout.appending(path: "Experiments").path
    let plan = try plan("graph: {corpus: corpora/small.yaml}", in: folder)
    #expect(plan.configurations.count == 32)
    #expect(plan.notes.filter { $0.message.contains("dropped") }.isEmpty)
    let graphs = try plan.configurations.map { configuration in
      let study = try #require(configuration.study as? LayoutStudy)
      return (configuration.settings[0], try study.graph.graph())
    }
    for (name, graph) in graphs {
      #expect((32...1100).contains(graph.nodeCount), "\(name)")
      let isDisconnected = ["islands-6x30", "sparse-250"].contains(name)
      #expect(graph.isConnected != isDisconnected, "\(name)")
    }
  }
}
