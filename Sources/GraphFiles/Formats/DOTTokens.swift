import ForceLabSettings

struct DOTTokens {
  enum Kind: Equatable {
    case symbol(Character)
    /// `--` or `->`.
    case edge
    /// Escapes other than `\"` are kept, because their meaning depends on what the text is for.
    case id(String, isQuoted: Bool)
    case end
  }

  let text: GraphText
  private(set) var next: Int

  func excerpt(_ offset: Int) -> String {
    offset < text.bytes.count ? "'\(text.excerpt(offset..<offset + 1))'" : "the end of the file"
  }

  /// At the end of the text, every call returns `end`.
  mutating func advance() throws(Diagnostic) -> (kind: Kind, offset: Int) {
    try skipBlanksAndComments()
    let (bytes, start) = (text.bytes, next)
    guard start < bytes.count else { return (.end, bytes.count) }
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "="), Byte.semicolon, Byte.comma, UInt8(ascii: ":"):
      next += 1
      return (.symbol(Character(Unicode.Scalar(bytes[start]))), start)
    case Byte.quote: return (.id(try readQuoted(), isQuoted: true), start)
    case UInt8(ascii: "<"): return (.id(try readMarkup(), isQuoted: true), start)
    case UInt8(ascii: "-")
    where bytes[start...].starts(with: "--".utf8)
      || bytes[start...].starts(with: "->".utf8):
      next += 2
      return (.edge, start)
    case let byte where Self.isWordByte(byte) || isNegativeNumber(at: start):
      next += 1
      while next < bytes.count, Self.isWordByte(bytes[next]) { next += 1 }
      return (.id(text.string(start..<next), isQuoted: false), start)
    default:
      let edges = bytes[start] == UInt8(ascii: "-") ? "write '--' or '->' for an edge, and " : ""
      throw text.error(
        "unexpected \(excerpt(start)); \(edges)put names with such characters in quotes", at: start)
    }
  }

  /// Text in quotes, and what is added to it by `+`.
  private mutating func readQuoted() throws(Diagnostic) -> String {
    var content = try readPart()
    while true {
      let end = next
      try skipBlanksAndComments()
      guard next < text.bytes.count, text.bytes[next] == UInt8(ascii: "+") else {
        next = end
        return content
      }
      next += 1
      try skipBlanksAndComments()
      guard next < text.bytes.count, text.bytes[next] == Byte.quote else {
        throw text.error("expected text in quotes after '+'", at: next)
      }
      content += try readPart()
    }
  }

  private mutating func readPart() throws(Diagnostic) -> String {
    let (bytes, start) = (text.bytes, next)
    var content: [UInt8] = []
    next += 1
    while next < bytes.count, bytes[next] != Byte.quote {
      if bytes[next] == Byte.backslash, next + 1 < bytes.count {
        next += 1
        switch bytes[next] {
        case Byte.quote: content.append(Byte.quote)
        case Byte.carriageReturn where bytes[next...].starts(with: "\r\n".utf8): next += 1
        case Byte.newline, Byte.carriageReturn: break
        default: content += [Byte.backslash, bytes[next]]
        }
      } else {
        content.append(bytes[next])
      }
      next += 1
    }
    guard next < bytes.count else {
      throw text.error(
        "this quote is not closed; add a quote, or check whether the file is truncated", at: start)
    }
    next += 1
    return String(decoding: content, as: UTF8.self)
  }

  private func isNegativeNumber(at start: Int) -> Bool {
    let rest = text.bytes[start...].prefix(2)
    guard rest.count == 2, rest.first == UInt8(ascii: "-"), let byte = rest.last else {
      return false
    }
    return Byte.digits.contains(byte) || byte == UInt8(ascii: ".")
  }

  /// Text like HTML in `<` and `>`. Only `\N`, `\G`, `\E`, `\T` and `\H` are escapes in it, so every other backslash is
  /// doubled, also both of a pair.
  private mutating func readMarkup() throws(Diagnostic) -> String {
    let (bytes, start) = (text.bytes, next)
    var depth = 0
    repeat {
      guard next < bytes.count else {
        throw text.error("this '<' is not closed; the file may be truncated", at: start)
      }
      if bytes[next] == UInt8(ascii: "<") { depth += 1 }
      if bytes[next] == UInt8(ascii: ">") { depth -= 1 }
      next += 1
    } while depth > 0
    let content = text.string(start + 1..<next - 1)
    // Most have no backslash, and to search for the pattern is slow.
    guard content.utf8.contains(Byte.backslash) else { return content }
    return content.replacing(/\\\\|\\(?![NGETH])/) { $0.output + $0.output }
  }

  private mutating func skipBlanksAndComments() throws(Diagnostic) {
    let bytes = text.bytes
    while next < bytes.count {
      let rest = bytes[next...]
      // For Graphviz, too, `#` begins a comment anywhere.
      if bytes[next] == Byte.hash || rest.starts(with: "//".utf8) {
        while next < bytes.count, !Byte.isLineEnd(bytes[next]) { next += 1 }
      } else if rest.starts(with: "/*".utf8) {
        guard
          let end = rest.indices.dropFirst(2).first(where: { bytes[$0...].starts(with: "*/".utf8) })
        else { throw text.error("this comment is not closed; add '*/'", at: next) }
        next = end + 2
      } else if Byte.isSpace(bytes[next]) {
        next += 1
      } else {
        return
      }
    }
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    Byte.isLetterOrDigit(byte) || byte >= 0x80 || "_.".utf8.contains(byte)
  }
}
