import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct EdgeListFormat: GraphFormat {
  public static let extensions = ["edges", "txt", "csv", "tsv"]
  public static var isCertain: Bool { false }

  public init() {}

  public static let manual = Manual<Self>(
    "edge-list", "One line for each edge, with two nodes and an optional weight.",
    nodes:
      "Numbers or names. `base` makes all numbers up to the largest nodes. `nodes` names a table "
      + "with a line for each node.",
    edges:
      "Fields are separated by commas, semicolons or blanks; by tabs in a .tsv file, or if they separate "
      + "the names of columns. Lines that begin with # or % are skipped.",
    weights:
      "The third field of all edges, or the column `weight`, where an empty field, NA, NaN and null mean 1; "
      + "or {'weight': 7} after the nodes.",
    attributes: "Columns that the first line names, such as source,target,weight,length. `columns` "
      + "states the names if they are not the usual ones. Columns of the node table.",
    file: "source,target,weight\nann,bob,2\nbob,cy,1")

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph {
    try EdgeList.graph(from: GraphText(bytes, file: file), names, options)
  }
}

/// Reads edge lists. Nodes are numbers, in ascending order, or names, in order of appearance, also if both `01` and `1`
/// occur. The attributes of an edge may be a Python dictionary after the nodes, as of networkx: `0 1 {'weight': 7}`.
struct EdgeList {
  var scanner: FieldScanner
  var columns = EdgeListColumns()
  let options: EdgeListOptions
  private let names: AttributeNames
  private var weights: EdgeWeights
  /// Whether the column of weights has numbers, and not other text; nil before the first edge that has either.
  private var columnHasWeights: Bool?
  private var attributes: AttributeColumns
  /// The node numbers that are not written in the shortest form, as they are first written.
  private var spellings: [Int: String] = [:]
  /// How often they occur like that.
  private var spelledCount = 0
  private var count = 0

