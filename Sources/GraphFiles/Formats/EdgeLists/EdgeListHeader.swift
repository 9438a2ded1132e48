import ForceLabSettings

extension EdgeList {
  /// Determines the separator and the columns from the first line.
  mutating func readHeader() throws(Diagnostic) {
    guard scanner.advance() else { return }
    let end = PythonDictionary.start(in: scanner.line, of: text) ?? scanner.line.upperBound
    let separator = scanner.likelySeparator(until: end)
    scanner.separator = separator == Byte.tab || hasTableWithTabs ? Byte.tab : separator
    try scanner.split()
    let first = scanner.fields
    let words = first.map { scanner.string($0) }
    var named = try statedColumns(words) ?? EdgeListColumns(names: words)
    if let columns = named, columns.mayBeNodes,
      try hasEdge(at: [words[columns.source], words[columns.target]], columns)
    {
      named = nil
    }
    if let named {
      _ = try scanner.columnNames()
      columns = named
      scanner.takesDictionary = false
      return
    }
    if separator != nil, !beginsWithNumbers(first), try isHeader(first) {
      throw unknownColumns(words)
    }
    scanner = FieldScanner(text)
    scanner.takesDictionary = true
    scanner.separator = separator
  }

  /// Whether the first line has names of columns between tabs, and all others as many fields. Elsewhere, tabs may stand
  /// beside blanks. Only the first name may be empty, for an index of rows.
  private var hasTableWithTabs: Bool {
    var ahead = scanner
    ahead.separator = Byte.tab
    guard (try? ahead.split()) != nil else { return false }
    let words = ahead.fields.map { ahead.string($0) }
    guard ((try? statedColumns(words)) ?? EdgeListColumns(names: words)) != nil,
      !words.dropFirst().contains(""), ahead.advance()
    else { return false }
    repeat {
      guard (try? ahead.split()) != nil, ahead.fields.count == words.count else { return false }
    } while ahead.advance()
    return true
  }

  private func unknownColumns(_ words: [String]) -> Diagnostic {
    let ends = words.prefix(2).joined(separator: ", target: ")
    return text.error(
      "unknown columns: none of \(words.quotedList) is known as the end of an edge; name them, as in 'columns: {source: "
        + "\(ends.excerpt)}' below 'file', or by --set 'graph.file.columns={source: …}'",
      at: scanner.line)
  }

  private func beginsWithNumbers(_ fields: [FieldScanner.Field]) -> Bool {
    fields.count > 1 && fields.prefix(2).allSatisfy { scanner.number($0) != nil }
  }

  /// The columns by the names that are stated, and the usual names of the others; nil if none is stated.
  private func statedColumns(_ words: [String]) throws(Diagnostic) -> EdgeListColumns? {
    func column(_ name: String) throws(Diagnostic) -> Int {
      if let index = EdgeListColumns.index(of: name, in: words) { return index }
      throw text.error(
        "no column '\(name.excerpt)'; the first line is \(words.quotedList)", at: scanner.line)
    }
    let stated = options.columns
    guard !stated.source.isEmpty || !stated.weight.isEmpty else { return nil }
    let weight = try stated.weight.isEmpty ? nil : column(stated.weight)
    var columns =
      try stated.source.isEmpty
      ? EdgeListColumns(names: words)
      : EdgeListColumns(column(stated.source), column(stated.target), names: words)
    guard columns != nil else { throw unknownColumns(words) }
    // The first line has a name that is stated, so that it is no edge.
    columns?.mayBeNodes = false
    if let weight { columns?.weight = weight }
    return columns
  }

  /// Whether `fields`, those of the first line, name the columns: where they have words, the next line has numbers.
  private func isHeader(_ fields: [FieldScanner.Field]) throws(Diagnostic) -> Bool {
    var ahead = scanner
    guard ahead.advance() else { return false }
    try ahead.split()
    // Ids such as `1e5`, `0x1F` and `nan` are numbers by chance.
    let haveLetters = ahead.fields.prefix(2).contains {
      ahead.string($0).contains(where: \.isLetter)
    }
    if beginsWithNumbers(ahead.fields), !haveLetters { return true }
    return zip(fields, ahead.fields).dropFirst(2).contains { name, value in
      !name.range.isEmpty && scanner.number(name) == nil && scanner.number(value) != nil
    }
  }

  /// Whether one of `names` is an end of an edge in a later line.
  private func hasEdge(at names: [String], _ columns: EdgeListColumns) throws(Diagnostic) -> Bool {
    var ahead = scanner
    while ahead.advance() {
      try ahead.split()
      for column in [columns.source, columns.target] where column < ahead.fields.count {
        let name = ahead.string(ahead.fields[column])
        if names.contains(where: name.hasSameUTF8) { return true }
      }
    }
    return false
  }
}

/// The columns of an edge list that have a meaning.
struct EdgeListColumns {
  var source = 0
  var target = 1
  var weight: Int? = 2
  var names: [String] = []
  /// Whether nodes, too, may have these names, so that the line is an edge if they occur again.
  var mayBeNodes = false

  init() {}

  /// With the ends in two columns of `names`, and the weight in the one that usually has it.
  init(_ source: Int, _ target: Int, names: [String]) {
    (self.source, self.target, self.names) = (source, target, names)
    let words = names.map { $0.lowercased() }
    weight = words.firstIndex(of: "weight") ?? words.firstIndex(of: "value")
  }

  /// By the usual names; nil if `names` has no pair of them.
  init?(names: [String]) {
    let words = names.map { $0.lowercased() }
    func column(_ known: Set<String>) -> Int? { words.firstIndex(where: known.contains) }
    if let source = column(["source", "from", "src"]),
      let target = column(["target", "to", "dst", "destination"])
    {
      self.init(source, target, names: names)
    } else if let pair = Self.pairs.first(where: { words.contains($0) && words.contains($1) }),
      let source = words.firstIndex(of: pair.0), let target = words.firstIndex(of: pair.1)
    {
      self.init(source, target, names: names)
      mayBeNodes = true
    } else {
      return nil
    }
  }

  private static let pairs = [("u", "v"), ("id1", "id2"), ("node1", "node2"), ("start", "end")]

  /// The index of the column `name` in `names`, in any case if none has exactly that name.
  static func index(of name: String, in names: [String]) -> Int? {
    names.firstIndex(where: name.hasSameUTF8)
      ?? names.firstIndex { $0.lowercased() == name.lowercased() }
  }
}
