import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct MatrixMarketFormat: GraphFormat {
  public static let extensions = ["mtx"]

  public init() {}

  public static let manual = Manual<Self>(
    "matrix-market", "The coordinates of a square sparse matrix, as in the SuiteSparse collection.",
    nodes: "The rows: row 1 is node 0 and has the id 1.",
    edges: "Entries outside the diagonal. Both directions of a general matrix are one edge.",
    weights: "The entries of a real or integer matrix; the first, if both directions have one.",
    attributes: "None.",
    file: "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2")

  public func read(
    _ bytes: [UInt8], file: String, _ names: AttributeNames, _ options: EdgeListOptions
  ) throws(Diagnostic) -> Graph { try MatrixMarket.graph(from: GraphText(bytes, file: file)) }
}

/// Entries on the diagonal are self loops. Complex entries give no weights.
/// Format: R. F. Boisvert, R. Pozo and K. Remington, “The Matrix Market exchange formats”, 1996.
struct MatrixMarket {
  private var scanner: FieldScanner
  private var sources: [Int32] = []
  private var targets: [Int32] = []
  private var weights: [Double] = []

  static func graph(from text: GraphText) throws(Diagnostic) -> Graph {
    let valueCount = try valueCount(text)
    var reader = MatrixMarket(scanner: FieldScanner(text))
    let (rows, entries) = try reader.readSize()
    try reader.readEntries(entries, rows: rows, valueCount: valueCount)
    let ids = NodeIDs((1...rows).map(String.init), areNumbers: true)
    return try text.graph { () throws(ParameterError) in
      try Graph(
        nodeCount: rows, sources: reader.sources, targets: reader.targets,
        weights: valueCount == 1 ? reader.weights : nil, ids: ids)
    }
  }

  private var text: GraphText { scanner.text }

  /// After the coordinates of an entry, by the first line of the file.
  private static func valueCount(_ text: GraphText) throws(Diagnostic) -> Int {
    let end = text.bytes[text.start...].firstIndex(where: Byte.isLineEnd) ?? text.bytes.count
    let words = text.string(text.start..<end).lowercased().split(whereSeparator: \.isWhitespace)
    func wrong(_ what: String) -> Diagnostic {
      text.error(
        "\(what); the first line must be like '%%MatrixMarket matrix coordinate real symmetric'",
        at: text.start)
    }
    guard words.first == "%%matrixmarket" else { throw wrong("not a Matrix Market file") }
    guard words.count >= 5 else { throw wrong("the first line is incomplete") }
    guard words[1] == "matrix", words[2] == "coordinate" else {
      throw wrong("not a sparse matrix, but '\(words[1]) \(words[2])'")
    }
    guard ["general", "symmetric", "skew-symmetric", "hermitian"].contains(words[4]) else {
      throw wrong("unknown symmetry '\(String(words[4]).excerpt)'")
    }
    switch words[3] {
    case "pattern": return 0
    case "real", "integer", "double": return 1
    case "complex": return 2
    default: throw wrong("unknown entry type '\(String(words[3]).excerpt)'")
    }
  }

  private mutating func readSize() throws(Diagnostic) -> (rows: Int, entries: Int) {
    guard scanner.advance() else {
      throw text.error("no size line found; the file may be truncated", at: text.bytes.count)
    }
    try scanner.split()
    let fields = scanner.fields
    guard fields.count == 3 else {
      throw text.error(
        "the size line must be 'rows columns entries', found '\(text.excerpt(scanner.line))'",
        at: scanner.line)
    }
    let size = try fields.map { field throws(Diagnostic) in
      try scanner.whole(field, in: 0...Int.max, "a size must be a whole number")
    }
    guard size[0] == size[1] else {
      throw text.error(
        "the matrix must be square, found \(size[0]) rows and \(size[1]) columns",
        at: fields[1].range)
    }
    guard (1...GraphText.nodeLimit).contains(size[0]) else {
      throw text.error(
        "the number of rows must be 1 to \(GraphText.nodeLimit), found \(size[0])",
        at: fields[0].range)
    }
    return (size[0], size[2])
  }

  private mutating func readEntries(_ entries: Int, rows: Int, valueCount: Int) throws(Diagnostic) {
    let demand = "a row or column must be 1 to \(rows)"
    var found = 0
    while scanner.advance() {
      guard found < entries else {
        throw text.error(
          "expected \(entries) entries, found more; correct the size line", at: scanner.line)
      }
      try scanner.split()
      guard scanner.fields.count == 2 + valueCount else {
        throw text.error(
          "an entry must be \(2 + valueCount) numbers, found '\(text.excerpt(scanner.line))'",
          at: scanner.line)
      }
      sources.append(Int32(try scanner.whole(scanner.fields[0], in: 1...rows, demand) - 1))
      targets.append(Int32(try scanner.whole(scanner.fields[1], in: 1...rows, demand) - 1))
      for field in scanner.fields[2...] {
        let value = try scanner.finite(field, "a value")
        if valueCount == 1 { weights.append(value) }
      }
      found += 1
    }
    guard found == entries else {
      throw text.error(
        "expected \(entries) entries, found \(found); the file may be truncated",
        at: text.bytes.count)
    }
  }
}
