@testable import ForceLabStudies
import Testing

/// The formulas and the examples that `describe` prints.
@Suite struct ManualTests {
  private static let book = ExampleMaker(.standard, file: Experiment.page)
  private static let plugins = Catalog.standard.entries

  @Test func theBookHasExactlyTheParts() {
    #expect(Set(Self.book.parts.map(\.page.name)) == Set(records.map { $0.page.name }))
    #expect(Self.book.parts.count == records.count)
    #expect(Self.book.parts.first?.page.name == "experiment")
  }

  @Test func computingPluginsHaveAFormulaAndASource() {
    for kind in [PluginKind.force, .repulsion, .integrator, .metric] {
      for page in Catalog.standard.types(of: kind).map({ $0.page }) {
        #expect(!page.formula.isEmpty && !page.source.isEmpty, "\(page.name)")
      }
    }
    for page in Self.plugins.map({ $0.page }) {
      for line in page.formula.split(separator: "\n") {
        #expect(line.count <= 100 && !line.contains("  "), "\(page.name): \(line)")
      }
    }
  }

  @Test(arguments: plugins.indices)
  func theExampleOfAPluginIsAnExperiment(index: Int) throws {
    let type = Self.plugins[index]
    let example = try #require(Self.book.example(of: type.page, type.kind))
    if type.kind == .integrator { #expect(example.hasPrefix("integrator:"), "\(example)") }
    if type.kind.name == "format" {
      let files = type.page.sections.first { $0.title == "Files" }?.text ?? ""
      let path = "graph" + files.prefix { $0 != "," }
      #expect(example == "graph: {file: {path: \(path), format: \(type.page.name)}}")
    } else if type.kind == .executor {
      try expectSite(example, naming: type.page.name)
    } else {
      try expectExperiment(example, naming: type.page.name)
    }
  }

  @Test(arguments: book.parts.indices)
  func theExampleOfAPartIsAnExperiment(index: Int) throws {
    let part = Self.book.parts[index]
    let example = try #require(Self.book.example(of: part.page))
    if part.page.name == MachineSettings.page.name {
      return try expectSite(example, naming: "executor")
    }
    try expectExperiment(example, naming: index == 0 ? "name" : part.key)
  }

  /// Expects that `example` is a site file.
  private func expectSite(_ example: String, naming name: String) throws {
    #expect(example.contains(name), "\(example)")
    try withFolder([".config/forcelab/config.yaml": example]) {
      _ = try MachineSettings.executor(nil, in: .standard, folder: "\($0)/none", home: $0)
    }
  }

  /// Expects that `example` is an experiment, with a name if it has none and the files that examples
  /// name in its folder.
  private func expectExperiment(_ example: String, naming name: String) throws {
    #expect(example.contains(name), "\(example)")
    #expect(example.split(separator: "\n").map(\.count).max() ?? 0 <= 76, "\(example)")
    let hasName = example.hasPrefix("name: ")
    let text = (hasName ? "" : "name: example\n") + example + "\n"
    let document = try YAMLDocument.parse(text, file: "example.yaml")
    do {
      try withFolder(files()) {
        _ = try Plan(document: document, folder: $0, catalog: .standard)
      }
    } catch let invalid as InvalidExperiment {
      Issue.record("\(example)\n\(invalid.diagnostics)")
    }
  }

  private func files() -> [String: String] {
    let places = (0..<77).map { "\($0),\($0 * 7 % 11),\($0 * 5 % 13)\n" }.joined()
    return [
      "small.yaml": "graphs: [{name: grid, graph: {mesh: {}}, tags: [mesh]}]",
      "graph.graphml": """
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="undirected">
      <node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>
      """, "start.csv": "id,x,y\n" + places, "layout.csv": "id,x,y\n" + places,
      "published.csv": "graph,neato:stress\nkarate,7\n",
    ]
  }
}
