import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct METISFormat: GraphFormat {
  public static let extensions = ["graph", "metis"]

  public init() {}

  public static let manual = Manual<Self>(
    "metis", "The neighbors of each node, as in Walshaw's and the DIMACS 10 collection.",
    nodes: "The lines after the first: line 1 is node 0 and has the id 1.",
    edges: "The neighbors in a line. Each edge is in the lines of both its nodes.",
    weights: "Those of the edges, if the first line declares them (a format that ends with 1).",
    attributes: "None: sizes and weights of nodes are ignored.", file: "3 2\n2\n1 3\n2",
    source: "G. Karypis, “METIS: a software package for partitioning unstructured graphs”, 2013.")

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph { try METIS.graph(from: GraphText(bytes, file: file)) }
}

/// Reads METIS files. The first line has the numbers of nodes and edges, and optionally a format of three digits (sizes of
/// nodes, weights of nodes, weights of edges) and the number of weights of each node.
struct METIS {
  private var scanner: FieldScanner
  private var edgeCount = 0
  private var hasEdgeWeights = false
  /// The numbers before the neighbors of a node.
  private var skipped = 0
  private var sources: [Int32] = []
  private var targets: [Int32] = []
  private var weights: [Double] = []
  /// Where the line of each node begins.
  private var places: [Int] = []
  /// The neighbors of each node in turn, sorted by their numbers and the weights of the edges.
  private var neighbors: [(node: Int32, weight: Double)] = []
  /// For each node, its part of `neighbors`.
  private var rows: [Range<Int>] = []

  static func graph(from text: GraphText) throws(Diagnostic) -> Graph {
    var reader = METIS(scanner: FieldScanner(text))
    return try reader.read(nodeCount: reader.readSize())
  }

  private mutating func readSize() throws(Diagnostic) -> Int {
    let text = scanner.text
    guard scanner.advance() else {
      throw text.error("no line with the numbers of nodes and edges found", at: text.bytes.count)
    }
    scanner.skipsBlankLines = false
    try scanner.split()
    let fields = scanner.fields
    guard (2...4).contains(fields.count) else {
      throw text.error(
        "the first line must be 'nodes edges', 'nodes edges format' or 'nodes edges format "
          + "weights', found '\(text.excerpt(scanner.line))'", at: scanner.line)
    }
    let nodeCount = try scanner.whole(
      fields[0], in: 1...GraphText.nodeLimit,
      "the number of nodes must be 1 to \(GraphText.nodeLimit)")
    edgeCount = try scanner.whole(
      fields[1], in: 0...Int(Int32.max), "the number of edges must be 0 to \(Int32.max)")
    guard fields.count > 2 else { return nodeCount }
    let digits = text.string(fields[2].range)
    guard digits.count <= 3, digits.allSatisfy({ $0 == "0" || $0 == "1" }) else {
      throw text.error(
        "the format must be up to three digits 0 or 1, found '\(digits.excerpt)'",
        at: fields[2].range)
    }
    let declares = Array(String(repeating: "0", count: 3 - digits.count) + digits).map { $0 == "1" }
    let weights =
      try fields.count > 3
      ? scanner.whole(fields[3], in: 1...1000, "the weights of a node must be 1 to 1000") : 1
    skipped = (declares[0] ? 1 : 0) + (declares[1] ? weights : 0)
    hasEdgeWeights = declares[2]
    return nodeCount
  }

  private mutating func read(nodeCount: Int) throws(Diagnostic) -> Graph {
    let text = scanner.text
    for node in 1...nodeCount {
      guard scanner.advance() else {
        throw text.error(
          "expected a line for each of \(nodeCount) nodes, found \(node - 1); the file may be "
            + "truncated", at: text.bytes.count)
      }
      try readNeighbors(of: node, nodeCount)
    }
    scanner.skipsBlankLines = true
    guard !scanner.advance() else {
      throw text.error(
        "expected a line for each of \(nodeCount) nodes, found more; correct the first line",
        at: scanner.line)
    }
    try checkSymmetry()
    guard sources.count == edgeCount else {
      throw text.error(
        "expected \(edgeCount) edges, found \(sources.count); correct the first line",
        at: text.bytes.count)
    }
    let ids = NodeIDs((1...nodeCount).map(String.init), areNumbers: true)
    let (sources, targets, weights) = (sources, targets, hasEdgeWeights ? weights : nil)
    return try text.graph { () throws(ParameterError) in
      try Graph(
        nodeCount: nodeCount, sources: sources, targets: targets, weights: weights, ids: ids)
    }
  }

  private mutating func readNeighbors(of node: Int, _ nodeCount: Int) throws(Diagnostic) {
    let text = scanner.text
    try scanner.split()
    let fields = scanner.fields.dropFirst(skipped)
    let step = hasEdgeWeights ? 2 : 1
    guard scanner.fields.count >= skipped, fields.count % step == 0 else {
      throw text.error(
        "a line must have \(skipped > 0 ? "\(skipped) numbers and then " : "")neighbors"
          + "\(hasEdgeWeights ? " with weights" : ""), found '\(text.excerpt(scanner.line))'",
        at: scanner.line)
    }
    for field in scanner.fields.prefix(skipped) {
      _ = try scanner.whole(
        field, in: 0...Int.max, "a size or weight of a node must be a whole number, 0 or more")
    }
    var row: [(node: Int32, weight: Double)] = []
    for place in stride(from: fields.startIndex, to: fields.endIndex, by: step) {
      let neighbor = try scanner.whole(
        fields[place], in: 1...nodeCount, "a neighbor must be 1 to \(nodeCount)")
      let weight = try hasEdgeWeights ? scanner.finite(fields[place + 1], "a weight") : 1
      row.append((Int32(neighbor - 1), weight))
      if neighbor >= node {
        sources.append(Int32(node - 1))
        targets.append(Int32(neighbor - 1))
        weights.append(weight)
      }
    }
    places.append(scanner.line.lowerBound)
    rows.append(neighbors.count..<neighbors.count + row.count)
    // Parallel edges may be in any order, so both lines have them by their weights.
    neighbors += row.sorted { ($0.node, $0.weight) < ($1.node, $1.weight) }
  }

  /// Throws if not all edges are in the lines of both their nodes. As the neighbors are sorted, the next neighbor of a
  /// neighbor is this node.
  private func checkSymmetry() throws(Diagnostic) {
    var open = rows
    for (node, row) in rows.enumerated() {
      for neighbor in neighbors[row] {
        let other = Int(neighbor.node)
        let match = open[other].first.map { neighbors[$0] }
        guard let match, match.node <= node else { throw oneSided(node, other) }
        guard match.node == node else { throw oneSided(other, Int(match.node)) }
        guard match.weight == neighbor.weight else {
          throw scanner.text.error(
            "this edge has the weight \(match.weight.shortText) here, and "
              + "\(neighbor.weight.shortText) in the line of node \(node + 1); make them equal",
            at: places[other])
        }
        open[other] = open[other].dropFirst()
      }
    }
  }

  /// The error of an edge that the line of `node` has, and that of `other` lacks.
  private func oneSided(_ node: Int, _ other: Int) -> Diagnostic {
    scanner.text.error(
      "the line of node \(node + 1) has node \(other + 1), but that of \(other + 1) lacks "
        + "\(node + 1); each edge is in the lines of both its nodes", at: places[max(node, other)])
  }
}
