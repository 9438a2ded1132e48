import ForceLabPlugins
import ForceLabSettings

/// A corpus file: named graphs, with what is known of them.
struct CorpusFile: Record {
  var name = ""
  var summary = ""
  var source = ""
  var license = ""
  var citation = ""
  var graphs: [CorpusItem] = []

  static let manual = Manual<Self>(
    "corpus-file", "Named graphs.",
    parameters: [
      Parameter("name", \.name, "The name of the corpus."),
      Parameter("summary", \.summary, "What the graphs have in common, in one line."),
      Parameter("source", \.source, "Where the graphs come from."),
      Parameter("license", \.license, "The license of the graphs."),
      Parameter("citation", \.citation, "The publication to cite."),
      Parameter("graphs", \.graphs, "The graphs.", isRequired: true),
    ])

  /// “rome: citation. Source: …; license: …”; nil if nothing is known.
  var reference: String? {
    let parts = [
      citation, source.isEmpty ? "" : "source: \(source)",
      license.isEmpty ? "" : "license: \(license)",
    ].filter { !$0.isEmpty }
    return parts.isEmpty
      ? nil : "\(name.isEmpty ? "graphs" : name): \(parts.joined(separator: "; "))"
  }

  func check() throws(ParameterError) {
    guard !graphs.isEmpty else {
      throw ParameterError("the corpus has no graphs; add some", parameter: "graphs")
    }
  }
}

/// A graph of a corpus file, or graph files.
struct CorpusItem: Record {
  var name = ""
  /// As in an experiment, to be decoded where it is used; null if there are files.
  var graph = AnyValue()
  var files = FilePatterns()
  var tags: [String] = []
  var source = ""
  var license = ""

  static let manual = Manual<Self>(
    "corpus-graph", "A graph of a corpus file, or graph files.",
    parameters: [
      Parameter("name", \.name, "A short, unique name: letters, digits, -, _ and periods."),
      Parameter(
        "graph", \.graph, "The graph, as in an experiment; paths are relative to the corpus file.",
        defaultDescription: "the files"),
      Parameter(
        "files", \.files,
        "Graph files or patterns in place of 'graph', relative to the corpus file.",
        defaultDescription: "none"),
      Parameter("tags", \.tags, "Words by which an experiment chooses graphs, such as mesh."),
      Parameter("source", \.source, "Where the graph comes from."),
      Parameter("license", \.license, "The license of the graph."),
    ])

  func check() throws(ParameterError) {
    let hasFiles = !files.patterns.isEmpty
    guard graph.node.isNull == hasFiles else {
      throw ParameterError(
        hasFiles ? "both 'graph' and 'files'; remove one" : "no graph; add 'graph' or 'files'",
        parameter: hasFiles ? "files" : nil)
    }
    guard !hasFiles || name.isEmpty else {
      throw ParameterError(
        "graph files are named after their paths; remove 'name', or use 'graph: {file: …}'",
        parameter: "name")
    }
    guard hasFiles || GraphNames.isName(name) else {
      throw ParameterError(
        name.isEmpty
          ? "the graph has no name; add 'name'"
          : "invalid name '\(name.excerpt)'; use letters, digits, -, _ and periods only",
        parameter: "name")
    }
  }
}