  static func graph(
    from text: GraphText, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph {
    var list = EdgeList(text, names, options)
    if let ends = list.plainNumbers() { return try list.graph(ofNumbers: ends) }
    try list.readHeader()
    if let nodes = options.nodes { return try list.graph(of: nodes) }
    if let ends = try list.numbers() { return try list.graph(ofNumbers: ends) }
    // Some node is not a number: read all nodes as names.
    list = EdgeList(text, names, options)
    try list.readHeader()
    return try list.graphOfNames()
  }

  private init(_ text: GraphText, _ names: AttributeNames, _ options: EdgeListOptions) {
    (self.names, self.options) = (names, options)
    scanner = FieldScanner(text)
    scanner.takesDictionary = true
    weights = EdgeWeights { text.location(at: $0) }
    attributes = AttributeColumns(.edge, names) { text.location(at: $0) }
  }

  var text: GraphText { scanner.text }

  /// The ends of all edges if nothing else is in the list or asked for; nil for all other lists, which
  /// are read line by line.
  private func plainNumbers() -> [Int]? {
    guard options.columns == TableColumns(), options.nodes == nil, names.edges.isEmpty,
      let ends = PlainEdges.numbers(in: text), !ends.isEmpty
    else { return nil }
    guard let base = options.base else { return ends }
    return ends.allSatisfy { $0 >= base && $0 - base < GraphText.nodeLimit } ? ends : nil
  }

  /// The ends of all edges; nil if no base is stated and a node is not a whole number from 0 to `Int.max`, or is written
  /// in two ways, as `01` and `1`.
  private mutating func numbers() throws(Diagnostic) -> [Int]? {
    var ends: [Int] = []
    while let fields = try nextEdge() {
      for field in fields {
        guard let number = scanner.whole(field) else {
          guard let base = options.base else { return nil }
          throw text.error(
            "'\(text.excerpt(field.range))' is not a whole number from 0 to \(Int.max); remove 'base: "
              + "\(base)' if nodes have names", at: field.range)
        }
        try check(number, field)
        ends.append(number)
        keepSpelling(of: number, field)
      }
    }
    let spelled = spellings.isEmpty ? 0 : ends.count { spellings[$0] != nil }
    return options.base == nil && spelled != spelledCount ? nil : ends
  }

  private mutating func keepSpelling(of number: Int, _ field: FieldScanner.Field) {
    let first = text.bytes[field.range.lowerBound]
    guard field.range.count > 1, !(Byte.digits.lowerBound + 1...Byte.digits.upperBound ~= first)
    else { return }
    let spelling = text.string(field.range)
    if spellings[number] == nil { spellings[number] = spelling }
    if spellings[number] == spelling { spelledCount += 1 }
  }

  private func check(_ number: Int, _ field: FieldScanner.Field) throws(Diagnostic) {
    guard let base = options.base else { return }
    guard number >= base else {
      throw text.error(
        "node \(number) is less than the base \(base); set 'base: 0' if nodes count from 0",
        at: field.range)
    }
    guard number - base < GraphText.nodeLimit else {
      throw text.error(
        "node \(number) exceeds the limit of \(GraphText.nodeLimit) nodes; remove 'base: \(base)' "
          + "to skip unused numbers", at: field.range)
    }
  }

  private func graph(ofNumbers ends: [Int]) throws(Diagnostic) -> Graph {
    guard !ends.isEmpty else { throw noEdges }
    let nodes = options.base.map { NodeNumbers(ends, from: $0) } ?? NodeNumbers(ends)
    let labels = nodes.isIdentity ? nil : nodes.numbers.map(String.init)
    var ids = labels.map { NodeIDs($0, areNumbers: true) }
    if !spellings.isEmpty { ids = NodeIDs(nodes.numbers.map { spellings[$0] ?? String($0) }) }
    return try graph(nodes.numbers.count, ends: nodes.places, labels: labels, ids: ids)
  }

  private mutating func graph(of table: NodeTable) throws(Diagnostic) -> Graph {
    var ends: [Int32] = []
    while let fields = try nextEdge() {
      for field in fields {
        let name = scanner.string(field)
        guard let node = table.node(name) else {
          throw text.error(
            "unknown node '\(name.excerpt)'; add it to \(table.text.file)", at: field.range)
        }
        ends.append(node)
      }
    }
    let labels = zip(table.labels, table.ids).map { $0 ?? $1 }
    let isNamed = labels.enumerated().contains { $0.element != String($0.offset) }
    return try graph(
      table.ids.count, ends: ends, labels: isNamed ? labels : nil, ids: table.nodeIDs,
      groups: table.groupNames, nodeAttributes: table.attributes)
  }

  private mutating func graphOfNames() throws(Diagnostic) -> Graph {
    var labels: [String] = []
    var nodes: [UTF8Key: Int32] = [:]
    var ends: [Int32] = []
    while let fields = try nextEdge() {
      for field in fields {
        let name = scanner.string(field)
        let node = nodes[UTF8Key(name)] ?? Int32(labels.count)
        if Int(node) == labels.count {
          nodes[UTF8Key(name)] = node
          labels.append(name)
        }
        ends.append(node)
      }
    }
    guard !ends.isEmpty else { throw noEdges }
    return try graph(labels.count, ends: ends, labels: labels, ids: NodeIDs(labels))
  }

  private func graph(
    _ nodeCount: Int, ends: [Int32], labels: [String]?, ids: NodeIDs?, groups: [String]? = nil,
    nodeAttributes: Attributes = Attributes()
  ) throws(Diagnostic) -> Graph {
    let count = ends.count / 2
    let weights = try weights.all(count)
    let edgeAttributes = try attributes.attributes()
    return try text.graph { () throws(ParameterError) in
      try Graph(
        nodeCount: nodeCount, sources: (0..<count).map { ends[2 * $0] },
        targets: (0..<count).map { ends[2 * $0 + 1] }, weights: weights, labels: labels,
        groups: groups, nodeAttributes: nodeAttributes, edgeAttributes: edgeAttributes, ids: ids)
    }
  }

  private var noEdges: Diagnostic {
    text.error("no edges found; write a line with two nodes for each edge", at: text.bytes.count)
  }
}

extension EdgeList {
  /// Reads the next edge and returns the fields of its nodes; nil at the end of the text.
  private mutating func nextEdge() throws(Diagnostic) -> [FieldScanner.Field]? {
    guard scanner.advance() else { return nil }
    try scanner.split()
    guard let source = scanner.field(columns.source), let target = scanner.field(columns.target)
    else {
      let separation = scanner.separator.map { "'\(Character(Unicode.Scalar($0)))'" } ?? "blanks"
      throw text.error(
        "an edge must be two nodes separated by \(separation), as in the first line; found "
          + "'\(text.excerpt(scanner.line))'", at: scanner.fields.last?.range ?? scanner.line)
    }
    if !columns.names.isEmpty,
      let extra = scanner.fields.dropFirst(columns.names.count).first(where: { !$0.range.isEmpty })
    {
      throw scanner.surplus(of: "this edge", over: columns.names.count, at: extra)
    }
    for field in [source, target] where field.range.isEmpty {
      throw text.error("this node has no name; add its number or name", at: field.range)
    }
    try takeWeight()
    attributes.addItem(at: scanner.line.lowerBound)
    if attributes.isWanted { try takeAttributes() }
    if let range = scanner.dictionary { try takeDictionary(range) }
    count += 1
    return [source, target]
  }

