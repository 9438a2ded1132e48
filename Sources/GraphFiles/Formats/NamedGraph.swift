import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// Collects nodes with ids, and edges between ids, while a graph is read.
/// Places in the text are numbers that `locate` turns into locations.
struct NamedGraph {
  /// The id of a node. In JSON, the number 1 and the text "1" are two ids, as in networkx.
  struct ID: Hashable {
    let text: UTF8Key
    var isNumber = false

    init(_ text: String, isNumber: Bool = false) {
      (self.text, self.isNumber) = (UTF8Key(text), isNumber)
    }

    /// The id of the same text and the other kind.
    fileprivate var other: ID { ID(text.text, isNumber: !isNumber) }
  }

  private let text: GraphText
  private let locate: (Int) -> Location
  var hint = "use the id of a node"
  private var nodes: [ID: Int32] = [:]
  private var ids: [String] = []
  private var numberCount = 0
  /// Whether the file has ids as numbers.
  var idsAreNumbers = false
  /// Whether the attributes `id` of a node, and `source` and `target` of an edge, are those that make the graph.
  var valuesHaveIDs = false
  /// Whether the attribute `value` of a node is its group, and that of an edge its weight, if they have no other.
  var valuesAreGroups = false
  var valuesAreWeights = true
  /// What was changed while the graph was read; nil if nothing.
  var remark: String?
  var isDirected = false
  /// Whether the readers of formats add the lines of edges as paths.
  let readsRoutes: Bool
  private var labels: [String?] = []
  private var groups: [String?] = []
  private var edges: [(source: ID, target: ID, place: Int)] = []
  private var weights: EdgeWeights
  private var nodeColumns: AttributeColumns
  private var edgeColumns: AttributeColumns

  init(_ text: GraphText, _ names: AttributeNames, locate: @escaping (Int) -> Location) {
    self.text = text
    self.locate = locate
    readsRoutes = names.readsRoutes
    weights = EdgeWeights(locate: locate)
    nodeColumns = AttributeColumns(.node, names, locate: locate)
    edgeColumns = AttributeColumns(.edge, names, locate: locate)
  }

  /// Returns its index. `written` is the id as the file has it, if the same id can be written in several ways. Of a
  /// number and a text that read the same, the text is kept in quotes. Throws if another node has the same id.
  @discardableResult
  mutating func addNode(_ id: ID, written: String? = nil, at place: Int) throws(Diagnostic) -> Int {
    guard nodes[id] == nil else {
      throw Diagnostic(
        "another node has the id '\(id.text.text.excerpt)' too; ids must be unique",
        at: locate(place))
    }
    // Most files have ids of one kind.
    let other = (id.isNumber ? numberCount < ids.count : numberCount > 0) ? nodes[id.other] : nil
    if let other = other.map({ Int($0) }), id.isNumber {
      labels[other] = labels[other] ?? ids[other]
      ids[other] = "\"\(ids[other])\""
    }
    let isQuoted = !id.isNumber && other != nil
    if id.isNumber { numberCount += 1 }
    nodes[id] = Int32(ids.count)
    ids.append(written ?? (isQuoted ? "\"\(id.text.text)\"" : id.text.text))
    // The label is the plain text.
    labels.append(isQuoted || written != nil ? id.text.text : nil)
    groups.append(nil)
    nodeColumns.addItem(at: place)
    return ids.count - 1
  }

  /// Records the label, the group and the requested attributes of the node `index`.
  mutating func describe(_ index: Int, label: String? = nil, by values: AttributeValues)
    throws(Diagnostic)
  {
    labels[index] = label ?? values.first("label", "name")?.text ?? labels[index]
    groups[index] =
      (values.first("group", "community", "club")
      ?? (valuesAreGroups ? values.first("value") : nil))?
      .text
    guard nodeColumns.isWanted else { return }
    for value in values.all where !value.isOfList && !(valuesHaveIDs && value.name == "id") {
      try nodeColumns.take(value, of: index)
    }
  }

  /// Adds an edge, whose nodes may be added later. Throws if its weight is not a finite number.
  mutating func addEdge(
    from source: ID, to target: ID, _ values: AttributeValues, at place: Int
  ) throws(Diagnostic) {
    try weights.take(
      weight: values.first("weight"), value: valuesAreWeights ? values.first("value") : nil,
      of: edges.count)
    edges.append((source, target, place))
    edgeColumns.addItem(at: place)
    guard edgeColumns.isWanted else { return }
    for value in values.all
    where !value.isOfList && !(valuesHaveIDs && ["source", "target"].contains(value.name)) {
      try edgeColumns.take(value, of: edges.count - 1)
    }
  }

  /// Throws if there are no nodes, if an edge ends at an unknown node, or if only some items have a
  /// requested attribute. Missing labels are ids, but there are no labels if all are the indexes of
  /// their nodes. Missing weights are 1 and missing groups empty, unless all are missing.
  func graph() throws(Diagnostic) -> Graph {
    guard !ids.isEmpty else {
      throw text.error("no nodes found; a graph must have at least one", at: text.bytes.count)
    }
    var sources: [Int32] = []
    var targets: [Int32] = []
    for edge in edges {
      sources.append(try node(edge.source, at: edge.place))
      targets.append(try node(edge.target, at: edge.place))
    }
    let names = zip(labels, ids).map { $0 ?? $1 }
    func areIndexes(_ texts: [String]) -> Bool {
      texts.enumerated().allSatisfy { $0.element == String($0.offset) }
    }
    let weights = try weights.all(edges.count)
    let (nodeAttributes, edgeAttributes) = (
      try nodeColumns.attributes(), try edgeColumns.attributes()
    )
    var graph = try text.graph { () throws(ParameterError) in
      try Graph(
        nodeCount: ids.count, sources: sources, targets: targets, weights: weights,
        labels: areIndexes(names) ? nil : names,
        groups: groups.contains { $0 != nil } ? groups.map { $0 ?? "" } : nil,
        nodeAttributes: nodeAttributes, edgeAttributes: edgeAttributes,
        ids: areIndexes(ids) && idsAreNumbers ? nil : NodeIDs(ids, areNumbers: idsAreNumbers),
        remark: remark)
    }
    graph.isDirected = isDirected
    return graph
  }

  private func node(_ id: ID, at place: Int) throws(Diagnostic) -> Int32 {
    // Some programs write the ids of nodes as numbers, and the ends of edges as text.
    if let node = nodes[id] ?? nodes[id.other] { return node }
    throw Diagnostic(
      "unknown node '\(id.text.text.excerpt)' at an end of this edge; \(hint)", at: locate(place))
  }
}
