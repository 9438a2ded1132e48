import ForceLabGraphs
import ForceLabSettings

/// Reads the Python dictionary in which networkx writes the attributes of an edge:
/// `{'weight': 7, "color": 'red'}`. Lists and other values are text.
struct PythonDictionary {
  private let text: GraphText
  private var offset: Int
  private let end: Int

  /// The entries of the dictionary that begins at the start of `range`, the last one of each name, without those that
  /// are `None`. Throws if it is malformed, or if anything but a comment follows it.
  static func entries(of range: Range<Int>, in text: GraphText) throws(Diagnostic)
    -> [AttributeValue]
  {
    var reader = PythonDictionary(text: text, offset: range.lowerBound, end: range.upperBound)
    let entries = try reader.entries()
    reader.skipBlanks()
    guard reader.byte == nil || reader.byte == Byte.hash else {
      throw reader.unexpected("the end of the line")
    }
    return entries
  }

  /// The offset of a dictionary that ends `line`, also if it cannot be read but has a quote; nil if there is none.
  static func start(in line: Range<Int>, of text: GraphText) -> Int? {
    let start = line.dropFirst().first { offset in
      let before = text.bytes[offset - 1]
      return text.bytes[offset] == Byte.brace
        && (Byte.isBlank(before) || before == Byte.comma || before == Byte.semicolon)
    }
    guard let start else { return nil }
    let begin = text.bytes[start..<line.upperBound].prefix(2)
    let isDictionary =
      begin.last == Byte.apostrophe || begin.last == Byte.quote
      || (try? entries(of: start..<line.upperBound, in: text)) != nil
    return isDictionary ? start : nil
  }

  private var byte: UInt8? { offset < end ? text.bytes[offset] : nil }

  private mutating func skipBlanks() {
    while let byte, Byte.isBlank(byte) { offset += 1 }
  }

  private mutating func take(_ expected: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard byte == UInt8(ascii: expected) else { return false }
    offset += 1
    return true
  }

  private func unexpected(_ expected: String) -> Diagnostic {
    let found = byte == nil ? "the end of the line" : "'\(text.excerpt(offset..<end))'"
    return text.error(
      "expected \(expected), found \(found); write the attributes of an edge as {'weight': 1}",
      at: offset)
  }

  private mutating func entries() throws(Diagnostic) -> [AttributeValue] {
    guard take("{") else { throw unexpected("'{'") }
    var entries: [UTF8Key: AttributeValue] = [:]
    while !take("}") {
      guard let name = try strings() else { throw unexpected("an attribute in quotes") }
      guard take(":") else { throw unexpected("':'") }
      skipBlanks()
      let entry = try value(of: name)
      entries[UTF8Key(name)] = entry.kind == .text || entry.text != "None" ? entry : nil
      guard take(",") || byte == UInt8(ascii: "}") else { throw unexpected("',' or '}'") }
    }
    return entries.values.sorted { $0.place < $1.place }
  }

  private mutating func value(of name: String) throws(Diagnostic) -> AttributeValue {
    let start = offset
    if let string = try strings() {
      return AttributeValue(
        name: name, text: string, place: start, kind: .text,
        shownText: text.string(start..<offset))
    }
    if let byte, "([{".utf8.contains(byte) { try skipCollection() } else { skipWord() }
    guard offset > start else { throw unexpected("a number or text in quotes") }
    let written = text.string(start..<offset)
    if let truth = Self.truths[written] {
      return AttributeValue(name: name, text: truth, place: start, kind: .boolean)
    }
    // Python allows underscores in numbers, as in `1_000`.
    let digits = written.filter { $0 != "_" }
    var word = Double(digits) == nil ? written : digits
    if byte == UInt8(ascii: "(") {
      let open = offset
      try skipCollection()
      // numpy writes numbers as `np.float64(0.5)`. Of other calls, such as `date(2020, 1, 1)`, all is the value.
      let argument = text.string(open + 1..<offset - 1)
      word = Double(argument) == nil ? text.string(start..<offset) : argument
    }
    return AttributeValue(name: name, text: word, place: start)
  }

  /// As Python and numpy write them.
  private static let truths = [
    "True": "True", "False": "False", "np.True_": "True", "np.False_": "False",
  ]

  private mutating func skipWord() {
    while let byte, !Byte.isBlank(byte), !",:()[]{}'\"".utf8.contains(byte) { offset += 1 }
  }

  /// Moves behind the bracket that closes the one here.
  private mutating func skipCollection() throws(Diagnostic) {
    let start = offset
    var depth = 0
    while let byte {
      if "'\"".utf8.contains(byte) {
        _ = try strings()
        continue
      }
      offset += 1
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      if depth == 0 { return }
    }
    throw text.error("this bracket is not closed; close it", at: start)
  }

  /// One or more texts in quotes, which Python joins; nil if there is none here.
  private mutating func strings() throws(Diagnostic) -> String? {
    skipBlanks()
    var bytes: [UInt8]?
    while let quote = byte, quote == Byte.quote || quote == Byte.apostrophe {
      bytes = (bytes ?? []) + (try string(in: quote))
      skipBlanks()
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func string(in quote: UInt8) throws(Diagnostic) -> [UInt8] {
    let start = offset
    var bytes: [UInt8] = []
    offset += 1
    while let byte {
      offset += 1
      switch byte {
      case quote: return bytes
      case Byte.backslash: bytes += escape()
      default: bytes.append(byte)
      }
    }
    throw text.error("this quote is not closed; add a quote before the end of the line", at: start)
  }

  /// What the escape after a backslash means. An unknown one stays as it is, as in Python.
  private mutating func escape() -> [UInt8] {
    guard let letter = byte else { return [Byte.backslash] }
    offset += 1
    switch letter {
    case Byte.quote, Byte.apostrophe, Byte.backslash: return [letter]
    case UInt8(ascii: "n"): return [Byte.newline]
    case UInt8(ascii: "r"): return [Byte.carriageReturn]
    case UInt8(ascii: "t"): return [Byte.tab]
    case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
      let count = letter == UInt8(ascii: "x") ? 2 : letter == UInt8(ascii: "u") ? 4 : 8
      let digits = text.string(offset..<min(offset + count, end))
      guard digits.utf8.count == count, digits.utf8.allSatisfy(Byte.isHexadecimal),
        let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      else { break }
      offset += count
      return Array(String(scalar).utf8)
    default: break
    }
    return [Byte.backslash, letter]
  }
}
