import ForceLabSettings

/// Reads Matrix Market files: a square sparse matrix whose entries are edges.
///
/// Row i is node i − 1. Entries on the diagonal are self loops; in a general matrix the entries of
/// both directions are one edge, whose first weight counts. Complex entries give no weights.
/// Format: R. F. Boisvert, R. Pozo and K. Remington, “The Matrix Market exchange formats”, 1996.
struct MatrixMarket {
  private var scanner: FieldScanner
  private var sources: [Int32] = []
  private var targets: [Int32] = []
  private var weights: [Double] = []

  /// The graph in `text`.
  static func graph(from text: GraphText) throws(Diagnostic) -> Graph {
    let valueCount = try valueCount(text)
    var reader = MatrixMarket(scanner: FieldScanner(text))
    let (rows, entries) = try reader.readSize()
    try reader.readEntries(entries, rows: rows, valueCount: valueCount)
    return try text.graph(
      nodeCount: rows, sources: reader.sources, targets: reader.targets,
      weights: valueCount == 1 ? reader.weights : nil)
  }

  private init(scanner: FieldScanner) { self.scanner = scanner }

  private var text: GraphText { scanner.text }

  /// How many numbers follow the coordinates of an entry, from the first line of the file.
  private static func valueCount(_ text: GraphText) throws(Diagnostic) -> Int {
    let end = text.bytes[text.start...].firstIndex(where: Byte.isLineEnd) ?? text.bytes.count
    let words = text.string(text.start..<end).lowercased().split(whereSeparator: \.isWhitespace)
    func wrong(_ what: String) -> Diagnostic {
      text.error(
        "\(what); the first line must read '%%MatrixMarket matrix coordinate real symmetric' "
          + "or alike", at: text.start)
    }
    guard words.first == "%%matrixmarket" else { throw wrong("this is no Matrix Market file") }
    guard words.count >= 5 else { throw wrong("the first line is incomplete") }
    guard words[1] == "matrix", words[2] == "coordinate" else {
      throw wrong("only sparse matrices are graphs, found '\(words[1]) \(words[2])'")
    }
    guard ["general", "symmetric", "skew-symmetric", "hermitian"].contains(words[4]) else {
      throw wrong("unknown symmetry '\(String(words[4]).excerpt)'")
    }
    switch words[3] {
    case "pattern": return 0
    case "real", "integer", "double": return 1
    case "complex": return 2
    default: throw wrong("unknown kind of entries '\(String(words[3]).excerpt)'")
    }
  }

  private mutating func readSize() throws(Diagnostic) -> (rows: Int, entries: Int) {
    guard scanner.advance() else {
      throw text.error(
        "the file ends before its size line; it may be cut short", at: text.bytes.count)
    }
    try scanner.split()
    let fields = scanner.fields
    guard fields.count == 3 else {
      throw text.error(
        "the size line must be 'rows columns entries'; found '\(text.excerpt(scanner.line))'",
        at: scanner.line.lowerBound)
    }
    var size: [Int] = []
    for field in fields {
      guard case .number(let number) = scanner.whole(field) else {
        throw text.error(
          "'\(text.excerpt(field.range))' is not a size; write a whole number",
          at: field.range.lowerBound)
      }
      size.append(number)
    }
    guard size[0] == size[1] else {
      throw text.error(
        "the matrix has \(size[0]) rows and \(size[1]) columns; only a square one is a graph",
        at: fields[1].range.lowerBound)
    }
    guard (1...GraphText.nodeLimit).contains(size[0]) else {
      throw text.error(
        "a graph of \(size[0]) nodes cannot be read; give 1 to \(GraphText.nodeLimit) rows",
        at: fields[0].range.lowerBound)
    }
    return (size[0], size[2])
  }

  private mutating func readEntries(
    _ entries: Int, rows: Int, valueCount: Int
  ) throws(Diagnostic) {
    var found = 0
    while scanner.advance() {
      guard found < entries else {
        throw text.error(
          "the size line promises \(entries) entries, here is one more; correct that line",
          at: scanner.line.lowerBound)
      }
      try scanner.split()
      guard scanner.fields.count == 2 + valueCount else {
        throw text.error(
          "an entry has \(2 + valueCount) numbers here; found '\(text.excerpt(scanner.line))'",
          at: scanner.line.lowerBound)
      }
      sources.append(try node(scanner.fields[0], rows: rows))
      targets.append(try node(scanner.fields[1], rows: rows))
      for field in scanner.fields[2...] {
        let value = try value(field)
        if valueCount == 1 { weights.append(value) }
      }
      found += 1
    }
    guard found == entries else {
      throw text.error(
        "the size line promises \(entries) entries, but the file ends after \(found); it may be "
          + "cut short", at: text.bytes.count)
    }
  }

  private func node(_ field: FieldScanner.Field, rows: Int) throws(Diagnostic) -> Int32 {
    guard case .number(let number) = scanner.whole(field), (1...rows).contains(number) else {
      throw text.error(
        "'\(text.excerpt(field.range))' is no row or column of this matrix; they are 1 to \(rows)",
        at: field.range.lowerBound)
    }
    return Int32(number - 1)
  }

  private func value(_ field: FieldScanner.Field) throws(Diagnostic) -> Double {
    guard let value = scanner.number(field), value.isFinite else {
      throw text.error(
        "'\(text.excerpt(field.range))' is not a finite number; write one",
        at: field.range.lowerBound)
    }
    return value
  }
}
