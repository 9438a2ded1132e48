import ForceLabSettings
import Foundation

/// Converts an XML file to UTF-8, so that all positions and checks refer to the same bytes.
package enum XMLEncoding {
  private static let utf8Names: Set = ["utf-8", "utf8", "us-ascii", "ascii"]
  private static let utf16Names: Set = [
    "utf-16", "utf-16le", "utf-16be", "utf16", "iso-10646-ucs-2",
  ]

  /// `bytes` in UTF-8, by their byte order mark or the encoding in the XML declaration. That encoding is blanked out if
  /// it is another one. Throws if the encoding is unknown, or if `bytes` do not have the declared encoding.
  package static func utf8(_ bytes: [UInt8], file: String) throws(Diagnostic) -> [UInt8] {
    let decoded = try utf16(bytes, file)
    var text = decoded ?? bytes
    guard let declared = declaredEncoding(of: text) else { return text }
    let written = String(decoding: text[declared.value], as: UTF8.self)
    let name = written.lowercased()
    if decoded == nil, utf8Names.contains(name) { return text }
    let known = singleByteEncoding(name)
    let isUTF8 = decoded == nil && bytes.starts(with: GraphText.byteOrderMark)
    guard utf16Names.contains(name) == (decoded != nil), known == nil || !isUTF8 else {
      throw error(
        "the declared encoding is '\(written.excerpt)', but the file is "
          + "\(decoded == nil ? "UTF-8" : "UTF-16"); correct it",
        bytes: text, at: declared.value.lowerBound, file)
    }
    guard known != nil || decoded != nil else {
      throw error(
        "unsupported encoding '\(name.excerpt)'; save the file as UTF-8", bytes: text,
        at: declared.value.lowerBound, file)
    }
    for place in declared.whole where !Byte.isLineEnd(text[place]) { text[place] = Byte.space }
    guard let known, let first = text.firstIndex(where: { $0 >= 0x80 }) else { return text }
    guard let converted = String(bytes: text, encoding: known) else {
      throw error(
        "the file is not \(name), as declared; save the file as UTF-8", bytes: text, at: first, file
      )
    }
    return Array(converted.utf8)
  }

  /// `bytes` in UTF-8 if they are UTF-16; nil if they are not.
  private static func utf16(_ bytes: [UInt8], _ file: String) throws(Diagnostic) -> [UInt8]? {
    let start = [0xFF, 0xFE].contains(bytes.first) ? 2 : 0
    let isBigEndian: Bool
    switch bytes.prefix(2) {
    case [0xFF, 0xFE], [UInt8(ascii: "<"), 0]: isBigEndian = false
    case [0xFE, 0xFF], [0, UInt8(ascii: "<")]: isBigEndian = true
    default: return nil
    }
    let units = stride(from: start, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    if bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) {
      return Array(text.utf8)
    }
    // The text before the first replaced unit.
    let valid = String(decoding: units, as: UTF16.self).unicodeScalars.prefix { $0 != "\u{FFFD}" }
    let text = Array(String(valid).utf8)
    throw error(
      "the file is not valid UTF-16; save the file as UTF-8", bytes: text, at: text.count, file)
  }

  /// The pseudo-attribute `encoding` of the XML declaration, and its value.
  private static func declaredEncoding(of bytes: [UInt8]) -> (
    whole: Range<Int>, value: Range<Int>
  )? {
    let start = bytes.starts(with: GraphText.byteOrderMark) ? 3 : 0
    guard bytes[start...].starts(with: "<?xml".utf8), bytes.count > start + 5,
      Byte.isSpace(bytes[start + 5]),
      let end = bytes.firstIndex(of: UInt8(ascii: ">")),
      let key = bytes[..<end].firstRange(of: Array("encoding".utf8))?.lowerBound,
      let open = bytes[key..<end].firstIndex(where: { $0 == Byte.quote || $0 == Byte.apostrophe }),
      let close = bytes[(open + 1)..<end].firstIndex(of: bytes[open])
    else { return nil }
    return (key..<close + 1, open + 1..<close)
  }

  /// Encodings that extend ASCII, so that markup reads the same.
  private static func singleByteEncoding(_ name: String) -> String.Encoding? {
    if ["iso-8859-1", "latin1", "latin-1"].contains(name) { return .isoLatin1 }
    // Core Foundation numbers the parts of ISO 8859 from 0x201, and the code pages from 0x500.
    if name.hasPrefix("iso-8859-"), let part = UInt(name.dropFirst(9)), 2...16 ~= part {
      return String.Encoding(rawValue: 0x8000_0200 + part)
    }
    let pages = ["1252", "1250", "1251", "1253", "1254", "1255", "1256", "1257", "1258"]
    guard name.hasPrefix("windows-"), let page = pages.firstIndex(of: String(name.dropFirst(8)))
    else { return nil }
    return String.Encoding(rawValue: 0x8000_0500 + UInt(page))
  }

  private static func error(
    _ message: String, bytes: [UInt8], at offset: Int, _ file: String
  ) -> Diagnostic { Diagnostic(message, at: GraphText.location(at: offset, in: bytes, file)) }
}
