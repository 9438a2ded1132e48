import ArgumentParser
import ForceLabFiles
import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// `forcelab corpus`: published collections of graphs.
struct Corpus: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List and fetch published collections of graphs.",
    discussion: """
      An experiment names a collection that was fetched: `graph: {corpus: rome}`. Collections are kept in \
      $XDG_CACHE_HOME/forcelab/corpora, by default ~/.cache/forcelab/corpora.
      """,
    subcommands: [ListCorpora.self, ShowCorpus.self, GetCorpus.self])
}

struct ListCorpora: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List collections.")

  func run() throws {
    let table = Table(
      try Collection.all(),
      [
        .text("name") { $0.name },
        .text("fetched") { $0.isFetched ? counted($0.fetchedFiles.count, "file") : "" },
        .text("size") { $0.size == "not stated" ? "" : $0.size },
        .text("collection of graphs", importance: 1) { $0.summary },
      ])
    output(table.text(width: .max))
  }
}

struct ShowCorpus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show source, license, citation and graphs of a collection.")

  @Argument(help: "Name of a collection.", completion: .list(Collection.names))
  var name: String

  func run() throws {
    let collection = try Collection.named(name)
    var lines = [
      "\(collection.name): \(collection.summary)", "", "  source    \(collection.source)",
      "  file      \(collection.url)", "  size      \(collection.size)",
      "  license   \(collection.license)", "  cite      \(collection.citation)",
    ]
    if collection.hasFilePerGraph {
      lines.append("  graphs    \(collection.graphs.joined(separator: ", "))")
    }
    guard collection.isFetched else {
      return outputLines(
        lines + ["", "Not fetched; run: \(Diagnostic.program) corpus get \(name)"])
    }
    lines.append("  folder    \(collection.folder)")
    let graphs = try collection.fetchedFiles.flatMap {
      try CorpusCache.graphs(in: collection.folder + "/" + $0)
    }
    lines += ["", "\(counted(graphs.count, "graph")):"]
    outputLines(lines)
    output(Self.facts(of: graphs).text(width: Terminal.width ?? .max))
  }

  private func outputLines(_ lines: [String]) {
    output(wrapped(lines.joined(separator: "\n"), width: Terminal.width ?? .max))
  }

  /// Quartiles over the graphs.
  private static func facts(of graphs: [Graph]) -> Table {
    let facts = concurrently(graphs.count) { index -> [Double] in
      let facts = GraphFacts(graphs[index])
      return [
        Double(graphs[index].nodeCount), Double(graphs[index].edgeCount), facts.density,
        facts.meanDegree, Double(facts.maxDegree), Double(facts.components),
        Double(facts.diameterLowerBound), facts.clustering,
      ]
    }
    let names = [
      "nodes", "edges", "density", "mean degree", "maximum degree", "components",
      "diameter, lower bound", "clustering",
    ]
    let headings =
      [Table.Heading("fact")]
      + ["minimum", "lower quartile", "median", "upper quartile", "maximum"].map {
        Table.Heading($0, isNumeric: true)
      }
    let rows = names.indices.map { column in
      let values = facts.map { $0[column] }.sorted()
      return [names[column]]
        + (0...4).map { values.isEmpty ? "" : Self.text(values[$0 * (values.count - 1) / 4]) }
    }
    return Table(headings, rows: rows)
  }

  /// With three digits after the point.
  private static func text(_ value: Double) -> String {
    ((value * 1000).rounded() / 1000).shortText
  }
}

