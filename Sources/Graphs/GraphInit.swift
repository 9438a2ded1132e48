import ForceLabPlugins
import ForceLabSettings

extension Graph {
  /// The maximum number of edges, including self loops and duplicates.
  public static let edgeLimit = 1 << 29
  /// The maximum number of nodes.
  public static let nodeLimit = 1 << 30

  /// A graph of the nodes 0 ..< `nodeCount` and the edges `sources[i]`–`targets[i]`, with a weight for
  /// each edge, and an id, a label and a group for each node. `remark` is the first part of its note.
  ///
  /// Drops and counts self loops and duplicate edges, in either direction. Throws if an edge ends
  /// outside the nodes, if the lengths of two lists differ, if a number is not finite, or if there
  /// are too many nodes or edges. Cost: linear in nodes and edges.
  public init(
    nodeCount: Int, sources: [Int32], targets: [Int32], weights: [Double]? = nil,
    labels: [String]? = nil, groups: [String]? = nil, nodeAttributes: Attributes = Attributes(),
    edgeAttributes: Attributes = Attributes(), ids: NodeIDs? = nil, remark: String? = nil
  ) throws(ParameterError) {
    try Self.check(nodeCount, sources, targets, weights, labels, groups)
    try Self.checkCount(ids?.texts.count, of: "ids", are: nodeCount, "nodes")
    try Self.check(nodeAttributes, of: "nodes", count: nodeCount)
    try Self.check(edgeAttributes, of: "edges", count: sources.count)
    let kept = SimpleEdges(nodeCount: nodeCount, sources: sources, targets: targets)
    self.nodeCount = nodeCount
    droppedSelfLoops = kept.selfLoops
    droppedDuplicates = kept.duplicates
    self.sources = kept.select(sources)
    self.targets = kept.select(targets)
    self.weights = weights.map(kept.select)
    self.ids = ids
    self.labels = labels
    self.groups = groups
    self.remark = remark
    self.nodeAttributes = nodeAttributes
    self.edgeAttributes = kept.kept.map(edgeAttributes.selecting) ?? edgeAttributes
    (offsets, neighbors, _) = Self.rows(nodeCount, self.sources, self.targets)
  }

  /// A graph of the nodes 0 ..< `nodeCount` and `edges`: `Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])`.
  public init(
    nodeCount: Int, edges: some Sequence<(Int, Int)>, weights: [Double]? = nil,
    labels: [String]? = nil, groups: [String]? = nil
  ) throws(ParameterError) {
    var sources: [Int32] = []
    var targets: [Int32] = []
    sources.reserveCapacity(edges.underestimatedCount)
    targets.reserveCapacity(edges.underestimatedCount)
    for (source, target) in edges {
      // A number that does not fit is outside 0 ..< nodeCount, like −1.
      sources.append(Int32(exactly: source) ?? -1)
      targets.append(Int32(exactly: target) ?? -1)
    }
    try self.init(
      nodeCount: nodeCount, sources: sources, targets: targets, weights: weights, labels: labels,
      groups: groups)
  }

  /// The nodes and edges of `whole` with these numbers, in that order, with their ids and attributes.
  /// `nodes` include the ends of all `edges`. Cost: linear.
  init(_ whole: Graph, nodes: [Int], edges: [Int], remark: String?) {
    var numbers = [Int32](repeating: -1, count: whole.nodeCount)
    for (number, node) in nodes.enumerated() { numbers[node] = Int32(number) }
    nodeCount = nodes.count
    sources = edges.map { numbers[Int(whole.sources[$0])] }
    targets = edges.map { numbers[Int(whole.targets[$0])] }
    weights = whole.weights.map { weights in edges.map { weights[$0] } }
    ids = whole.ids.map { ids in NodeIDs(nodes.map { ids.texts[$0] }, areNumbers: ids.areNumbers) }
    labels = whole.labels.map { labels in nodes.map { labels[$0] } }
    groups = whole.groups.map { groups in nodes.map { groups[$0] } }
    nodeAttributes = whole.nodeAttributes.selecting(nodes)
    edgeAttributes = whole.edgeAttributes.selecting(edges)
    (offsets, neighbors, _) = Self.rows(nodeCount, sources, targets)
    isDirected = whole.isDirected
    (droppedSelfLoops, droppedDuplicates) = (whole.droppedSelfLoops, whole.droppedDuplicates)
    self.remark = remark
  }

  /// This graph with other identifiers, one for each node.
  package func withIDs(_ ids: NodeIDs) -> Graph {
    var copy = self
    copy.ids = ids
    return copy
  }

