import ForceLabSettings

/// What the elements of GraphML mean.
extension GraphML {
  /// Begins `element`.
  func start(_ element: String, _ attributes: [String: String]) {
    switch element {
    case "key":
      guard let id = attributes["id"] else { return fail("this <key> has no 'id'", at: place) }
      let name = (attributes["attr.name"] ?? id).lowercased()
      keyNames[id] = name
      writtenNames[name] = attributes["attr.name"] ?? id
      declaredKey = (name, attributes["for"] ?? "all")
    case "default":
      beginData(declaredKey?.name)
    case "data":
      beginData(attributes["key"].map { keyNames[$0] ?? $0.lowercased() })
    case "graph":
      guard openGraphs > 0 || !hasGraph else {
        return fail("a second graph begins here; put it in a file of its own", at: place)
      }
      hasGraph = true
      openGraphs += 1
      items.append(Item(kind: .other, place: place))
    case "node": startNode(attributes)
    case "edge": startEdge(attributes)
    case "port": items.append(Item(kind: .other, place: place))
    case "hyperedge":
      fail("hyperedges are not read; replace this one by edges of two nodes", at: place)
    default: break
    }
  }

  private func startNode(_ attributes: [String: String]) {
    guard let id = attributes["id"] else {
      return fail("this <node> has no 'id'; give it one", at: place)
    }
    do {
      let index = try result.addNode(id, at: place)
      items.append(Item(kind: .node(index: index), place: place))
    } catch {
      fail(error)
    }
  }

  private func startEdge(_ attributes: [String: String]) {
    guard let source = attributes["source"], let target = attributes["target"] else {
      let missing = attributes["source"] == nil ? "source" : "target"
      return fail("this <edge> has no '\(missing)'; give it one", at: place)
    }
    items.append(Item(kind: .edge(source: source, target: target), place: place))
  }

  /// Ends `element`.
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
    case "node", "edge", "port":
      if let item = items.popLast() { finish(item) }
    default: break
    }
  }

  private func beginData(_ name: String?) {
    dataName = name
    dataText = ""
  }

  /// The data that were read, without white space around them.
  private func endData() -> String {
    defer { dataName = nil }
    let isBlank = { (character: Character) in character.isWhitespace }
    let rest = dataText.drop(while: isBlank)
    return String(
      rest.prefix(upTo: rest.lastIndex { !isBlank($0) }.map(rest.index(after:)) ?? rest.startIndex))
  }

  private func finish(_ item: Item) {
    func value(_ names: [String], _ defaults: [String: String]) -> String? {
      names.lazy.compactMap { item.values[$0] }.first
        ?? names.lazy.compactMap { defaults[$0] }.first
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
      var weight: Double?
      if let text = value(["weight", "value"], edgeDefaults) {
        weight = GraphText.finite(text)
        guard weight != nil else {
          return fail(
            "the weight '\(text.excerpt)' of this edge is not a finite number; write one",
            at: item.place)
        }
      }
      result.addEdge(from: source, to: target, weight: weight, at: item.place)
      attempt { () throws(Diagnostic) in
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