struct GetCorpus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Fetch a collection, or graphs of it.",
    discussion: """
      Fetches by curl, reads every graph, and keeps only files that can be read whole. Files that are there are kept.

        forcelab corpus get rome
        forcelab corpus get suitesparse HB/bcsstk01 HB/dwt_1005
        forcelab corpus get rome --from ~/Downloads/rome-graphml.tgz
      """)

  @Argument(help: "Name of a collection.", completion: .list(Collection.names))
  var name: String

  @Argument(
    help: .value(
      "graph",
      "Graphs of a collection that has a file for each; by default those that `corpus show` lists.")
  )
  var graphs: [String] = []

  @Option(
    help: .value(
      "file",
      "Copy a file that is on this machine already: that of the collection or graph, or an archive of graphs."
    ),
    completion: .file())
  var from: String?

  @Option(help: .value("url", "Fetch the file from another address, such as a mirror."))
  var url: String?

  @Flag(help: "Fetch files that are there again.")
  var fresh = false

  func validate() throws {
    guard from == nil || url == nil else { throw ValidationError("use --from or --url") }
  }

  func run() throws {
    let collection = try Collection.named(name)
    var files = try collection.files(of: graphs)
    if let from, graphs.isEmpty, collection.hasFilePerGraph {
      // Somebody has put graphs of the collection into one file.
      files = [(String(from.split(separator: "/").last ?? ""), from)]
    } else if let other = from ?? url {
      guard files.count == 1 else {
        throw Diagnostic(
          "\(from == nil ? "--url" : "--from") is one file; name one graph of '\(name)'", at: nil)
      }
      guard url == nil || other.lowercased().starts(with: /https?:\/\//) else {
        throw Diagnostic("'\(other.excerpt)' is not an address; use http:// or https://", at: nil)
      }
      files[0].url = other
    }
    try describing(
      "cannot create the folder", advice: "set XDG_CACHE_HOME to a folder that can be written to",
      at: Location(file: collection.folder)
    ) { () throws(SystemError) in
      for file in files {
        let parent = parentFolder(of: "\(collection.folder)/\(file.name)")
        try makeFolder("\(parent)/\(CorpusCache.incoming)")
      }
    }
    var failures: [Diagnostic] = []
    let isInterrupted = Interruption.watched(isQuiet: true)
    for file in files where !isInterrupted() {
      do {
        try fetch(file.name, from: file.url, collection, isInterrupted)
      } catch let error as Diagnostic {
        failures.append(error)
        standardError(error)
      }
    }
    if collection.fetchedFiles.isEmpty {
      // What cannot be removed is in nobody's way.
      try? Folder(CorpusCache.folder).removeEmpty(collection.name)
    } else {
      try collection.writeCorpusFile()
    }
    guard !isInterrupted() else { throw ExitCode(130) }
    guard failures.isEmpty else { throw ExitCode(from == nil ? 1 : 2) }
    output("Use it in an experiment: graph: {corpus: \(name)}")
    output("Cite: \(collection.citation)")
  }

  private func fetch(
    _ file: String, from source: String, _ collection: Collection, _ isInterrupted: () -> Bool
  ) throws {
    let path = "\(collection.folder)/\(file)"
    if !fresh, FileManager.default.fileExists(atPath: path) {
      return output("\(file): already there; --fresh fetches it again")
    }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let draft = "\(parentFolder(of: path))/\(CorpusCache.incoming)/\(name)"
    if from != nil {
      let bytes = try fileBytes(
        at: source, limit: Download.maxSize, location: Location(file: source))
      try writeFile(bytes, to: draft)
    } else {
      let lock = try describing("cannot write", at: Location(file: draft)) {
        () throws(SystemError) in try Folder(parentFolder(of: draft)).openEmpty("\(name).lock")
      }
      guard let lock else {
        throw Diagnostic(
          "another process is fetching this file; wait for it to end", at: Location(file: source))
      }
      defer { close(lock) }
      defer { unlink("\(draft).lock") }
      try Download(source, to: draft).run { size in
        Terminal.showProgress("\(file): \((Double(size) / 1e5).rounded() / 10) MB")
        return !isInterrupted()
      }
      Terminal.showProgress("")
    }
    defer { unlink(draft) }
    let graphs: [Graph]
    do {
      graphs = try CorpusCache.graphs(in: draft)
    } catch {
      let reason = (error as? Diagnostic)?.message ?? "\(error)"
      throw Diagnostic("not used, because it cannot be read: \(reason)", at: Location(file: source))
    }
    let hash = SHA256.hash(of: try fileBytes(at: draft, limit: Download.maxSize, location: nil))
    try describing("cannot write", at: Location(file: path)) { () throws(SystemError) in
      _ = try system(.rename) { rename(draft, path) }
    }
    output("\(file): \(counted(graphs.count, "graph")), SHA-256 \(hash)")
  }
}
