import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct EdgeListFormat: GraphFormat {
  public static let extensions = ["edges", "txt", "csv", "tsv"]
  public static var isCertain: Bool { false }
  public static var takesEdgeListOptions: Bool { true }

  public init() {}

  public static let manual = Manual<Self>(
    "edge-list", "One line for each edge, with two nodes and an optional weight.",
    nodes:
      "Numbers or names. `base` makes all numbers up to the largest nodes. `nodes` names a table "
      + "with a line for each node.",
    edges: "Fields are separated by commas or by blanks. Lines that begin with # or % are skipped.",
    weights: "The third field, or the column `weight`; or {'weight': 7} after the nodes.",
    attributes: "Columns that the first line names, such as source,target,weight,length. `columns` "
      + "states the names if they are not the usual ones. Columns of the node table.",
    file: "source,target,weight\nann,bob,2\nbob,cy,1")

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph {
    try EdgeList.graph(from: GraphText(bytes, file: file), names, options)
  }
}

/// Reads edge lists: one line for each edge, with two nodes and an optional weight.
/// Fields are separated by commas or semicolons if the first line has any, else by blanks. A first
/// line such as `source,target,weight` names the columns; named columns can be read as attributes. A
/// table can give the nodes and their attributes. Blank lines and lines that begin with `#` or `%` are
/// skipped. Nodes are numbers, in ascending order, or names, in order of appearance. The attributes of
/// an edge may also be a Python dictionary after the nodes, as networkx writes: `0 1 {'weight': 7}`.
struct EdgeList {
  var scanner: FieldScanner
  private let base: Int?
  var columns = EdgeListColumns()
  /// Whether the first edge has a weight, and so all edges must have one.
  private var isWeighted: Bool?
  private var weights: [Double] = []
  private var dictionaryWeights: EdgeWeights
  private var attributes: AttributeColumns
  private let names: AttributeNames
  let stated: TableColumns
  /// The node numbers that are not written in the shortest form, as they are first written.
  private var spellings: [Int: String] = [:]
  private var count = 0
  /// The offset of each edge, if attributes are requested.
  private var places: [Int] = []

