import ForceLabPlugins
import ForceLabSettings

/// A node apart from a graph: one to add, or one that was removed.
public struct GraphNode: Sendable, Hashable {
  /// The identifier in the source; nil to use its number, or the next unused number.
  public var id: String?
  public var label: String?
  public var group: String?
  /// Numeric attributes by name. Those that a graph has and the node lacks get the mean of the others.
  public var values: [String: Double]
  /// The values of other attributes by name.
  public var attributes: [String: String]

  public init(
    id: String? = nil, label: String? = nil, group: String? = nil, values: [String: Double] = [:],
    attributes: [String: String] = [:]
  ) {
    (self.id, self.label, self.group) = (id, label, group)
    (self.values, self.attributes) = (values, attributes)
  }
}

/// An edge apart from a graph. Its ends are numbers of nodes of the graph that it is added to.
public struct GraphEdge: Sendable, Hashable {
  public var source: Int
  public var target: Int
  /// Nil for the mean of the weights, if the graph has weights.
  public var weight: Double?
  /// Numeric attributes by name; as for nodes.
  public var values: [String: Double]
  public var attributes: [String: String]

  public init(
    _ source: Int, _ target: Int, weight: Double? = nil, values: [String: Double] = [:],
    attributes: [String: String] = [:]
  ) {
    (self.source, self.target, self.weight) = (source, target, weight)
    (self.values, self.attributes) = (values, attributes)
  }
}

/// The nodes and edges of a changed graph, in their order: those of the graph before, and new ones.
public struct GraphChange: Sendable {
  public enum Part<New: Sendable>: Sendable {
    /// The number in the graph before.
    case kept(Int)
    case new(New)

    public var kept: Int? { if case .kept(let number) = self { number } else { nil } }
    fileprivate var new: New? { if case .new(let new) = self { new } else { nil } }
  }

  public var nodes: [Part<GraphNode>]
  public var edges: [Part<GraphEdge>]
  /// Whether new parts may add ids, labels, groups, weights and attributes that the graph lacks. Existing parts then
  /// get: their number as id, their id as label, the group "", the weight 1, the mean of numbers, and no text.
  public var addsLists = false

  /// All nodes and edges of `graph`.
  public init(keeping graph: Graph) {
    nodes = (0..<graph.nodeCount).map { .kept($0) }
    edges = (0..<graph.edgeCount).map { .kept($0) }
  }

  /// The nodes and edges of `graph` without some of them, and without the edges of removed nodes.
  public init(removing removed: Set<Int>, edges dropped: Set<Int> = [], from graph: Graph) {
    nodes = (0..<graph.nodeCount).filter { !removed.contains($0) }.map { .kept($0) }
    edges = (0..<graph.edgeCount).filter { edge in
      !dropped.contains(edge) && !removed.contains(Int(graph.sources[edge]))
        && !removed.contains(Int(graph.targets[edge]))
    }.map { .kept($0) }
  }

  /// The nodes and edges of `graph`, then new ones with all of their data.
  public init(adding added: [GraphNode], edges: [GraphEdge], to graph: Graph) {
    self.init(keeping: graph)
    nodes += added.map { .new($0) }
    self.edges += edges.map { .new($0) }
    addsLists = true
  }

  /// For each node, its number before; nil for a new node.
  public var origins: [Int?] { nodes.map(\.kept) }
}

