import ForceLabSettings
import Foundation

/// Reads JSON (RFC 8259) into a settings tree whose nodes know their line and column.
/// `NaN`, `Infinity` and `-Infinity`, which Python writes, are read as plain scalars of that name.
struct JSONReader {
  private static let deepestNesting = 1000

  private let text: GraphText
  private var offset: Int
  private var line = 1
  private var column = 1

  /// Throws at the first character that is not JSON. Cost: linear.
  static func root(of text: GraphText) throws(Diagnostic) -> SettingsNode {
    var reader = JSONReader(text: text, offset: text.start)
    reader.skipBlanks()
    guard reader.offset < text.bytes.count else {
      return SettingsNode(.scalar(Scalar("")), at: reader.location)
    }
    let root = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.offset == text.bytes.count else {
      throw reader.error("unexpected text after the end of the JSON value; remove it")
    }
    return root
  }

  private var location: Location { Location(file: text.file, line: line, column: column) }
  private var byte: UInt8? { offset < text.bytes.count ? text.bytes[offset] : nil }
  private func error(_ message: String) -> Diagnostic { Diagnostic(message, at: location) }

  /// Moves to the next byte. Line breaks occur only between values, where `skipBlanks` counts them.
  private mutating func advance() {
    offset += 1
    if offset >= text.bytes.count || text.bytes[offset] & 0xC0 != 0x80 { column += 1 }
  }

  private mutating func skipBlanks() {
    while let byte, byte <= Byte.space {
      switch byte {
      case Byte.newline: (line, column) = (line + 1, 0)
      case Byte.carriageReturn:
        let next = offset + 1 < text.bytes.count ? text.bytes[offset + 1] : 0
        if next != Byte.newline { (line, column) = (line + 1, 0) }
      case Byte.space, Byte.tab: break
      default: return
      }
      advance()
    }
  }

  private mutating func take(_ expected: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard byte == UInt8(ascii: expected) else { return false }
    advance()
    return true
  }

  private mutating func value(depth: Int) throws(Diagnostic) -> SettingsNode {
    let place = location
    switch byte {
    case UInt8(ascii: "{"):
      return SettingsNode(.mapping(Mapping(try entries(depth: depth))), at: place)
    case UInt8(ascii: "["): return SettingsNode(.sequence(try items(depth: depth)), at: place)
    case Byte.quote: return SettingsNode(.scalar(Scalar(try string(), style: .quoted)), at: place)
    default: return SettingsNode(.scalar(Scalar(try word())), at: place)
    }
  }

  private mutating func items(depth: Int) throws(Diagnostic) -> [SettingsNode] {
    try enter(depth)
    var items: [SettingsNode] = []
    if take("]") { return items }
    repeat {
      skipBlanks()
      items.append(try value(depth: depth + 1))
    } while take(",")
    guard take("]") else { throw unexpected("',' or ']'") }
    return items
  }

  private mutating func entries(depth: Int) throws(Diagnostic) -> [Mapping.Entry] {
    try enter(depth)
    var entries: [Mapping.Entry] = []
    var keys: Set<UTF8Key> = []
    if take("}") { return entries }
    repeat {
      skipBlanks()
      let place = location
      guard byte == Byte.quote else { throw unexpected("a key in double quotes") }
      let key = try string()
      guard keys.insert(UTF8Key(key)).inserted else {
        throw Diagnostic("the key '\(key.excerpt)' appears twice; remove one of them", at: place)
      }
      guard take(":") else { throw unexpected("':'") }
      skipBlanks()
      entries.append(.init(key: key, keyLocation: place, value: try value(depth: depth + 1)))
    } while take(",")
    guard take("}") else { throw unexpected("',' or '}'") }
    return entries
  }

  private mutating func enter(_ depth: Int) throws(Diagnostic) {
    guard depth < Self.deepestNesting else {
      throw error("nested more than \(Self.deepestNesting) levels deep; flatten the data")
    }
    advance()
  }

  private func unexpected(_ expected: String) -> Diagnostic {
    guard offset < text.bytes.count else {
      return error("expected \(expected), found the end of the file; it may be truncated")
    }
    let rest = text.string(offset..<min(offset + 4, text.bytes.count)).prefix(1)
    return error("expected \(expected), found '\(String(rest).excerpt)'")
  }

  private mutating func word() throws(Diagnostic) -> String {
    let start = offset
    let place = self
    while let byte, byte > Byte.space, !",:[]{}\"".utf8.contains(byte) { advance() }
    let word = text.string(start..<offset)
    switch word {
    case "true", "false", "null", "NaN", "Infinity", "-Infinity": return word
    default:
      guard Self.isNumber(word) else {
        throw word.isEmpty
          ? place.unexpected("a value")
          : place.error("'\(word.excerpt)' is not a JSON value; put text in double quotes")
      }
      return word
    }
  }

  /// Unlike `Double`, JSON has no `+1`, `01`, `.5`, `1.`, `0x1` and `inf`.
  static func isNumber(_ text: String) -> Bool {
    let unsigned = text.utf8.drop { $0 == UInt8(ascii: "-") }
    let whole = unsigned.prefix(while: Byte.digits.contains)
    let rest = unsigned.dropFirst(whole.count)
    guard whole.count == 1 || whole.count > 1 && whole.first != UInt8(ascii: "0"),
      rest.first != UInt8(ascii: ".") || rest.dropFirst().first.map(Byte.digits.contains) == true
    else { return false }
    return rest.allSatisfy("+-.0123456789eE".utf8.contains) && Double(text) != nil
  }

  private mutating func string() throws(Diagnostic) -> String {
    let (open, start) = (location, offset)
    var escape: Location?
    advance()
    while let byte, byte != Byte.quote {
      guard byte >= Byte.space else {
        throw error("a control character in a string; write it as an escape, such as \\n")
      }
      if byte == Byte.backslash {
        escape = escape ?? location
        advance()
      }
      advance()
    }
    guard offset < text.bytes.count else {
      throw Diagnostic("this string is not closed; add a double quote", at: open)
    }
    advance()
    guard let escape else { return text.string(start + 1..<offset - 1) }
    if let string = try? JSONDecoder().decode(String.self, from: Data(text.bytes[start..<offset])) {
      return string
    }
    throw Diagnostic(
      "invalid escape; JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits, and "
        + "surrogates come in pairs", at: escape)
  }
}