  static func graph(
    from text: GraphText, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph {
    var list = EdgeList(text, base: options.base, names, options.columns)
    if let nodes = options.nodes { return try list.graph(of: nodes) }
    if let ends = list.plainNumbers() { return try list.graph(ofNumbers: ends) }
    if let ends = try list.numbers() { return try list.graph(ofNumbers: ends) }
    // Some node is not a number: read all nodes as names.
    list = EdgeList(text, base: nil, names, options.columns)
    return try list.graphOfNames()
  }

  private init(_ text: GraphText, base: Int?, _ names: AttributeNames, _ columns: TableColumns) {
    stated = columns
    scanner = FieldScanner(text)
    scanner.takesDictionary = true
    dictionaryWeights = EdgeWeights { text.location(at: $0) }
    self.base = base
    self.names = names
    attributes = AttributeColumns(names.edges, keepsAll: names.keepsAll, of: "edge")
  }

  var text: GraphText { scanner.text }

  private var endFields: [FieldScanner.Field] {
    [scanner.fields[columns.source], scanner.fields[columns.target]]
  }

  /// The ends of all edges if nothing else is in the list or asked for; nil for all other lists, which
  /// are read line by line.
  private func plainNumbers() -> [Int]? {
    guard stated == TableColumns(), names.edges.isEmpty,
      let ends = PlainEdges.numbers(in: text), !ends.isEmpty
    else { return nil }
    guard let base else { return ends }
    return ends.allSatisfy { $0 >= base && $0 - base < GraphText.nodeLimit } ? ends : nil
  }

  private mutating func numbers() throws(Diagnostic) -> [Int]? {
    var ends: [Int] = []
    try readHeader()
    while try nextEdge() {
      for field in endFields {
        switch scanner.whole(field) {
        case .number(let number):
          try check(number, field)
          ends.append(number)
          keepSpelling(of: number, field)
        case .outOfRange:
          throw text.error(
            "a node number must be 0 to \(Int.max), found '\(text.excerpt(field.range))'",
            at: field.range)
        case .notANumber:
          guard let base else { return nil }
          throw text.error(
            "'\(text.excerpt(field.range))' is not a number; remove 'base: \(base)' if nodes have "
              + "names", at: field.range)
        }
      }
    }
    return ends
  }

  private mutating func keepSpelling(of number: Int, _ field: FieldScanner.Field) {
    let first = text.bytes[field.range.lowerBound]
    guard field.range.count > 1, !(Byte.digits.lowerBound + 1...Byte.digits.upperBound ~= first),
      spellings[number] == nil
    else { return }
    spellings[number] = text.string(field.range)
  }

  private func check(_ number: Int, _ field: FieldScanner.Field) throws(Diagnostic) {
    guard let base else { return }
    guard number >= base else {
      throw text.error(
        "node \(number) is less than the base \(base); set 'base: 0' if nodes count from 0",
        at: field.range)
    }
    let (place, overflow) = number.subtractingReportingOverflow(base)
    guard !overflow, place < GraphText.nodeLimit else {
      throw text.error(
        "node \(number) exceeds the limit of \(GraphText.nodeLimit) nodes; remove 'base: \(base)' "
          + "to skip unused numbers", at: field.range)
    }
  }

  private func graph(ofNumbers ends: [Int]) throws(Diagnostic) -> Graph {
    guard !ends.isEmpty else { throw noEdges }
    let nodes = base.map { NodeNumbers(ends, from: $0) } ?? NodeNumbers(ends)
    let labels = nodes.isIdentity ? nil : nodes.numbers.map(String.init)
    var ids = labels.map { NodeIDs($0, areNumbers: true) }
    if !spellings.isEmpty { ids = NodeIDs(nodes.numbers.map { spellings[$0] ?? String($0) }) }
    return try graph(
      nodeCount: nodes.numbers.count, ends: nodes.places, labels: labels, ids: ids)
  }

  private mutating func graph(of table: NodeTable) throws(Diagnostic) -> Graph {
    let text = text
    let ends = try ends { name, field throws(Diagnostic) in
      if let node = table.node(name) { return node }
      throw text.error(
        "unknown node '\(name.excerpt)'; add it to \(table.text.file)", at: field.range)
    }
    let labels = zip(table.labels, table.ids).map { $0 ?? $1 }
    let isNamed = labels.enumerated().contains { $0.element != String($0.offset) }
    return try graph(
      nodeCount: table.ids.count, ends: ends, labels: isNamed ? labels : nil,
      ids: table.nodeIDs, groups: table.groupNames, nodeAttributes: table.attributes)
  }

  private mutating func graphOfNames() throws(Diagnostic) -> Graph {
    var labels: [String] = []
    var nodes: [UTF8Key: Int32] = [:]
    let ends = try ends { name, _ throws(Diagnostic) in
      let key = UTF8Key(name)
      if let node = nodes[key] { return node }
      nodes[key] = Int32(labels.count)
      labels.append(name)
      return Int32(labels.count - 1)
    }
    guard !ends.isEmpty else { throw noEdges }
    return try graph(nodeCount: labels.count, ends: ends, labels: labels, ids: NodeIDs(labels))
  }

  /// The nodes of all edges, two for each.
  private mutating func ends(
    _ node: (String, FieldScanner.Field) throws(Diagnostic) -> Int32
  ) throws(Diagnostic) -> [Int32] {
    var ends: [Int32] = []
    try readHeader()
    while try nextEdge() {
      for field in endFields { ends.append(try node(scanner.string(field), field)) }
    }
    return ends
  }

  private func graph(
    nodeCount: Int, ends: [Int32], labels: [String]?, ids: NodeIDs?, groups: [String]? = nil,
    nodeAttributes: Attributes = Attributes()
  ) throws(Diagnostic) -> Graph {
    try text.graph(
      nodeCount: nodeCount, sources: (0..<ends.count / 2).map { ends[2 * $0] },
      targets: (0..<ends.count / 2).map { ends[2 * $0 + 1] },
      weights: isWeighted == true ? weights : dictionaryWeights.all(ends.count / 2), labels: labels,
      groups: groups, nodeAttributes: nodeAttributes,
      edgeAttributes: attributes.attributes(count: ends.count / 2) {
        text.location(at: places[$0])
      },
      ids: ids)
  }

  private var noEdges: Diagnostic {
    text.error("no edges found; write a line with two nodes for each edge", at: text.bytes.count)
  }
}

extension EdgeList {
  private mutating func nextEdge() throws(Diagnostic) -> Bool {
    guard scanner.advance() else { return false }
    try scanner.split()
    let fields = scanner.fields
    let needed = max(columns.source, columns.target) + 1
    guard fields.count >= needed else {
      let place = fields.last?.range.lowerBound ?? scanner.line.lowerBound
      let separation = scanner.separator.map { "'\(Character(Unicode.Scalar($0)))'" } ?? "blanks"
      throw text.error(
        "an edge must be two nodes separated by \(separation), as in the first line; found "
          + "'\(text.excerpt(scanner.line))'", at: place)
    }
    for field in endFields where field.range.isEmpty {
      throw text.error("this node has no name; add its number or name", at: field.range)
    }
    try takeWeight()
    try takeAttributes()
    try takeDictionary()
    count += 1
    return true
  }

