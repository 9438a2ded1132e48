import Foundation
import ForceLabSettings

extension GraphML {
  func start(_ element: String, _ attributes: [String: String]) {
    switch element {
    case "key":
      guard let id = attributes["id"] else {
        return fail("this <key> has no 'id'; add it", at: place)
      }
      let name = (attributes["attr.name"] ?? id).lowercased()
      keyNames[UTF8Key(id)] = name
      if attributes["attr.type"] == "string" { textNames.insert(name) }
      writtenNames[name] = attributes["attr.name"] ?? id
      declaredKey = (name, attributes["for"] ?? "all")
    case "default": beginData(declaredKey?.name)
    case "data": beginData(attributes["key"].map { keyNames[UTF8Key($0)] ?? $0.lowercased() })
    case "graph":
      guard openGraphs > 0 || !hasGraph else {
        return fail("unexpected second graph; move it to another file", at: place)
      }
      hasGraph = true
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
    do {
      let index = try result.addNode(.init(id), at: place)
      items.append(Item(kind: .node(index: index), place: place))
    } catch { fail(error) }
  }

  private func startEdge(_ attributes: [String: String]) {
    guard let source = attributes["source"], let target = attributes["target"] else {
      let missing = attributes["source"] == nil ? "source" : "target"
      return fail("this <edge> has no '\(missing)'; add it", at: place)
    }
    items.append(Item(kind: .edge(source: source, target: target), place: place))
  }

  func end(_ element: String) {
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
    dataText = ""
  }

  private func endData() -> String {
    defer { dataName = nil }
    return dataText.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func finish(_ item: Item) {
    func value(_ names: [String], _ defaults: [String: String]) -> String? {
      names.lazy.compactMap { item.values[$0] }.first
        ?? names.lazy.compactMap { defaults[$0] }.first
    }
    func weight(_ name: String) -> EdgeWeights.Entry? {
      value([name], edgeDefaults).map { text in
        let isText = name == "value" && textNames.contains(name)
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

  private func attempt(_ body: () throws(Diagnostic) -> Void) {
    do { try body() } catch { fail(error) }
  }

  private func attributes(of item: Item, _ defaults: [String: String])
    -> [(name: String, text: String, place: Int)]
  {
    item.values.merging(defaults) { own, _ in own }
      .map { (writtenNames[$0.key] ?? $0.key, $0.value, item.place) }
      .sorted { $0.name < $1.name }
  }
}
