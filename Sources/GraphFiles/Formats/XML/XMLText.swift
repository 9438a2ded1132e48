import ForceLabGraphs
import ForceLabSettings

/// Refuses valid XML on which Foundation's parser on Linux reads a null pointer.
/// The check includes comments and CDATA sections, so it may refuse a harmless file in rare cases.
extension GraphText {
  func checkXML() throws(Diagnostic) {
    for word in ["<!ENTITY", "<!ATTLIST", "<!NOTATION"] {
      guard let offset = firstOffset(of: word) else { continue }
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

/// Converts positions of libxml2 into locations in the text. libxml2 reports an element at the end of
/// its tag, and does not count a byte order mark or lone carriage returns.
struct XMLPlaces {
  let text: GraphText

  static func place(line: Int, column: Int) -> Int { max(0, line) << 32 | max(0, column) }

  func location(_ place: Int) -> Location { text.location(at: offset(of: place)) }

  func elementLocation(_ place: Int) -> Location {
    let end = offset(of: place)
    let start = text.bytes[text.start..<end].lastIndex(of: UInt8(ascii: "<"))
    return text.location(at: start ?? end)
  }

  private func offset(of place: Int) -> Int {
    let (line, column) = (place >> 32, place & 0xFFFF_FFFF)
    var offset = text.start
    var lines = 1
    while lines < line, offset < text.bytes.count {
      if text.bytes[offset] == Byte.newline { lines += 1 }
      offset += 1
    }
    var columns = 1
    while columns < column, offset < text.bytes.count, text.bytes[offset] != Byte.newline {
      offset += 1
      while offset < text.bytes.count, 0x80...0xBF ~= text.bytes[offset] { offset += 1 }
      columns += 1
    }
    return offset
  }
}