  private mutating func takeWeight() throws(Diagnostic) {
    guard let column = columns.weight else { return }
    let field = column < scanner.fields.count ? scanner.fields[column] : nil
    let weight = field.flatMap { scanner.number($0) }
    let place = field?.range.lowerBound ?? scanner.line.lowerBound
    if isWeighted == nil { isWeighted = weight != nil }
    guard isWeighted == (weight != nil) else {
      throw text.error(
        weight == nil
          ? field.map { "the weight must be a number, found '\(text.excerpt($0.range))'" }
            ?? "this edge has no weight, but the first edge has one; add a number"
          : "this edge has a weight, but the first edge has none; add one to all edges or to none",
        at: place)
    }
    guard let weight else { return }
    guard weight.isFinite else {
      throw text.error("the weight must be finite, found '\(weight)'", at: place)
    }
    weights.append(weight)
  }

  private mutating func takeAttributes() throws(Diagnostic) {
    guard attributes.isWanted else { return }
    places.append(scanner.line.lowerBound)
    for (column, name) in columns.names.enumerated()
    where column != columns.source && column != columns.target {
      let field = column < scanner.fields.count ? scanner.fields[column] : nil
      let place = field?.range.lowerBound ?? scanner.line.lowerBound
      guard let field, !field.range.isEmpty else {
        guard names.edges.contains(name) else { continue }
        throw text.error("this edge has no attribute \(name); add it", at: place)
      }
      let text = text
      let value = AttributeValue(name: name, text: scanner.string(field), place: place)
      try attributes.take(value, at: count, text.location(at: place))
    }
  }

  private mutating func takeDictionary() throws(Diagnostic) {
    guard let range = scanner.dictionary else { return }
    let entries = try PythonDictionary.entries(of: range, in: text)
    func weight(_ name: String) -> EdgeWeights.Entry? {
      entries.first { $0.name == name }?.weight
    }
    try dictionaryWeights.take(weight: weight("weight"), value: weight("value"), of: count)
    guard attributes.isWanted else { return }
    for entry in entries {
      let text = text
      let value = AttributeValue(
        name: entry.name, text: entry.plainText, place: entry.place,
        kind: entry.isQuoted ? .text : nil)
      try attributes.take(value, at: count, text.location(at: entry.place))
    }
  }
}
