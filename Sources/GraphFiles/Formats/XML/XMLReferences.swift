import ForceLabSettings

extension GraphText {
  /// Throws if the text in `range` has a reference other than `&amp;`, `&lt;`, `&gt;`, `&quot;`,
  /// `&apos;` and those of a character, such as `&#233;`.
  func checkReferences(in range: Range<Int>) throws(Diagnostic) {
    for start in range where bytes[start] == UInt8(ascii: "&") {
      let name = bytes[(start + 1)..<range.upperBound].prefix { $0 != UInt8(ascii: ";") }.prefix(40)
      guard name.endIndex < range.upperBound, bytes[name.endIndex] == UInt8(ascii: ";"),
        XMLReference.character(String(decoding: name, as: UTF8.self)) != nil
      else {
        throw error(
          "unknown reference '\(excerpt(start..<min(name.endIndex + 1, range.upperBound)))'; "
            + "write & as &amp;, and other characters as they are", at: start)
      }
    }
  }

  /// The text in `range` as a reader of XML has it.
  func xmlString(_ range: Range<Int>, isCDATA: Bool) -> String {
    let lines = xmlLines(in: range)
    return isCDATA ? lines : lines.resolving(XMLReference.character)
  }

  /// The text in `range` with the line ends of XML.
  func xmlLines(in range: Range<Int>) -> String {
    let plain = string(range)
    return plain.utf8.contains(Byte.carriageReturn)
      ? plain.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : plain
  }
}

enum XMLReference {
  /// The character of a reference without `&` and `;`; nil if it is unknown.
  static func character(_ name: String) -> Unicode.Scalar? {
    if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return Entity.character(name) }
    return Entity.numbered(name).flatMap {
      $0.value < 0x20 && !Byte.isSpace(UInt8($0.value)) ? nil : $0
    }
  }
}
