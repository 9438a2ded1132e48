import ForceLabSettings

/// What is XML, but Foundation's reader of it on Linux reads a text from the null pointer there.
///
/// Comments and CDATA sections are looked into as well: what is refused there in vain is rare.
extension GraphText {
  /// Throws where XML stands that cannot be read, or that would have to be understood.
  func checkXML() throws(Diagnostic) {
    for word in ["<!ENTITY", "<!ATTLIST", "<!NOTATION"] {
      guard let offset = firstOffset(of: word) else { continue }
      throw error(
        word == "<!ENTITY"
          ? "entity declarations are not read; write out the text they stand for"
          : "declarations such as \(word) are not read; remove the part of <!DOCTYPE in brackets",
        at: offset)
    }
    if let instruction = firstEmptyInstruction {
      throw error(
        "processing instructions without content are not read; remove \(excerpt(instruction))",
        at: instruction.lowerBound)
    }
    if let encoding = declaredEncoding, !Self.isExtendedASCII(string(encoding)) {
      throw error(
        "the file says that its encoding is '\(excerpt(encoding))', but it is UTF-8; correct it",
        at: encoding.lowerBound)
    }
  }

  /// The first `<?name?>`.
  private var firstEmptyInstruction: Range<Int>? {
    var start = self.start
    while let first = bytes[start...].firstIndex(of: UInt8(ascii: "<")) {
      start = first + 1
      guard bytes[start...].first == Self.mark,
        let last = bytes[(start + 1)...].firstIndex(where: Self.endsName),
        bytes[last...].starts(with: [Self.mark, UInt8(ascii: ">")])
      else { continue }
      return first..<last + 2
    }
    return nil
  }

  /// What stands behind `encoding=` in the `<?xml` at the start.
  private var declaredEncoding: Range<Int>? {
    let text = bytes[start...]
    guard text.starts(with: Array("<?xml".utf8)),
      let end = text.firstIndex(of: UInt8(ascii: ">")),
      let key = firstOffset(of: "encoding"), key < end
    else { return nil }
    let value = text[key..<end].split(separator: UInt8(ascii: "="), maxSplits: 1).dropFirst().first
    return value?.split(whereSeparator: { Byte.isBlank($0) || $0 == Byte.quote || $0 == 0x27 })
      .first.map { $0.startIndex..<$0.endIndex }
  }

  private static let mark = UInt8(ascii: "?")

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == mark || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || Byte.isBlank(byte)
      || Byte.isLineEnd(byte)
  }

  /// Whether ASCII means the same in the encoding called `name`, so that markup is seen as what it is.
  private static func isExtendedASCII(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["utf-8", "utf8", "us-ascii", "ascii", "latin1"].contains(name)
      || name.hasPrefix("iso-8859-") || name.hasPrefix("windows-125")
  }
}
