import ForceLabGraphs
import ForceLabSettings
import Foundation

/// Converts an XML file to UTF-8, so that all positions and checks refer to the same bytes.
enum XMLEncoding {
  /// `bytes` in UTF-8, by their byte order mark or the encoding in the XML declaration. That
  /// encoding is blanked out if it is another one.
  /// Throws if the encoding is unknown, or if `bytes` do not have the declared encoding.
  static func utf8(_ bytes: [UInt8], file: String) throws(Diagnostic) -> [UInt8] {
    if let isBigEndian = isBigEndianUTF16(bytes) {
      let text = try utf16(bytes, isBigEndian: isBigEndian, file)
      guard let encoding = declaredEncoding(of: text) else { return text }
      guard isUTF16(name(encoding.value, text)) else {
        throw mismatch(encoding.value, text, "UTF-16", file)
      }
      return blank(encoding.whole, in: text)
    }
    guard let encoding = declaredEncoding(of: bytes) else { return bytes }
    let name = name(encoding.value, bytes)
    if ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) { return bytes }
    let known = singleByteEncoding(name)
    guard let known, !bytes.starts(with: GraphText.byteOrderMark) else {
      guard known == nil, !isUTF16(name) else {
        throw mismatch(encoding.value, bytes, "UTF-8", file)
      }
      throw error(
        "unsupported encoding '\(name.excerpt)'; save the file as UTF-8", bytes,
        at: encoding.value.lowerBound, file)
    }
    let plain = blank(encoding.whole, in: bytes)
    guard let first = plain.firstIndex(where: { $0 >= 0x80 }) else { return plain }
    guard let text = String(bytes: plain, encoding: known) else {
      throw error(
        "the file is not \(name), as declared; save the file as UTF-8", bytes, at: first, file)
    }
    return Array(text.utf8)
  }

  /// Nil if `bytes` are not UTF-16.
  private static func isBigEndianUTF16(_ bytes: [UInt8]) -> Bool? {
    switch bytes.prefix(2) {
    case [0xFF, 0xFE], [UInt8(ascii: "<"), 0]: false
    case [0xFE, 0xFF], [0, UInt8(ascii: "<")]: true
    default: nil
    }
  }

  private static func utf16(_ bytes: [UInt8], isBigEndian: Bool, _ file: String)
    throws(Diagnostic) -> [UInt8]
  {
    let start = bytes[0] == UInt8(ascii: "<") || bytes[0] == 0 ? 0 : 2
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
    throw error("the file is not valid UTF-16; save the file as UTF-8", text, at: text.count, file)
  }

  /// The pseudo-attribute `encoding` of the XML declaration, and its value.
  private static func declaredEncoding(of bytes: [UInt8]) -> (
    whole: Range<Int>, value: Range<Int>
  )? {
    let start = bytes.starts(with: GraphText.byteOrderMark) ? 3 : 0
    guard bytes[start...].starts(with: "<?xml ".utf8),
      let end = bytes.firstIndex(of: UInt8(ascii: ">")),
      let key = offset(of: "encoding", in: bytes[..<end]),
      let open = bytes[key..<end].firstIndex(where: isQuote),
      let close = bytes[(open + 1)..<end].firstIndex(of: bytes[open])
    else { return nil }
    return (key..<close + 1, open + 1..<close)
  }

  private static func offset(of word: String, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: word.utf8) }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == Byte.quote || byte == Byte.apostrophe
  }

  private static func name(_ range: Range<Int>, _ bytes: [UInt8]) -> String {
    String(decoding: bytes[range], as: UTF8.self).lowercased()
  }

  private static func blank(_ range: Range<Int>, in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for place in range where !Byte.isLineEnd(bytes[place]) { bytes[place] = Byte.space }
    return bytes
  }

  private static func isUTF16(_ name: String) -> Bool {
    ["utf-16", "utf-16le", "utf-16be", "utf16", "iso-10646-ucs-2"].contains(name)
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

  private static func mismatch(
    _ encoding: Range<Int>, _ bytes: [UInt8], _ found: String, _ file: String
  ) -> Diagnostic {
    error(
      "the declared encoding is '\(String(decoding: bytes[encoding], as: UTF8.self).excerpt)', "
        + "but the file is \(found); correct it", bytes, at: encoding.lowerBound, file)
  }

  private static func error(
    _ message: String, _ bytes: [UInt8], at offset: Int, _ file: String
  ) -> Diagnostic {
    Diagnostic(message, at: GraphText.location(at: offset, in: bytes, file))
  }
}