  private mutating func takeWeight() throws(Diagnostic) {
    guard let column = columns.weight else { return }
    let field = scanner.field(column)
    let weight = field.flatMap { scanner.number($0) }
    let isMissing =
      weight?.isFinite != true
      && field.map { $0.range.isEmpty || scanner.string($0).isMissingNumber } ?? true
    guard columns.names.isEmpty || !isMissing else { return }
    let place = field?.range ?? scanner.line
    let isOtherText = weight == nil && field.map { mustBeWeight($0.range, column) } ?? false
    guard !isOtherText, columnHasWeights == nil || columnHasWeights == (weight != nil) else {
      throw text.error(
        weight == nil
          ? field.map { "the weight must be a number, found '\(text.excerpt($0.range))'" }
            ?? "this edge has no weight, but the first edge has one; add a number"
          : "this edge has a weight, but the first edge has none; add one to all edges or to none",
        at: place)
    }
    columnHasWeights = weight != nil
    guard let weight else { return }
    guard weight.isFinite else {
      throw text.error("the weight must be finite, found '\(text.excerpt(place))'", at: place)
    }
    weights.set(weight, of: count)
  }

  /// Whether the text is to be a weight: because the column was named as that of the weights, or is called so and
  /// weights are requested or the text has digits. A column `value`, or a third one without a name, may have others.
  private func mustBeWeight(_ range: Range<Int>, _ column: Int) -> Bool {
    guard options.columns.weight.isEmpty else { return true }
    return column < columns.names.count && columns.names[column].lowercased() == "weight"
      && (names.edges.contains("weight") || text.bytes[range].contains(where: Byte.digits.contains))
  }

  private mutating func takeAttributes() throws(Diagnostic) {
    for (column, name) in columns.names.enumerated()
    where !name.isEmpty && column != columns.source && column != columns.target {
      let field = scanner.field(column)
      let place = (field?.range ?? scanner.line).lowerBound
      guard let field, !field.range.isEmpty else {
        guard attributes.requires(name) else { continue }
        throw text.error("this edge has no attribute \(name); add it", at: place)
      }
      try attributes.take(
        AttributeValue(name: name, text: scanner.string(field), place: place), of: count)
    }
  }

  private mutating func takeDictionary(_ range: Range<Int>) throws(Diagnostic) {
    let values = try PythonDictionary.entries(of: range, in: text)
    try weights.take(
      weight: values.first { $0.name == "weight" }, value: values.first { $0.name == "value" },
      of: count)
    guard attributes.isWanted else { return }
    for value in values { try attributes.take(value, of: count) }
  }
}
