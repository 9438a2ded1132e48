import ForceLabGraphs
import ForceLabSettings

/// Refuses valid XML on which Foundation's parser on Linux reads a null pointer.
/// The check includes comments and CDATA sections, so it may refuse a harmless file in rare cases.
extension GraphText {
  func checkXML() throws(Diagnostic) {
    for word in ["<!ENTITY", "<!ATTLIST", "<!NOTATION"] {
      guard let offset = Self.offset(of: word, in: bytes[...]) else { continue }
      throw error(
        word == "<!ENTITY"
          ? "entity declarations are not supported; replace entities by their text"
          : "\(word) is not supported; remove the part of <!DOCTYPE in brackets", at: offset)
    }
    if let instruction = firstEmptyInstruction {
      throw error(
        "processing instructions without content are not supported; remove \(excerpt(instruction))",
        at: instruction.lowerBound)
    }
  }

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

  private static let mark = UInt8(ascii: "?")

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == mark || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || Byte.isBlank(byte)
      || Byte.isLineEnd(byte)
  }
}

/// Positions of libxml2 as locations in the text. libxml2 reports an element at the end of its tag, and
/// does not count a byte order mark or lone carriage returns.
extension GraphText {
  /// The location of the element whose tag ends at `place`, the line above 32 bits of the column.
  func elementLocation(_ place: Int) -> Location {
    let end = offset(ofXML: place)
    return location(at: bytes[start..<end].lastIndex(of: UInt8(ascii: "<")) ?? end)
  }

  func offset(ofXML place: Int) -> Int {
    let (line, column) = (place >> 32, place & 0xFFFF_FFFF)
    var offset = start
    var lines = 1
    while lines < line, offset < bytes.count {
      if bytes[offset] == Byte.newline { lines += 1 }
      offset += 1
    }
    var columns = 1
    while columns < column, offset < bytes.count, bytes[offset] != Byte.newline {
      offset += 1
      while offset < bytes.count, 0x80...0xBF ~= bytes[offset] { offset += 1 }
      columns += 1
    }
    return offset
  }
}