  private static func check(
    _ nodeCount: Int, _ sources: [Int32], _ targets: [Int32], _ weights: [Double]?,
    _ labels: [String]?, _ groups: [String]?
  ) throws(ParameterError) {
    guard nodeCount >= 0, nodeCount <= nodeLimit else {
      throw ParameterError("the number of nodes must be 0 to \(nodeLimit), found \(nodeCount)")
    }
    guard sources.count <= edgeLimit else {
      throw ParameterError(
        "the number of edges must be at most \(edgeLimit), found \(sources.count)")
    }
    try checkCount(targets.count, of: "targets", are: sources.count, "edges")
    try checkCount(weights?.count, of: "weights", are: sources.count, "edges")
    try checkCount(labels?.count, of: "labels", are: nodeCount, "nodes")
    try checkCount(groups?.count, of: "groups", are: nodeCount, "nodes")
    let nodes = 0..<Int32(nodeCount)
    for edge in sources.indices
    where !nodes.contains(sources[edge]) || !nodes.contains(targets[edge]) {
      throw ParameterError("edge \(edge) ends outside the nodes 0 ..< \(nodeCount)")
    }
    if let edge = weights?.firstIndex(where: { !$0.isFinite }) {
      throw ParameterError("the weight of edge \(edge) is not finite")
    }
  }

  private static func check(_ attributes: Attributes, of wholes: String, count: Int)
    throws(ParameterError)
  {
    for (name, values) in attributes.values {
      try checkCount(values.count, of: "values of '\(name)'", are: count, wholes)
      guard values.contains(where: { !$0.isFinite }) else { continue }
      throw ParameterError("a value of '\(name)' is not finite")
    }
    for column in attributes.columns {
      try checkCount(column.values.count, of: "values of '\(column.name)'", are: count, wholes)
    }
  }

  private static func checkCount(
    _ count: Int?, of parts: String, are wholes: Int, _ whole: String
  ) throws(ParameterError) {
    if let count, count != wholes {
      throw ParameterError("found \(count) \(parts) for \(wholes) \(whole); give one for each")
    }
  }

  /// Compressed sparse rows of both directions of the edges; weights only if the edges have some.
  package static func rows(
    _ nodeCount: Int, _ sources: [Int32], _ targets: [Int32], _ weights: [Double]? = nil
  ) -> (offsets: [Int32], neighbors: [Int32], weights: [Double]) {
    var offsets = [Int32](repeating: 0, count: nodeCount + 1)
    for edge in sources.indices {
      offsets[Int(sources[edge]) + 1] += 1
      offsets[Int(targets[edge]) + 1] += 1
    }
    for node in 0..<nodeCount { offsets[node + 1] += offsets[node] }
    var next = offsets
    var neighbors = [Int32](repeating: 0, count: 2 * sources.count)
    var rowWeights = [Double](repeating: 0, count: weights == nil ? 0 : neighbors.count)
    for edge in sources.indices {
      let (a, b) = (Int(sources[edge]), Int(targets[edge]))
      let (toB, toA) = (Int(next[a]), Int(next[b]))
      (neighbors[toB], neighbors[toA]) = (Int32(b), Int32(a))
      if let weights { (rowWeights[toB], rowWeights[toA]) = (weights[edge], weights[edge]) }
      next[a] += 1
      next[b] += 1
    }
    return (offsets, neighbors, rowWeights)
  }
}

extension Graph {
  /// A graph of an app's own data: a node for each of `nodes`, numbered in their order, such as the identifiers
  /// of its records, and an edge for each pair of them. Throws if a node occurs twice, or if the end of an edge is
  /// not among the nodes. Cost: linear.
  public init<Node: Hashable>(
    nodes: [Node], edges: some Sequence<(Node, Node)>, weights: [Double]? = nil,
    labels: [String]? = nil
  ) throws(ParameterError) {
    let numbers = Dictionary(firstOf: zip(nodes, nodes.indices))
    guard numbers.count == nodes.count else {
      throw ParameterError("the nodes must differ, but one occurs twice", parameter: "nodes")
    }
    func number(_ node: Node) throws(ParameterError) -> Int {
      if let number = numbers[node] { return number }
      throw ParameterError(
        "the end '\("\(node)".excerpt)' of an edge is not among the nodes; add it",
        parameter: "edges")
    }
    var pairs: [(Int, Int)] = []
    for (source, target) in edges { pairs.append((try number(source), try number(target))) }
    try self.init(nodeCount: nodes.count, edges: pairs, weights: weights, labels: labels)
  }
}