extension Graph {
  /// The graph after `change`, in which nodes and edges are renumbered.
  ///
  /// Throws if an edge is a self loop, joins nodes that are joined already, or has an end that does
  /// not exist, if a new node has the id of another, or if there are too many nodes or edges.
  /// Cost: linear in nodes and edges.
  public func changed(by change: GraphChange) throws(ParameterError) -> Graph {
    var places = [Int32](repeating: -1, count: nodeCount)
    for (place, part) in change.nodes.enumerated() {
      if let node = part.kept { places[node] = Int32(place) }
    }
    let count = change.nodes.count
    let ends = change.edges.map { part -> (Int32, Int32) in
      switch part {
      case .kept(let edge): (places[Int(sources[edge])], places[Int(targets[edge])])
      case .new(let edge): (Self.end(edge.source, of: count), Self.end(edge.target, of: count))
      }
    }
    let newNodes = change.addsLists ? change.nodes.compactMap(\.new) : []
    let newEdges = change.addsLists ? change.edges.compactMap(\.new) : []
    let hasWeights = newEdges.contains { $0.weight != nil }
    let weights = weights ?? (hasWeights ? Array(repeating: 1, count: edgeCount) : nil)
    let hasLabels = newNodes.contains { $0.label != nil }
    let labels = labels ?? (hasLabels ? (0..<nodeCount).map(id) : nil)
    let hasGroups = newNodes.contains { $0.group != nil }
    let groups = groups ?? (hasGroups ? Array(repeating: "", count: nodeCount) : nil)
    let hasIDs = newNodes.contains { $0.id != nil }
    var ids = ids ?? (hasIDs ? NodeIDs((0..<nodeCount).map(id)) : nil)
    if let texts = ids?.texts { ids?.texts = try Self.ids(texts, after: change) }
    var graph = try Graph(
      nodeCount: count, sources: ends.map(\.0), targets: ends.map(\.1),
      weights: weights.map { weights in
        let mean = weights.mean
        return weights.changed(by: change.edges) { edge, _ in edge.weight ?? mean }
      },
      labels: labels?.changed(by: change.nodes) { $0.label ?? $0.id ?? ids?.texts[$1] ?? "\($1)" },
      groups: groups?.changed(by: change.nodes) { node, _ in node.group ?? "" },
      nodeAttributes: nodeAttributes.joined(
        by: newNodes.map(\.values), newNodes.map(\.attributes), count: nodeCount
      ).changed(by: change.nodes, \.values, \.attributes)
        .withLabels(of: change.nodes),
      edgeAttributes: edgeAttributes.joined(
        by: newEdges.map(\.values), newEdges.map(\.attributes), count: edgeCount
      ).changed(by: change.edges, \.values, \.attributes),
      ids: ids)
    guard graph.droppedSelfLoops == 0 else {
      throw ParameterError("an edge cannot join a node to itself")
    }
    guard graph.droppedDuplicates == 0 else {
      throw ParameterError("an edge joins two nodes that another edge joins already")
    }
    graph.isDirected = isDirected
    return graph
  }

  private static func ids(
    _ old: [String], after change: GraphChange
  ) throws(ParameterError) -> [String] {
    let hasNew = change.nodes.contains { $0.kept == nil }
    var used = Set(hasNew ? change.nodes.compactMap(\.kept).map { UTF8Key(old[$0]) } : [])
    for id in change.nodes.compactMap(\.new?.id) where !used.insert(UTF8Key(id)).inserted {
      throw ParameterError("a node has the id '\(id.excerpt)' already; use another")
    }
    var number = 0
    return old.changed(by: change.nodes) { node, index in
      if let id = node.id { return id }
      number = max(number, index)
      while !used.insert(UTF8Key(String(number))).inserted { number += 1 }
      return String(number)
    }
  }

  private static func end(_ node: Int, of count: Int) -> Int32 {
    0..<count ~= node ? Int32(node) : -1
  }

  /// What the graph has of a node.
  public func node(at number: Int) -> GraphNode {
    GraphNode(
      id: ids?.texts[number], label: labels?[number], group: groups?[number],
      values: nodeAttributes.values.mapValues { $0[number] },
      attributes: nodeAttributes.texts(of: number))
  }

  /// What the graph has of an edge.
  public func edge(at number: Int) -> GraphEdge {
    GraphEdge(
      Int(sources[number]), Int(targets[number]), weight: weights?[number],
      values: edgeAttributes.values.mapValues { $0[number] },
      attributes: edgeAttributes.texts(of: number))
  }

  /// The number of the edge between two nodes, in either direction; nil if there is none. Cost: linear in the edges.
  public func edge(between first: Int, _ second: Int) -> Int? {
    edges(between: [(first, second)])[0]
  }

