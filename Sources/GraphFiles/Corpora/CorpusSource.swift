import ForceLabFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import Foundation

/// Many graphs in place of one: an axis whose values are named graphs.
public struct CorpusSource: ValueCollection {
  public enum Component: String, Choice {
    case all, largest
  }

  public var files = FilePatterns()
  public var nodes = CountRange()
  public var edges = CountRange()
  public var tags: [String] = []
  public var component = Component.all

  public init() {}

  public static let kind = PluginKind.graph

  public static let manual = Manual<Self>(
    "corpus",
    "Many graphs, each of which is a value of an axis: graph files, or the named graphs of a corpus "
      + "file.",
    parameters: [
      Parameter(
        "files", \.files,
        "A path, a pattern such as `graphs/*.mtx`, or a list of them, relative to the experiment "
          + "file. A corpus file ends in .yaml; all others are graphs. A name such as `rome` is a collection that "
          + "`forcelab corpus get` has fetched.", isRequired: true,
        example: "small.yaml"),
      Parameter(
        "nodes", \.nodes, "Range of the number of nodes, such as [100, 5000] or {max: 5000}.",
        defaultDescription: "any", example: "[100, 5000]"),
      Parameter(
        "edges", \.edges, "Range of the number of edges.", defaultDescription: "any",
        example: "{max: 20000}"),
      Parameter(
        "tags", \.tags, "Only graphs with one of these tags in a corpus file.",
        defaultDescription: "any", example: "[mesh, tree]"),
      Parameter(
        "component", \.component,
        "`largest`: the largest component of each graph, as by `largest-component`."),
    ], shorthand: "files")

  public func members(
    by decoder: inout ParameterDecoder,
    reading read: (FileReference) throws(Diagnostic) -> SettingsNode
  ) -> [SettingsNode] {
    let errorsBefore = decoder.diagnostics.count
    var listing = CorpusListing()
    for file in withCollections(&decoder).files(by: &decoder) {
      listing.add(file, by: &decoder, reading: read)
    }
    listing.nameAll(by: &decoder)
    let members = listing.entries.compactMap { keep($0, &decoder) }
    if members.isEmpty, decoder.diagnostics.count == errorsBefore {
      let count = listing.entries.count
      decoder.error(
        "the corpus is empty: \(count == 1 ? "its graph is" : "all \(count) graphs are") outside "
          + "'nodes', 'edges' or 'tags'; widen them", at: files.location)
    }
    return members
  }

  /// The files, with the corpus files of collections in place of their names. Reports names that are neither.
  private func withCollections(_ decoder: inout ParameterDecoder) -> FilePatterns {
    var found = FilePatterns()
    for var pattern in files.patterns {
      let path = decoder.folder == "." ? pattern.text : "\(decoder.folder)/\(pattern.text)"
      let isName = GraphNames.isName(pattern.text) && !pattern.text.contains(".")
      let isFolder = isName && isFolder(path)
      // A folder is no graph, so that one of this name hides no collection.
      if isName, isFolder || !FileManager.default.fileExists(atPath: path) {
        guard let file = CorpusCache.path(of: pattern.text, beside: decoder.folder) else {
          let name = pattern.text
          let reason =
            isFolder
            ? "'\(name)' is a folder (a pattern such as '\(name)/*.mtx' names the graphs in it)"
            : "there is no file '\(name)'"
          decoder.error(
            "\(reason), and no collection of that name is on this machine; `\(Diagnostic.program) corpus list` "
              + "lists collections, and `\(Diagnostic.program) corpus get` fetches one",
            at: pattern.location ?? .generated)
          continue
        }
        pattern.text = file
      }
      found.patterns.append(pattern)
    }
    return found
  }

  /// The graph of `entry` as a value; nil if it does not pass the filters or has errors.
  private func keep(_ entry: CorpusListing.Entry, _ decoder: inout ParameterDecoder)
    -> SettingsNode?
  {
    guard tags.isEmpty || !Set(tags).isDisjoint(with: entry.tags) else { return nil }
    var value = entry.graph
    if component == .largest {
      let parts = SettingsNode.mapping([LargestComponentSource.wrapped: value], at: value.location)
      value = .mapping([LargestComponentSource.page.name: parts], at: value.location)
    }
    value.name = entry.name
    guard let source = decoder.plugin(.graph, from: value) as? any GraphSource else { return nil }
    guard nodes != CountRange() || edges != CountRange() else { return value }
    do {
      let graph = try source.graph()
      return nodes.contains(graph.nodeCount) && edges.contains(graph.edgeCount) ? value : nil
    } catch let error as Diagnostic {
      decoder.error(error.message, at: error.location ?? value.location)
    } catch {
      decoder.error("\(error)", at: value.location)
    }
    return nil
  }
}

/// A minimum and a maximum: `[100, 5000]` or `{min: 100, max: 5000}`.
public struct CountRange: Record, Equatable {
  public var min = 0
  public var max: Int?

  public init() {}

  public static let manual = Manual<Self>(
    "count-range", "A minimum and a maximum number.",
    parameters: [
      Parameter("min", \.min, within: Bounds(0...), "Minimum number."),
      Parameter(
        "max", \.max, within: Bounds(0...), "Maximum number.", defaultDescription: "any"),
    ])

  public static func form(within bounds: Bounds) -> ValueForm {
    .either([.list(.integer(Bounds(0...))), .record(page)])
  }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> CountRange?
  {
    guard let items = node.sequence else { return decoder.decode(Self.self, from: node) }
    guard items.count == 2 else {
      decoder.error(
        "'\(slot.name)' must be a minimum and a maximum number, such as [100, 5000]; found "
          + "\(items.count) value\(items.count == 1 ? "" : "s")", at: node.location)
      return nil
    }
    return decoder.decode(
      Self.self, from: .mapping(["min": items[0], "max": items[1]], at: node.location))
  }

  public func check() throws(ParameterError) {
    guard let max, max < min else { return }
    throw ParameterError("the minimum \(min) is above the maximum \(max); swap them")
  }

  func contains(_ count: Int) -> Bool { count >= min && max.map { count <= $0 } ?? true }
}
