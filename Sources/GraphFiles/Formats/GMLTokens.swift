import ForceLabGraphs
import ForceLabSettings

struct GMLTokens {
  struct Token {
    var kind: Kind
    var offset: Int
  }

  enum Kind: Equatable {
    case open
    case close
    /// A key, or a value such as `NAN`.
    case word(String)
    case number(String)
    case string(String)
    case end
  }

  let text: GraphText
  private var next: Int

  init(_ text: GraphText) {
    self.text = text
    next = text.start
  }

  /// At the end of the text, every call returns `end`.
  mutating func advance() throws(Diagnostic) -> Token {
    skipBlanksAndComments()
    guard next < text.bytes.count else { return Token(kind: .end, offset: text.bytes.count) }
    let start = next
    next += 1
    switch text.bytes[start] {
    case UInt8(ascii: "["): return Token(kind: .open, offset: start)
    case UInt8(ascii: "]"): return Token(kind: .close, offset: start)
    case Byte.quote:
      while next < text.bytes.count, text.bytes[next] != Byte.quote { next += 1 }
      guard next < text.bytes.count else {
        throw text.error(
          "this quote is not closed; add a quote, or check whether the file is truncated",
          at: start)
      }
      next += 1
      let content = text.string(start + 1..<next - 1)
      return Token(kind: .string(content.resolvingEntities()), offset: start)
    case let first where Self.isWordByte(first):
      while next < text.bytes.count, Self.isWordByte(text.bytes[next]) { next += 1 }
      let word = text.string(start..<next)
      let isWord = (first | 0x20) >= UInt8(ascii: "a") || first == UInt8(ascii: "_")
      return Token(kind: isWord ? .word(word) : .number(word), offset: start)
    default:
      throw text.error(
        "unexpected '\(text.excerpt(characterRange(at: start)))'; GML consists of keys, numbers, "
          + "\"text\", [ and ]", at: start)
    }
  }

  private mutating func skipBlanksAndComments() {
    while next < text.bytes.count {
      let byte = text.bytes[next]
      if byte == Byte.hash {
        while next < text.bytes.count, !Byte.isLineEnd(text.bytes[next]) { next += 1 }
      } else if Byte.isBlank(byte) || Byte.isLineEnd(byte) {
        next += 1
      } else {
        return
      }
    }
  }

  private func characterRange(at start: Int) -> Range<Int> {
    var end = start + 1
    while end < text.bytes.count, 0x80...0xBF ~= text.bytes[end] { end += 1 }
    return start..<end
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      Byte.digits, UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
