import Foundation
import ForceLabSettings

/// Reads GraphML: nodes and edges in XML, with data under declared keys.
/// Reads the keys named `label` (or `name`) and `group` (or `community`, `club`) of nodes, `weight`
/// (or `value`) of edges, and the requested attributes, with their defaults. Nodes of nested graphs
/// are ordinary nodes. Ports are ignored. Hyperedges and declarations are errors.
/// Format: U. Brandes et al., “GraphML progress report”, 2001.
final class GraphML: XMLGraphReader {
  private struct Item {
    enum Kind: Equatable {
      case node(index: Int)
      case edge(source: String, target: String)
      case other
    }

    var kind: Kind
    var place: Int
    var values: [String: String] = [:]
  }

  /// The names of the declared keys in lower case by id, and as written by name in lower case.
  private var keyNames: [UTF8Key: String] = [:]
  private var writtenNames: [String: String] = [:]
  /// The declared kinds of the keys by name.
  private var kinds: [String: AttributeColumn.Kind] = [:]
  private var nodeDefaults: [String: String] = [:]
  private var edgeDefaults: [String: String] = [:]
  /// The innermost is last.
  private var items: [Item] = []
  private var openGraphs = 0
  /// The name of the open `<key>`, and the elements that it applies to.
  private var declaredKey: (name: String, domain: String)?
  /// The key name of the open `<data>`.
  private var dataName: String? { didSet { takesContent = dataName != nil } }

  static func graph(from text: GraphText, _ names: AttributeNames) throws(Diagnostic) -> Graph {
    try GraphML(text, names).graph()
  }

  override var root: String { "graphml" }

  override func start(_ element: String, _ attributes: [String: String]) {
    switch element {
    case "key":
      guard let id = attributes["id"] else {
        return fail("this <key> has no 'id'; add it", at: place)
      }
      let name = (attributes["attr.name"] ?? id).lowercased()
      keyNames[UTF8Key(id)] = name
      kinds[name] = AttributeColumn.Kind(declared: attributes["attr.type"])
      writtenNames[name] = attributes["attr.name"] ?? id
      declaredKey = (name, attributes["for"] ?? "all")
    case "default": beginData(declaredKey?.name)
    case "data": beginData(attributes["key"].map { keyNames[UTF8Key($0)] ?? $0.lowercased() })
    case "graph":
      guard openGraphs > 0 || beginGraph() else { return }
      openGraphs += 1
      items.append(Item(kind: .other, place: place))
    case "node": startNode(attributes)
    case "edge": startEdge(attributes)
    case "port": items.append(Item(kind: .other, place: place))
    case "hyperedge": fail("hyperedges are not supported; replace this one by edges", at: place)
    default: break
    }
  }

  private func startNode(_ attributes: [String: String]) {
    guard let id = attributes["id"] else {
      return fail("this <node> has no 'id'; add it", at: place)
    }
    attempt { () throws(Diagnostic) in
      let index = try result.addNode(.init(id), at: place)
      items.append(Item(kind: .node(index: index), place: place))
    }
  }

  private func startEdge(_ attributes: [String: String]) {
    guard let source = attributes["source"], let target = attributes["target"] else {
      let missing = attributes["source"] == nil ? "source" : "target"
      return fail("this <edge> has no '\(missing)'; add it", at: place)
    }
    items.append(Item(kind: .edge(source: source, target: target), place: place))
  }

  override func end(_ element: String) {
    switch element {
    case "key": declaredKey = nil
    case "default":
      guard let declaredKey else { return }
      let value = endData()
      if declaredKey.domain != "edge" { nodeDefaults[declaredKey.name] = value }
      if declaredKey.domain != "node" { edgeDefaults[declaredKey.name] = value }
    case "data":
      guard let name = dataName else { return }
      let value = endData()
      if !items.isEmpty { items[items.count - 1].values[name] = value }
    case "graph":
      openGraphs -= 1
      _ = items.popLast()
    case "node", "edge", "port": if let item = items.popLast() { finish(item) }
    default: break
    }
  }

  private func beginData(_ name: String?) {
    dataName = name
    content = ""
  }

  private func endData() -> String {
    defer { dataName = nil }
    return content.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func finish(_ item: Item) {
    func value(_ names: [String], _ defaults: [String: String]) -> String? {
      names.lazy.compactMap { item.values[$0] }.first
        ?? names.lazy.compactMap { defaults[$0] }.first
    }
    func weight(_ name: String) -> EdgeWeights.Entry? {
      value([name], edgeDefaults).map { text in
        let isText = name == "value" && kinds[name] == .text
        let number = GraphText.finite(text) ?? Double(text)
        return EdgeWeights.Entry(text: text, number: isText ? nil : number, place: item.place)
      }
    }
    switch item.kind {
    case .node(let index):
      result.describe(
        index, label: value(["label", "name"], nodeDefaults),
        group: value(["group", "community", "club"], nodeDefaults))
      attempt { () throws(Diagnostic) in
        try result.describe(index, by: attributes(of: item, nodeDefaults))
      }
    case .edge(let source, let target):
      attempt { () throws(Diagnostic) in
        try result.addEdge(
          from: .init(source), to: .init(target), weight: weight("weight"), value: weight("value"),
          at: item.place)
        try result.describeLastEdge(by: attributes(of: item, edgeDefaults))
      }
    case .other: break
    }
  }

  private func attributes(of item: Item, _ defaults: [String: String]) -> [AttributeValue] {
    item.values.merging(defaults) { own, _ in own }
      .map { name, text in
        AttributeValue(
          name: writtenNames[name] ?? name, text: text, place: item.place, kind: kinds[name])
      }
      .sorted { $0.name < $1.name }
  }
}

extension AttributeColumn.Kind {
  /// The kind of the type that GraphML or GEXF declares; nil if it is unknown.
  init?(declared type: String?) {
    switch type?.lowercased() {
    case "int", "integer", "long", "short", "byte", "float", "double", "biginteger", "bigdecimal":
      self = .number
    case "boolean": self = .boolean
    case "string", "anyuri", "char", "liststring": self = .text
    default: return nil
    }
  }
}
