import ForceLabSettings

/// A graph while it is read from a format whose nodes have ids and whose edges name them.
///
/// Places in the text are numbers that mean something to the reader alone.
struct NamedGraph {
  private struct Edge {
    var source: String
    var target: String
    var weight: Double?
    var place: Int
  }

  private let text: GraphText
  private let locate: (Int) -> Location
  /// What messages say of ends that are no node.
  var hint = "every end of an edge must be the id of a node"
  private var nodes: [String: Int32] = [:]
  private var ids: [String] = []
  private var labels: [String?] = []
  private var groups: [String?] = []
  private var edges: [Edge] = []
  /// Where the nodes stand, if attributes of nodes are asked for.
  private var places: [Int] = []
  private var nodeColumns: AttributeColumns
  private var edgeColumns: AttributeColumns

  /// An empty graph, of which the attributes `names` are read; `locate` finds the location of a place.
  init(_ text: GraphText, _ names: AttributeNames, locate: @escaping (Int) -> Location) {
    self.text = text
    self.locate = locate
    nodeColumns = AttributeColumns(names.nodes, of: "node")
    edgeColumns = AttributeColumns(names.edges, of: "edge")
  }

  /// Adds a node and returns its index. Throws if its id is taken.
  @discardableResult
  mutating func addNode(
    _ id: String, label: String? = nil, group: String? = nil, at place: Int
  ) throws(Diagnostic) -> Int {
    guard nodes[id] == nil else {
      throw Diagnostic(
        "there is already a node with the id '\(id.excerpt)'; give every node an id of its own",
        at: locate(place))
    }
    nodes[id] = Int32(ids.count)
    ids.append(id)
    labels.append(label)
    groups.append(group)
    if nodeColumns.isWanted { places.append(place) }
    return ids.count - 1
  }

  /// Sets label and group of the node with `index`.
  mutating func describe(_ index: Int, label: String?, group: String?) {
    labels[index] = label
    groups[index] = group
  }

  /// Adds an edge between nodes that may be added later.
  mutating func addEdge(
    from source: String, to target: String, weight: Double? = nil, at place: Int
  ) {
    edges.append(Edge(source: source, target: target, weight: weight, place: place))
  }

  /// Takes `values` as attributes of the node with `index`: their names, texts and places.
  mutating func describe(
    _ index: Int, by values: @autoclosure () -> [(name: String, text: String, place: Int)]
  ) throws(Diagnostic) {
    guard nodeColumns.isWanted else { return }
    for value in values() where value.name != "id" {
      try nodeColumns.take(value.text, of: value.name, at: index, locate(value.place))
    }
  }

  /// Takes `values` as attributes of the last edge: their names, texts and places.
  mutating func describeLastEdge(
    by values: @autoclosure () -> [(name: String, text: String, place: Int)]
  ) throws(Diagnostic) {
    guard edgeColumns.isWanted else { return }
    for value in values() where !["id", "source", "target"].contains(value.name) {
      try edgeColumns.take(value.text, of: value.name, at: edges.count - 1, locate(value.place))
    }
  }

  /// The graph. Throws if it has no nodes, if an edge ends at none of them, or if an attribute that is
  /// asked for has gaps.
  ///
  /// Labels fall back to ids, and are left out where they only repeat the node's index. Weights
  /// that are missing are 1, groups are empty, if there are others.
  func graph() throws(Diagnostic) -> Graph {
    guard !ids.isEmpty else {
      throw text.error("no nodes found; a graph needs at least one", at: text.bytes.count)
    }
    var sources: [Int32] = []
    var targets: [Int32] = []
    for edge in edges {
      sources.append(try node(edge.source, edge))
      targets.append(try node(edge.target, edge))
    }
    let names = zip(labels, ids).map { $0 ?? $1 }
    let isNamed = names.enumerated().contains { $0.element != String($0.offset) }
    return try text.graph(
      nodeCount: ids.count, sources: sources, targets: targets,
      weights: edges.contains { $0.weight != nil } ? edges.map { $0.weight ?? 1 } : nil,
      labels: isNamed ? names : nil,
      groups: groups.contains { $0 != nil } ? groups.map { $0 ?? "" } : nil,
      nodeAttributes: nodeColumns.attributes(count: ids.count) { locate(places[$0]) },
      edgeAttributes: edgeColumns.attributes(count: edges.count) { locate(edges[$0].place) })
  }

  private func node(_ id: String, _ edge: Edge) throws(Diagnostic) -> Int32 {
    if let node = nodes[id] { return node }
    throw Diagnostic(
      "this edge ends at '\(id.excerpt)', which is no node; \(hint)", at: locate(edge.place))
  }
}

extension GraphText {
  /// The number that `string` writes; nil if it is none or not finite.
  static func finite(_ string: String) -> Double? {
    let trimmed =
      string.contains(where: \.isWhitespace) ? string.filter { !$0.isWhitespace } : string
    return Double(trimmed).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The error that `string` is no weight.
  static func noWeight(_ string: String, at location: Location) -> Diagnostic {
    Diagnostic("the weight '\(string.excerpt)' is not a finite number; write one", at: location)
  }
}
