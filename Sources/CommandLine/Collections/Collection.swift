import ForceLabFiles
import ForceLabGraphFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import ForceLabYAML
import Foundation

/// A published collection of graphs: where it is, what it may be used for, and what to cite.
struct Collection {
  let name, summary, source: String
  /// The address of the file; {graph} is the name of a graph, if there is a file for each.
  let url: String
  /// Names of graphs, if there is a file for each.
  let graphs: [String]
  /// About what is downloaded.
  let size: String
  let license, citation: String

  private init(_ node: SettingsNode) {
    func text(_ key: String) -> String { node[key]?.scalar?.text ?? "" }
    (name, summary, source, url) = (text("name"), text("summary"), text("source"), text("url"))
    (size, license, citation) = (text("size"), text("license"), text("citation"))
    graphs = (node["graphs"]?.sequence ?? []).compactMap { $0.scalar?.text }
  }

  /// Those of `collections.yaml`, which is a part of the program.
  static func all() throws -> [Collection] {
    let document = try YAMLDocument.parse(
      bytes: PackageResources.collections_yaml, file: "collections.yaml")
    return (document["collections"]?.sequence ?? []).map { Collection($0) }
  }

  /// For completions.
  static var names: [String] { ((try? all()) ?? []).map(\.name) }

  static func named(_ name: String) throws -> Collection {
    let all = try all()
    if let found = all.first(where: { $0.name == name }) { return found }
    throw Diagnostic(
      "unknown collection '\(name.excerpt)'; use one of \(all.map(\.name).listed())", at: nil)
  }

  /// Whether each graph is a file of its own.
  var hasFilePerGraph: Bool { url.contains("{graph}") }

  var folder: String { CorpusCache.folder(of: name) }
  var isFetched: Bool { CorpusCache.path(of: name) != nil }

  /// The URLs of the files of `names`, by default `graphs`, by their names in the folder. Throws for invalid names.
  func files(of names: [String]) throws(Diagnostic) -> [(name: String, url: String)] {
    guard hasFilePerGraph else {
      guard names.isEmpty else {
        throw Diagnostic(
          "the collection '\(name)' is one file; leave out '\(names[0].excerpt)', and choose graphs in the experiment",
          at: nil)
      }
      return [(fileName(of: url), url)]
    }
    return try (names.isEmpty ? graphs : names).map { (graph) throws(Diagnostic) in
      let parts = graph.split(separator: "/", omittingEmptySubsequences: false)
      let isName = parts.allSatisfy { GraphNames.isName(String($0)) && $0.first != "." }
      guard isName, parts.count <= 2 else {
        throw Diagnostic(
          "invalid name '\(graph.excerpt)'; use one such as \(graphs.first ?? "")", at: nil)
      }
      let file = url.replacing("{graph}", with: graph)
      return ((parts.dropLast() + [Substring(fileName(of: file))]).joined(separator: "/"), file)
    }
  }

  private func fileName(of url: String) -> String {
    url.split(separator: "/").last.map(String.init) ?? name
  }

  /// The files that have been fetched, in reading order.
  var fetchedFiles: [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      !name.split(separator: "/").contains { $0.first == "." } && name != CorpusCache.corpusFile
        && !name.hasSuffix("/") && GraphFormats.isGraph(name)
    }.inReadingOrder
  }

  /// Writes the corpus file of what has been fetched.
  func writeCorpusFile() throws(Diagnostic) {
    let fields = [
      ("name", name), ("summary", summary), ("source", source), ("license", license),
      ("citation", citation),
    ].map { ($0, $1.encoded()) }
    let files = SettingsNode.mapping(of: [("files", fetchedFiles.encoded())])
    let file = SettingsNode.mapping(of: fields + [("graphs", .sequence([files]))])
    try writeFile(file.blockText.utf8, to: folder + "/" + CorpusCache.corpusFile)
  }
}
