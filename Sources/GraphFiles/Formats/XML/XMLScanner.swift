import ForceLabSettings

/// The markup of XML 1.0 in UTF-8, piece by piece. It checks that elements are closed in order, that
/// attributes are quoted and differ, and that references are known. Entities cannot be declared.
/// Source: W3C, “Extensible Markup Language (XML) 1.0”, fifth edition, 2008.
struct XMLScanner {
  enum Piece {
    /// A start tag, with the range of the name; `attributes` are its own. An element without content is closed by an
    /// `end` of its own.
    case start(Range<Int>)
    case end(Range<Int>)
    /// Text as it is written, with references unless it is a CDATA section.
    case text(Range<Int>, isCDATA: Bool)
  }

  /// Of attributes in a tag, and of namespaces that apply to an element: they are searched one by one.
  static let maxCount = 1000

  private let text: GraphText
  /// Where the next piece begins.
  private var offset: Int
  /// Where the last piece begins.
  private(set) var place: Int
  /// Those of the last start tag.
  private(set) var attributes: XMLAttributes
  /// The names of the open elements.
  private var open: [Range<Int>] = []
  private var hasRoot = false
  /// An element without content that was started.
  private var emptyElement: Range<Int>?

  private var bytes: [UInt8] { text.bytes }

  /// Throws if `text` contains a character that XML cannot have.
  init(_ text: GraphText) throws(Diagnostic) {
    (self.text, offset, place) = (text, text.start, text.start)
    attributes = XMLAttributes(text: text)
    if let other = bytes.firstIndex(where: { $0 < 0x20 && !Byte.isSpace($0) }) {
      throw text.error(
        "XML cannot contain the character U+\(hexadecimal(bytes[other], digits: 4)); remove it",
        at: other)
    }
  }

  /// The next piece; nil at the end of the text.
  mutating func next() throws(Diagnostic) -> Piece? {
    if let name = emptyElement {
      emptyElement = nil
      return .end(name)
    }
    while offset < bytes.count {
      place = offset
      if bytes[offset] != UInt8(ascii: "<") {
        let end = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { offset = end }
        if !open.isEmpty { return .text(offset..<end, isCDATA: false) }
        try checkBlank(offset..<end)
      } else if starts(with: "</") {
        return try endTag()
      } else if starts(with: "<!--") {
        try skip(past: "-->", of: "comment", from: offset + 4)
      } else if starts(with: "<![CDATA[") {
        let start = offset + 9
        guard !open.isEmpty else { throw text.error("unexpected text; remove it", at: place) }
        try skip(past: "]]>", of: "CDATA section", from: start)
        return .text(start..<offset - 3, isCDATA: true)
      } else if starts(with: "<?") {
        try skip(past: "?>", of: "processing instruction", from: offset + 2)
      } else if starts(with: "<!DOCTYPE") {
        try skipDocumentType()
      } else {
        return try startTag()
      }
    }
    if let last = open.last {
      throw text.error(
        "the element <\(text.excerpt(last))> that begins in line "
          + "\(text.location(at: last.lowerBound).line) is not closed; the file may be truncated",
        at: bytes.count)
    }
    return nil
  }

  // MARK: Tags

  private mutating func startTag() throws(Diagnostic) -> Piece {
    offset += 1
    let name = try self.name("the name of an element after '<'; write < in text as &lt;")
    if open.isEmpty, hasRoot {
      throw text.error(
        "unexpected element after the end of the first; a file has one that contains all others",
        at: place)
    }
    hasRoot = true
    attributes.all.removeAll(keepingCapacity: true)
    while true {
      let isSeparated = skipSpace()
      if starts(with: "/>") {
        offset += 2
        emptyElement = name
        return .start(name)
      }
      if starts(with: ">") {
        offset += 1
        open.append(name)
        return .start(name)
      }
      guard offset < bytes.count else { throw unfinished(name) }
      guard isSeparated else {
        throw text.error("expected a space, '>' or '/>'; correct this tag", at: offset)
      }
      let start = offset
      let key = try self.name("the name of an attribute, '>' or '/>'; correct this tag")
      guard !attributes.contains(key) else {
        throw text.error(
          "there is another attribute '\(text.excerpt(key))' in this tag; remove one", at: start)
      }
      guard attributes.all.count < Self.maxCount else {
        throw text.error(
          "a tag can have at most \(Self.maxCount) attributes; remove some", at: start)
      }
      skipSpace()
      guard offset < bytes.count else { throw unfinished(name) }
      guard starts(with: "=") else {
        throw text.error("the attribute '\(text.excerpt(key))' has no value; add =\"…\"", at: start)
      }
      offset += 1
      skipSpace()
      attributes.all.append((key, try value(in: name)))
    }
  }

