import YAML

/// JSON text whose surrogate pairs (`\uD83D\uDE00`) are written as one escape (`\U0001F600`).
///
/// JSON writes characters beyond U+FFFF so; YAML, by which JSON is read here, does not know it.
struct SurrogateEscapes {
  /// The text with joined escapes, without a byte order mark.
  let joined: [UInt8]
  /// Where joined escapes begin in `joined`.
  private let offsets: [Int]

  /// Joins the pairs in `text`. Cost: linear in the text.
  init(_ text: GraphText) {
    let bytes = text.bytes
    var joined: [UInt8] = []
    var offsets: [Int] = []
    var copied = text.start
    var index = text.start
    let backslash = UInt8(ascii: "\\")
    while let escape = bytes[index...].firstIndex(of: backslash) {
      index = min(escape + 2, bytes.count)
      guard let high = Self.unit(at: escape, in: bytes), 0xD800...0xDBFF ~= high,
        let low = Self.unit(at: escape + 6, in: bytes), 0xDC00...0xDFFF ~= low
      else { continue }
      joined += bytes[copied..<escape]
      offsets.append(joined.count)
      let scalar = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
      let digits = String(scalar, radix: 16, uppercase: true)
      joined += Array("\\U".utf8) + Array(repeating: UInt8(ascii: "0"), count: 8 - digits.count)
      joined += Array(digits.utf8)
      index = escape + 12
      copied = index
    }
    self.joined = joined + bytes[copied...]
    self.offsets = offsets
  }

  /// The place in the text that was given, for `location` in the joined text. Each pair before it
  /// on its line has two characters more there. Cost: linear in the text, so for messages only.
  func original(_ location: Location) -> Location {
    guard !offsets.isEmpty else { return location }
    var (line, offset) = (1, 0)
    while line < location.line, offset < joined.count {
      if joined[offset] == Byte.newline { line += 1 }
      offset += 1
    }
    var result = location
    let escapes = Set(offsets)
    var column = 1
    while column < location.column, offset < joined.count {
      if escapes.contains(offset) { result.column += 2 }
      offset += 1
      while offset < joined.count, 0x80...0xBF ~= joined[offset] { offset += 1 }
      column += 1
    }
    return result
  }

  /// The code unit of the escape `\uXXXX` at `offset`; nil if none stands there.
  private static func unit(at offset: Int, in bytes: [UInt8]) -> Int? {
    guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = bytes[offset + 2..<offset + 6]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
