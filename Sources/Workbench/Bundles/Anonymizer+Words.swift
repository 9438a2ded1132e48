import ForceLabSettings
import Foundation

/// Finds known names, also where a file escapes their characters.
extension Anonymizer {
  /// The known name at `index`, as it is escaped or, such as `lab\bob`, as it stands.
  func word(_ text: [UInt8], _ index: Int) -> (count: Int, kind: Kind, text: String)? {
    let first = Self.folded(Self.character(text, index).scalar).first
    for (word, kind) in first.flatMap({ words[$0] }) ?? [] {
      for isEscaped in [true, false] {
        var (end, rest, found) = (index, word[...], String.UnicodeScalarView())
        while end < text.count {
          let (scalar, count) = Self.character(text, end, isEscaped: isEscaped)
          let folded = Self.folded(scalar)
          guard rest.starts(with: folded) else { break }
          (rest, end) = (rest.dropFirst(folded.count), end + count)
          found.append(scalar)
          // CSV and YAML double quotes. After \", a quote is the end of the text.
          let isDoubled =
            isEscaped && ["\"", "'"].contains(scalar) && (count == 1 || !rest.isEmpty)
          if isDoubled, end < text.count, UInt32(text[end]) == scalar.value { end += 1 }
        }
        if rest.isEmpty, end == text.count || !Self.isLetter(Self.character(text, end).scalar) {
          return (end - index, kind, String(found))
        }
      }
    }
    return nil
  }

  static func folded(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.flatMap(folded)))
  }

  /// In small letters, without accents. Some letters, such as ß, have no single capital.
  private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar.isASCII { return [Unicode.Scalar(small(UInt8(scalar.value)))] }
    let text = scalar.properties.lowercaseMapping.uppercased().lowercased()
    return text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
      $0.properties.canonicalCombiningClass == .notReordered
    }
  }

  /// The character at `index` and its size. If it `isEscaped`, then as in JSON, YAML, DOT or HTML: `\u00fc`, `&#252;`.
  static func character(
    _ text: [UInt8], _ index: Int, isEscaped: Bool = true
  ) -> (scalar: Unicode.Scalar, count: Int) {
    let byte = text[index]
    if byte >= 0x80 {
      let count = (~byte).leadingZeroBitCount
      let bytes = text[index...].prefix(count)
      let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? invalid
      return (scalar, scalar == invalid ? 1 : count)
    }
    guard isEscaped, index + 1 < text.count else { return (Unicode.Scalar(byte), 1) }
    func string(_ start: Int, _ count: Int) -> String {
      String(decoding: text.dropFirst(start).prefix(count), as: UTF8.self)
    }
    switch (byte, Unicode.Scalar(text[index + 1])) {
    case (UInt8(ascii: "&"), _):
      // XML allows zeros before a number.
      let name = string(index + 1, 41).prefix { $0 != ";" }
      let end = index + 1 + name.utf8.count
      if end < text.count, text[end] == UInt8(ascii: ";"),
        let scalar = Entity.character(String(name))
      {
        return (scalar, end + 1 - index)
      }
    case (backslash, let next) where "\"'/\\".unicodeScalars.contains(next): return (next, 2)
    case (backslash, let next) where "0abeflnrtvNLP".unicodeScalars.contains(next): return (" ", 2)
    case (backslash, let next) where "xuU".unicodeScalars.contains(next):
      let digits = string(index + 2, next == "x" ? 2 : next == "u" ? 4 : 8)
      if let scalar = Entity.character("#x" + digits) { return (scalar, 2 + digits.utf8.count) }
      // JSON has two escapes for a character beyond U+FFFF.
      let pair = String(json: Data("\"\(string(index, 12))\"".utf8))
      if let scalar = pair?.unicodeScalars.first { return (scalar, 12) }
    default: break
    }
    return (Unicode.Scalar(byte), 1)
  }

  /// Stands for bytes that are not UTF-8.
  private static let invalid: Unicode.Scalar = "\u{FFFD}"

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? continues(UInt8(scalar.value))
      : scalar == invalid || CharacterSet.alphanumerics.contains(scalar)
  }

  /// Whether a word may begin, by index: after a backslash, an escape is read as plain text, too.
  static func wordStarts(_ text: [UInt8]) -> [Bool] {
    var (starts, index, isInWord) = ([Bool](repeating: false, count: text.count + 1), 0, false)
    while index < text.count {
      let (scalar, count) = character(text, index)
      let isLetter = isLetter(scalar)
      if !isLetter || !isInWord { starts[index] = true }
      if text[index] == backslash { starts[index + 1] = true }
      (index, isInWord) = (index + count, isLetter)
    }
    return starts
  }
}