  /// The range of an attribute's value between its quotes.
  private mutating func value(in name: Range<Int>) throws(Diagnostic) -> Range<Int> {
    guard offset < bytes.count else { throw unfinished(name) }
    let quote = bytes[offset]
    guard quote == Byte.quote || quote == Byte.apostrophe else {
      throw text.error("an attribute value must be in quotes; add them", at: offset)
    }
    let start = offset + 1
    var end = start
    while end < bytes.count, bytes[end] != quote {
      guard bytes[end] != UInt8(ascii: "<") else {
        throw text.error(
          "an attribute value cannot contain '<'; write &lt;, or add the missing quote", at: end)
      }
      end += 1
    }
    guard end < bytes.count else { throw unfinished(name) }
    offset = end + 1
    try text.checkReferences(in: start..<end)
    return start..<end
  }

  private mutating func endTag() throws(Diagnostic) -> Piece {
    offset += 2
    let name = try self.name("the name of an element after '</'")
    skipSpace()
    guard starts(with: ">") else {
      guard offset < bytes.count else { throw unfinished(name) }
      throw text.error("expected '>'; correct this tag", at: offset)
    }
    offset += 1
    guard let last = open.popLast() else {
      throw text.error("</\(text.excerpt(name))> closes nothing; remove it", at: place)
    }
    guard bytes[last].elementsEqual(bytes[name]) else {
      throw text.error(
        "</\(text.excerpt(name))> does not match <\(text.excerpt(last))>, which begins in line "
          + "\(text.location(at: last.lowerBound).line); correct one of them", at: place)
    }
    return .end(name)
  }

  private mutating func name(_ expected: @autoclosure () -> String) throws(Diagnostic) -> Range<Int>
  {
    let start = offset
    while offset < bytes.count, Self.isOfName(bytes[offset]) { offset += 1 }
    guard offset > start, !Self.cannotBeginName(bytes[start]) else {
      if start >= bytes.count { throw unfinished(start..<start) }
      throw text.error("expected \(expected())", at: start)
    }
    return start..<offset
  }

  private func unfinished(_ name: Range<Int>) -> Diagnostic {
    let what = name.isEmpty ? "this tag" : "the tag of <\(text.excerpt(name))>"
    return text.error("\(what) is not complete; the file may be truncated", at: bytes.count)
  }

  // MARK: Other markup

  private mutating func skip(past end: String, of what: String, from start: Int) throws(Diagnostic)
  {
    offset = start
    let first = end.utf8.first
    while offset < bytes.count, bytes[offset] != first || !starts(with: end) { offset += 1 }
    guard offset < bytes.count else {
      throw text.error("this \(what) is not closed; the file may be truncated", at: place)
    }
    offset += end.utf8.count
  }

  /// Skips `<!DOCTYPE …>`. Throws if it declares entities or the defaults of attributes.
  private mutating func skipDocumentType() throws(Diagnostic) {
    var isInBrackets = false
    while offset < bytes.count {
      let byte = bytes[offset]
      if starts(with: "<!--") {
        try skip(past: "-->", of: "comment", from: offset + 4)
        continue
      }
      if starts(with: "<?") {
        try skip(past: "?>", of: "processing instruction", from: offset + 2)
        continue
      }
      if byte == Byte.quote || byte == Byte.apostrophe {
        guard let end = bytes[(offset + 1)...].firstIndex(of: byte) else { break }
        offset = end
      }
      if starts(with: "<!ENTITY") || starts(with: "<!ATTLIST") {
        throw text.error(
          starts(with: "<!ENTITY")
            ? "entity declarations are not supported; replace entities by their text"
            : "<!ATTLIST is not supported; remove the part of <!DOCTYPE in brackets", at: offset)
      }
      if byte == UInt8(ascii: "[") { isInBrackets = true }
      if byte == UInt8(ascii: "]") { isInBrackets = false }
      offset += 1
      if byte == UInt8(ascii: ">"), !isInBrackets { return }
    }
    throw text.error("this <!DOCTYPE is not closed; the file may be truncated", at: place)
  }

  /// Throws unless there are only spaces outside of the root.
  private func checkBlank(_ range: Range<Int>) throws(Diagnostic) {
    guard let other = range.first(where: { !Byte.isSpace(bytes[$0]) }) else { return }
    throw text.error(
      hasRoot
        ? "unexpected text after the end of the last element; remove it"
        : "not XML, which begins with '<'; use another file or name its 'format'", at: other)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = offset
    while offset < bytes.count, Byte.isSpace(bytes[offset]) { offset += 1 }
    return offset > start
  }

  private func starts(with word: String) -> Bool { bytes[offset...].starts(with: word.utf8) }

  // MARK: Characters

  private static func isOfName(_ byte: UInt8) -> Bool {
    Byte.isLetterOrDigit(byte) || byte >= 0x80 || ":_-.".utf8.contains(byte)
  }

  private static func cannotBeginName(_ byte: UInt8) -> Bool {
    Byte.digits.contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