  /// The numbers of the edges between pairs of nodes, in either direction; nil where there is none.
  /// Cost: linear in the edges and the pairs.
  public func edges(between pairs: [(Int, Int)]) -> [Int?] {
    var found: [NodePair: Int] = [:]
    let wanted = pairs.map { NodePair($0.0, $0.1) }
    let ends = Set(wanted.map(\.low))
    for edge in 0..<edgeCount {
      let pair = NodePair(Int(sources[edge]), Int(targets[edge]))
      if ends.contains(pair.low) { found[pair] = edge }
    }
    return wanted.map { found[$0] }
  }
}

/// Two nodes, in either order.
package struct NodePair: Hashable {
  package let low, high: Int

  package init(_ a: Int, _ b: Int) { (low, high) = (min(a, b), max(a, b)) }
}

extension Array {
  /// The elements of the kept parts, and those of the new ones, which `element` gives by their indexes.
  fileprivate func changed<New>(
    by parts: [GraphChange.Part<New>], _ element: (New, Int) -> Element
  ) -> [Element] {
    parts.enumerated().map { index, part in
      switch part {
      case .kept(let number): self[number]
      case .new(let new): element(new, index)
      }
    }
  }
}

extension [Double] {
  /// 1 if there are none.
  fileprivate var mean: Double {
    let count = Double(count)
    return isEmpty ? 1 : reduce(0) { $0 + $1 / count }
  }
}

extension Attributes {
  /// With those that new parts have and these lack, for the `count` parts there are.
  fileprivate func joined(
    by numbers: [[String: Double]], _ texts: [[String: String]], count: Int
  ) -> Attributes {
    var all = self
    for name in Set(numbers.flatMap(\.keys)) where values[name] == nil {
      let mean = numbers.compactMap { $0[name] }.mean
      all.values[name] = self[name]?.numbers ?? Array(repeating: mean, count: count)
      all.names = Set(all.names + [name]).sorted()
    }
    for name in Set(texts.flatMap(\.keys)).sorted() where self[name] == nil {
      all.columns.append(AttributeColumn(name, .text, Array(repeating: nil, count: count)))
    }
    return all
  }

  /// New parts that lack a number get the mean of the others.
  fileprivate func changed<New>(
    by parts: [GraphChange.Part<New>], _ numbers: (New) -> [String: Double],
    _ texts: (New) -> [String: String]
  ) -> Attributes {
    let values = values.map { name, values in
      let given = parts.compactMap { $0.new.flatMap { numbers($0)[name] } }
      let mean = (values.isEmpty ? given : values).mean
      return (name, values.changed(by: parts) { new, _ in numbers(new)[name] ?? mean })
    }
    return Attributes(
      values: Dictionary(uniqueKeysWithValues: values), names: names,
      columns: columns.map { column in
        let mean = column.kind == .number ? column.numbers?.mean.shortText : nil
        let values = column.values.changed(by: parts) { new, _ in texts(new)[column.name] ?? mean }
        return AttributeColumn(column.name, column.kind, values)
      })
  }

  /// The labels of new nodes become the attribute that files have labels as. A label that is the id is left out.
  fileprivate func withLabels(of parts: [GraphChange.Part<GraphNode>]) -> Attributes {
    guard let column = columns.labelIndex else { return self }
    var attributes = self
    for (place, part) in parts.enumerated() {
      guard case .new(let node) = part, node.attributes[columns[column].name] == nil else {
        continue
      }
      attributes.columns[column].values[place] = nil
      guard let label = node.label, label != node.id else { continue }
      let isNumber = Double(finite: label) != nil && label.isWrittenAsNumber
      attributes.columns[column].set(label, isNumber ? .number : .text, at: place)
    }
    return attributes
  }

  /// The values of one node or edge.
  fileprivate func texts(of number: Int) -> [String: String] {
    columns.reduce(into: [:]) { $0[$1.name] = $1.values[number] ?? $0[$1.name] }
  }
}
