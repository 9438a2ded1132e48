import ForceLabSettings

/// Reads edge lists: one line for each edge, with two nodes and an optional weight.
/// Fields are separated by commas or semicolons if the first line has any, else by blanks. A first
/// line such as `source,target,weight` names the columns; named columns can be read as attributes.
/// Blank lines and lines that begin with `#` or `%` are skipped. Nodes are numbers, in ascending
/// order, or names, in order of appearance. The attributes of an edge may also be a Python dictionary
/// after the nodes, as in `0 1 {'weight': 7}`, which networkx writes.
struct EdgeList {
  private var scanner: FieldScanner
  private let base: Int?
  private var columns = EdgeListColumns()
  /// Whether the first edge has a weight, and so all edges must have one.
  private var isWeighted: Bool?
  private var weights: [Double] = []
  private var dictionaryWeights: EdgeWeights
  private var attributes: AttributeColumns
  private let names: AttributeNames
  private var count = 0
  /// The offset of each edge, if attributes are requested.
  private var places: [Int] = []

  static func graph(from text: GraphText, base: Int?, _ names: AttributeNames) throws(Diagnostic)
    -> Graph
  {
    var list = EdgeList(text, base: base, names)
    if let ends = try list.numbers() { return try list.graph(ofNumbers: ends) }
    // Some node is not a number: read all nodes as names.
    list = EdgeList(text, base: nil, names)
    return try list.graphOfNames()
  }

  private init(_ text: GraphText, base: Int?, _ names: AttributeNames) {
    scanner = FieldScanner(text)
    scanner.takesDictionary = true
    dictionaryWeights = EdgeWeights { text.location(at: $0) }
    self.base = base
    self.names = names
    attributes = AttributeColumns(names.edges, of: "edge")
  }

  private var text: GraphText { scanner.text }

  private mutating func numbers() throws(Diagnostic) -> [Int]? {
    var ends: [Int] = []
    try readHeader()
    while try nextEdge() {
      for field in [scanner.fields[columns.source], scanner.fields[columns.target]] {
        switch scanner.whole(field) {
        case .number(let number):
          try check(number, field)
          ends.append(number)
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
    if let base {
      let count = (ends.max() ?? base) - base + 1
      return try graph(
        nodeCount: count, ends: ends.map { Int32($0 - base) },
        labels: base == 0 ? nil : (base..<base + count).map(String.init))
    }
    let nodes = NodeNumbers(ends)
    return try graph(
      nodeCount: nodes.numbers.count, ends: nodes.places,
      labels: nodes.isIdentity ? nil : nodes.numbers.map(String.init))
  }

  private mutating func graphOfNames() throws(Diagnostic) -> Graph {
    var ends: [Int32] = []
    var labels: [String] = []
    var nodes: [UTF8Key: Int32] = [:]
    try readHeader()
    while try nextEdge() {
      for field in [scanner.fields[columns.source], scanner.fields[columns.target]] {
        let name = scanner.string(field)
        let key = UTF8Key(name)
        if let node = nodes[key] {
          ends.append(node)
        } else {
          nodes[key] = Int32(labels.count)
          ends.append(Int32(labels.count))
          labels.append(name)
        }
      }
    }
    guard !ends.isEmpty else { throw noEdges }
    return try graph(nodeCount: labels.count, ends: ends, labels: labels)
  }

  private func graph(nodeCount: Int, ends: [Int32], labels: [String]?) throws(Diagnostic) -> Graph {
    try text.graph(
      nodeCount: nodeCount, sources: (0..<ends.count / 2).map { ends[2 * $0] },
      targets: (0..<ends.count / 2).map { ends[2 * $0 + 1] },
      weights: isWeighted == true ? weights : dictionaryWeights.all(count), labels: labels,
      edgeAttributes: attributes.attributes(count: count) { text.location(at: places[$0]) })
  }

  private var noEdges: Diagnostic {
    text.error("no edges found; write a line with two nodes for each edge", at: text.bytes.count)
  }
}

extension EdgeList {
  /// Determines the separator and the columns from the first line.
  private mutating func readHeader() throws(Diagnostic) {
    guard scanner.advance() else { return }
    let end = PythonDictionary.start(in: scanner.line, of: text) ?? scanner.line.upperBound
    let plain = text.bytes[scanner.line.lowerBound..<end]
    scanner.separator = [Byte.comma, Byte.semicolon].first(where: plain.contains)
    try scanner.split()
    let first = scanner.fields
    let words = first.map { scanner.string($0) }
    if let named = EdgeListColumns(names: words.map { $0.lowercased() }) {
      columns = named
      columns.names = words
      scanner.takesDictionary = false
      return
    }
    // A line of words before a line of numbers is a header too.
    if scanner.separator != nil, !beginsWithNumbers(first), try nextLineBeginsWithNumbers() {
      return
    }
    let separator = scanner.separator
    scanner = FieldScanner(text)
    scanner.takesDictionary = true
    scanner.separator = separator
  }

  private func beginsWithNumbers(_ fields: [FieldScanner.Field]) -> Bool {
    fields.count > 1
      && fields.prefix(2).allSatisfy { if case .number = scanner.whole($0) { true } else { false } }
  }

  private func nextLineBeginsWithNumbers() throws(Diagnostic) -> Bool {
    var ahead = scanner
    guard ahead.advance() else { return false }
    try ahead.split()
    return beginsWithNumbers(ahead.fields)
  }

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
    for column in [columns.source, columns.target] where fields[column].range.isEmpty {
      throw text.error("this node has no name; add its number or name", at: fields[column].range)
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
          ? "this edge has no weight, but the first edge has one; add a number"
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
      try attributes.take(scanner.string(field), of: name, at: count, text.location(at: place))
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
      try attributes.take(
        entry.plainText, of: entry.name, at: count, text.location(at: entry.place))
    }
  }
}
