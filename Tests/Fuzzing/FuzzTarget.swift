@testable import ForceLabGraphFiles
import ForceLabCommandLine
import ForceLabGraphs
import ForceLabPlugins
@testable import ForceLabStudies
import ForceLabWorkbench
import ForceLabSettings
import ForceLabYAML

/// A reader of untrusted text.
struct FuzzTarget: Sendable {
  let name: String
  private let read: @Sendable ([UInt8]) throws -> Ending

  static let experiment = FuzzTarget(name: "experiment", read: plan)

  /// The readers of experiments, graph files and run folders.
  static let all: [FuzzTarget] =
    [experiment]
    + GraphFormats.all.map { format in
      FuzzTarget(name: format.name) { try graph(format, $0) }
    } + [
      FuzzTarget(name: "node-table", read: nodeTable), FuzzTarget(name: "archive", read: archive),
      FuzzTarget(name: "journal", read: journal), FuzzTarget(name: "layout", read: layout),
      FuzzTarget(name: "samples", read: samples), FuzzTarget(name: "run-folder", read: runFolder),
    ]

  /// The result of reading an input.
  enum Ending: Equatable {
    case read
    /// Rejected with a located message.
    case rejected
    /// Too expensive to read.
    case skipped
    /// A bug.
    case broken(String)
  }

  /// Reads `bytes`, which must give a consistent result or a located message.
  func ending(of bytes: [UInt8]) -> Ending {
    do {
      return try read(bytes)
    } catch let diagnostic as Diagnostic {
      return Self.rejection([diagnostic], of: bytes)
    } catch let invalid as InvalidExperiment {
      return Self.rejection(invalid.diagnostics, of: bytes)
    } catch {
      return .broken("\(error)")
    }
  }

  /// Whether `diagnostics` are messages with places. A place in the input, which is named `name`,
  /// must exist.
  static func rejection(
    _ diagnostics: [Diagnostic], of bytes: [UInt8], in name: String = file
  ) -> Ending {
    // All line breaks, also of UTF-16 and YAML, contain one of these bytes. libyaml reports what is
    // missing at the end on the line after the last.
    let lines = 2 + bytes.count { [0x0A, 0x0D, 0x85, 0xA8, 0xA9].contains($0) }
    // Messages about a file of a run may be about the whole file or line.
    let least = name == file ? 1 : 0
    for diagnostic in diagnostics {
      guard let place = diagnostic.location, !diagnostic.message.isEmpty,
        place.file != name || ((least...lines).contains(place.line) && place.column >= least)
      else { return .broken("no place in '\(diagnostic)'") }
    }
    return diagnostics.isEmpty ? .broken("rejected without a reason") : .rejected
  }

  /// The name of the input in messages.
  static let file = "f"
}

extension FuzzTarget {
  private static func graph(_ format: any GraphFormat, _ bytes: [UInt8]) throws -> Ending {
    guard !((format is MatrixMarketFormat || format is METISFormat) && hasManyNodes(bytes)) else {
      return .skipped
    }
    var names = AttributeNames(
      nodes: ["size"], edges: ["length"], words: ["color"], keepsAll: true)
    names.readsRoutes = true
    return ending(of: try format.read(bytes, file: file, names, EdgeListOptions()))
  }

  private static func nodeTable(_ bytes: [UInt8]) throws -> Ending {
    let names = AttributeNames(nodes: ["size"], words: ["color"], keepsAll: true)
    let table = try NodeTable(GraphText(bytes, file: file), names, columns: TableColumns())
    let rows =
      [table.labels.count, table.groups.count]
      + table.attributes.columns.map(\.values.count)
    return rows.allSatisfy { $0 == table.ids.count } ? .read : .broken("not a table: \(rows)")
  }

  private static func archive(_ bytes: [UInt8]) throws -> Ending {
    let name = "archive"
    let content = try Compression.decompressed(bytes, file: name, limit: 1 << 20)
    _ = try Archive(content, file: name, limit: 1 << 20)
    return .read
  }

  private static func ending(of graph: Graph) -> Ending {
    let nodes = 0..<Int32(graph.nodeCount)
    let isSound =
      !nodes.isEmpty && graph.targets.count == graph.edgeCount
      && zip(graph.sources, graph.targets).allSatisfy {
        nodes.contains($0) && nodes.contains($1) && $0 != $1
      }
      && nodes.reduce(0) { $0 + graph.degree(of: Int($1)) } == 2 * graph.edgeCount
      && graph.labels?.count ?? nodes.count == nodes.count
      && graph.ids?.texts.count ?? nodes.count == nodes.count
      && graph.nodeAttributes.columns.allSatisfy { $0.values.count == nodes.count }
      && graph.edgeAttributes.columns.allSatisfy { $0.values.count == graph.edgeCount }
      && graph.weights?.count ?? graph.edgeCount == graph.edgeCount
      && graph.nodeAttributes.values.values.allSatisfy { $0.count == nodes.count }
      && graph.edgeAttributes.values.values.allSatisfy { $0.count == graph.edgeCount }
    return isSound ? .read : .broken("not a graph: \(graph)")
  }

  /// Whether there is a number of 6 to 9 digits: such a matrix is valid but expensive.
  private static func hasManyNodes(_ bytes: [UInt8]) -> Bool {
    bytes.split { !(0x30...0x39).contains($0) }.contains { (6...9).contains($0.count) }
  }
}

extension FuzzTarget {
  private static func plan(_ bytes: [UInt8]) throws -> Ending {
    let document = try YAMLDocument.parse(bytes: bytes, file: file)
    let again = try YAMLDocument.parse(document.blockText, file: "emitted")
    guard again.hasSameContent(as: document) else {
      return .broken("the written document reads differently: \(document.blockText)")
    }
    guard work(of: document) <= 10_000 else { return .skipped }
    _ = try Plan(document: document, folder: "/nowhere", catalog: .standard)
    return .read
  }

  /// An upper estimate of the number of nodes times configurations.
  private static func work(of document: SettingsNode) -> Double {
    (document.mapping?.entries ?? []).reduce(1) { work, entry in
      switch entry.key {
      case "sweep": work * size(of: entry.value, key: "")
      case "graph": work * size(of: entry.value, key: "graph")
      default: work
      }
    }
  }

  /// The product of all counts and lengths of lists; `key` is the key of `node` if its numbers are
  /// counts.
  private static func size(of node: SettingsNode, key: String) -> Double {
    switch node.content {
    case .scalar(let scalar):
      guard !key.isEmpty, let number = scalar.magnitude, number < 1e9 else { return 1 }
      // A tree grows by a factor with every level.
      return key == "depth" || key == "hypercube" || key == "dimension"
        ? (0..<min(9, Int(number))).reduce(1) { size, _ in size * 10 } : number
    case .sequence(let items):
      return items.reduce(Double(items.count)) { $0 * size(of: $1, key: key) }
    case .mapping(let mapping):
      return mapping.entries.reduce(1) { product, entry in
        let isCount = !key.isEmpty || entry.key == "count" || entry.key.hasPrefix("graph")
        return product * size(of: entry.value, key: isCount ? lastName(in: entry.key) : "")
      }
    }
  }

  private static func lastName(in path: String) -> String {
    path.split(separator: ".").last.map(String.init) ?? "?"
  }
}

extension Scalar {
  /// The absolute value of the number, at least 1.
  fileprivate var magnitude: Double? {
    number.flatMap { $0.isFinite ? max(1, $0.magnitude) : nil }
  }
}
