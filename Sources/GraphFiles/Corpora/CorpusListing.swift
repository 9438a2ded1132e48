import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// The graphs of a corpus, before filters.
struct CorpusListing {
  struct Entry {
    var name: String
    /// As in an experiment file.
    var graph: SettingsNode
    var tags: Set<String>
    /// That of a graph file, which its name is made from; nil if the name is given.
    var path: String?
  }

  private(set) var entries: [Entry] = []

  /// Adds a graph file, or the graphs of a corpus file.
  mutating func add(
    _ file: FileReference, by decoder: inout ParameterDecoder,
    reading read: (FileReference) throws(Diagnostic) -> SettingsNode
  ) {
    guard file.path.hasSuffix(".yaml") || file.path.hasSuffix(".yml") else {
      return add(file, tags: [])
    }
    do throws(Diagnostic) {
      guard let corpus = decoder.decode(CorpusFile.self, from: try read(file)) else { return }
      if let reference = corpus.reference { decoder.cite(reference) }
      let folder = file.written.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      for item in corpus.graphs {
        add(item, of: corpus, in: folder.joined(separator: "/"), by: &decoder)
      }
    } catch {
      // Of a file that cannot be read, no line is known but that which names it.
      guard let place = file.location, error.location?.line == 0 else {
        return decoder.error(error.message, at: error.location ?? file.location ?? .generated)
      }
      decoder.error("cannot read the file '\(file.path.excerpt)': \(error.message)", at: place)
    }
  }

  /// Adds the graphs of `item`, whose paths are relative to `folder`.
  private mutating func add(
    _ item: CorpusItem, of corpus: CorpusFile, in folder: String, by decoder: inout ParameterDecoder
  ) {
    var graph = item.graph.node
    guard !graph.isNull else {
      let source = item.source.isEmpty ? corpus.source : item.source
      for file in item.files.relative(to: folder).files(by: &decoder, from: source) {
        add(file, tags: Set(item.tags))
      }
      return
    }
    if graph.mapping?.entries.first?.key == CorpusSource.page.name {
      return decoder.error(
        "a corpus cannot be a graph of a corpus; list both under 'files' of the experiment",
        at: graph.location)
    }
    if !folder.isEmpty { graph = decoder.catalog.prefixing(pathsOf: graph, .graph, with: folder) }
    entries.append(Entry(name: item.name, graph: graph, tags: Set(item.tags)))
  }

  /// Adds a graph file, or the graph files of an archive that has several.
  private mutating func add(_ file: FileReference, tags: Set<String>) {
    let location = file.location ?? .generated
    let text = { SettingsNode.scalar(.string($0), at: location) }
    let path = text(file.written)
    for member in Archive.graphs(in: file) {
      let value = member.map { .mapping(["path": path, "member": text($0)], at: location) } ?? path
      let graph = SettingsNode.mapping([FileSource.page.name: value], at: location)
      entries.append(Entry(name: "", graph: graph, tags: tags, path: member ?? file.written))
    }
  }

  /// Names the graph files. Reports names that are not unique, without their graphs.
  mutating func nameAll(by decoder: inout ParameterDecoder) {
    var names = GraphNames.names(of: entries.compactMap(\.path))[...]
    var seen: Set<String> = []
    entries = entries.compactMap { entry in
      var entry = entry
      if entry.path != nil { entry.name = names.popFirst() ?? "" }
      guard seen.insert(entry.name).inserted else {
        let place = entry.path.map { " (one is in \($0.excerpt))" } ?? ""
        decoder.error(
          "there are two graphs '\(entry.name)' in the corpus\(place); rename one of them",
          at: entry.graph.location)
        return nil
      }
      return entry
    }
  }
}
