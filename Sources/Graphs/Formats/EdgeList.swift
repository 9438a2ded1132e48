import ForceLabSettings

/// Reads edge lists: a line for each edge, with two nodes and, maybe, a weight.
///
/// Fields are parted by commas or semicolons if the first line has some, else by blanks. A first
/// line such as `source,target,weight` names the columns. Blank lines and lines that begin with `#`
/// or `%` are skipped; of columns with a name, those that are asked for are attributes. Nodes are numbers, in ascending order, or names, in order of appearance.
struct EdgeList {
  private var scanner: FieldScanner
  private let base: Int?
  private var columns = Columns()
  /// Whether edges have weights, which the first edge decides.
  private var isWeighted: Bool?
  private var weights: [Double] = []
  private var attributes: AttributeColumns
  private let names: AttributeNames
  /// How many edges were read.
  private var count = 0

  /// The graph in `text`, whose nodes are numbered from `base` if it is stated.
  static func graph(from text: GraphText, base: Int?, _ names: AttributeNames) throws(Diagnostic)
    -> Graph
  {
    var list = EdgeList(text, base: base, names)
    if let ends = try list.numbers() { return try list.graph(ofNumbers: ends) }
    // A name was met among the numbers: all are read as names.
    list = EdgeList(text, base: nil, names)
    return try list.graphOfNames()
  }

  private init(_ text: GraphText, base: Int?, _ names: AttributeNames) {
    scanner = FieldScanner(text)
    self.base = base
    self.names = names
    attributes = AttributeColumns(names.edges, of: "edge")
  }

  private var text: GraphText { scanner.text }

  /// The numbers at the ends of all edges; nil if some node is not a number.
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
            "'\(text.excerpt(field.range))' cannot number a node; numbers are 0 to \(Int.max)",
            at: field.range.lowerBound)
        case .notANumber:
          guard let base else { return nil }
          throw text.error(
            "'\(text.excerpt(field.range))' is not a number; leave out 'base: \(base)' if the "
              + "nodes have names", at: field.range.lowerBound)
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
        at: field.range.lowerBound)
    }
    let (place, overflow) = number.subtractingReportingOverflow(base)
    guard !overflow, place < GraphText.nodeLimit else {
      throw text.error(
        "node \(number) would make more than \(GraphText.nodeLimit) nodes; leave out "
          + "'base: \(base)' so that gaps are closed", at: field.range.lowerBound)
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
    var nodes: [String: Int32] = [:]
    try readHeader()
    while try nextEdge() {
      for field in [scanner.fields[columns.source], scanner.fields[columns.target]] {
        let name = scanner.string(field)
        if let node = nodes[name] {
          ends.append(node)
        } else {
          nodes[name] = Int32(labels.count)
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
      weights: isWeighted == true ? weights : nil, labels: labels,
      edgeAttributes: attributes.attributes(count: count) { _ in Location(file: text.file) })
  }

  private var noEdges: Diagnostic {
    text.error(
      "no edges found; an edge list has a line with two nodes for each edge", at: text.bytes.count)
  }
}

extension EdgeList {
  /// Finds out what parts fields and which columns matter, from the first line.
  private mutating func readHeader() throws(Diagnostic) {
    guard scanner.advance() else { return }
    scanner.separator = [Byte.comma, Byte.semicolon].first(where: text.bytes[scanner.line].contains)
    try scanner.split()
    let first = scanner.fields
    let words = first.map { scanner.string($0) }
    if let named = Columns(names: words.map { $0.lowercased() }) {
      columns = named
      columns.names = words
      return
    }
    // In a table, a line of words before a line of numbers names the columns too.
    if scanner.separator != nil, !beginsWithNumbers(first), try nextLineBeginsWithNumbers() {
      return
    }
    scanner = restarted()
  }

  private func restarted() -> FieldScanner {
    var restarted = FieldScanner(text)
    restarted.separator = scanner.separator
    return restarted
  }

  private func beginsWithNumbers(_ fields: [FieldScanner.Field]) -> Bool {
    fields.count > 1
      && fields.prefix(2).allSatisfy {
        if case .number = scanner.whole($0) { true } else { false }
      }
  }

  private func nextLineBeginsWithNumbers() throws(Diagnostic) -> Bool {
    var ahead = scanner
    guard ahead.advance() else { return false }
    try ahead.split()
    return beginsWithNumbers(ahead.fields)
  }

  /// Moves to the next edge and takes its weight; returns false at the end of the text.
  private mutating func nextEdge() throws(Diagnostic) -> Bool {
    guard scanner.advance() else { return false }
    try scanner.split()
    let fields = scanner.fields
    let needed = max(columns.source, columns.target) + 1
    guard fields.count >= needed else {
      let place = fields.last?.range.lowerBound ?? scanner.line.lowerBound
      let separation = scanner.separator.map { "'\(Character(Unicode.Scalar($0)))'" } ?? "blanks"
      throw text.error(
        "an edge needs two nodes, parted by \(separation) as in the first line; found "
          + "'\(text.excerpt(scanner.line))'", at: place)
    }
    for column in [columns.source, columns.target] where fields[column].range.isEmpty {
      throw text.error(
        "the name of a node is empty; write its number or name",
        at: fields[column].range.lowerBound)
    }
    try takeWeight()
    try takeAttributes()
    count += 1
    return true
  }

  private mutating func takeWeight() throws(Diagnostic) {
    guard let column = columns.weight else { return }
    let field = column < scanner.fields.count ? scanner.fields[column] : nil
    let weight = field.flatMap { scanner.number($0) }
    if isWeighted == nil { isWeighted = weight != nil }
    let place = field?.range.lowerBound ?? scanner.line.lowerBound
    guard let weight else {
      if isWeighted == true {
        throw text.error(
          "this edge has no weight, but the first one has; give every edge a number", at: place)
      }
      return
    }
    guard isWeighted == true else {
      throw text.error(
        "this edge has a weight, but the first one has none; give every edge one or none",
        at: place)
    }
    guard weight.isFinite else {
      throw text.error("the weight is not finite; write a finite number", at: place)
    }
    weights.append(weight)
  }

  /// Takes the values of the columns that the header names.
  private mutating func takeAttributes() throws(Diagnostic) {
    guard attributes.isWanted else { return }
    for (column, name) in columns.names.enumerated()
    where column != columns.source && column != columns.target {
      let field = column < scanner.fields.count ? scanner.fields[column] : nil
      let place = field?.range.lowerBound ?? scanner.line.lowerBound
      guard let field, !field.range.isEmpty else {
        guard names.edges.contains(name) else { continue }
        throw text.error("this edge has no \(name), which is asked for; give it one", at: place)
      }
      let text = text
      try attributes.take(scanner.string(field), of: name, at: count, text.location(at: place))
    }
  }

  /// Where the parts of an edge stand in a line.
  private struct Columns {
    var source = 0
    var target = 1
    var weight: Int? = 2
    /// What the header calls the columns, if there is one.
    var names: [String] = []

    init() {}

    /// The columns that a header names; nil if `names` are not a header.
    init?(names: [String]) {
      func column(_ known: Set<String>) -> Int? { names.firstIndex(where: known.contains) }
      guard let source = column(["source", "from", "src"]),
        let target = column(["target", "to", "dst", "destination"])
      else { return nil }
      self.source = source
      self.target = target
      weight = column(["weight", "value"])
    }
  }
}
