import ForceLabSettings

/// Converts positions of libxml2 into locations in the text. libxml2 reports an element at the end of
/// its tag, and does not count a byte order mark or lone carriage returns.
struct XMLPlaces {
  private let text: GraphText

  init(_ text: GraphText) { self.text = text }

  static func place(line: Int, column: Int) -> Int { max(0, line) << 32 | max(0, column) }

  /// Cost: linear in the text; for messages only.
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
