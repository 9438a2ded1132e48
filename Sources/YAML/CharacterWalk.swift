import ForceLabSettings

/// Iterates over the characters of UTF-8, or of UTF-16 with a byte order mark, and counts lines and
/// columns like libyaml.
struct CharacterWalk {
  let bytes: UnsafeBufferPointer<UInt8>
  let isWide: Bool
  private let isLittleEndian: Bool
  private(set) var line = 1
  private(set) var column = 0
  /// The bytes of the current character are `start..<end`.
  private(set) var start: Int
  private(set) var end: Int
  private(set) var scalar: Unicode.Scalar?
  private var isAfterBreak = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
    isWide = isLittleEndian || bytes.starts(with: [0xFE, 0xFF])
    start = isWide ? 2 : bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    end = start
  }

  mutating func advance() -> Bool {
    let previous = scalar
    start = end
    (scalar, end) = isWide ? decodeWide(start) : decodeNarrow(start)
    if isAfterBreak, !(previous == "\r" && scalar == "\n") {
      line += 1
      column = 0
    }
    column += 1
    isAfterBreak = scalar?.isLineBreak == true
    return scalar != nil
  }

  private func decodeNarrow(_ index: Int) -> (Unicode.Scalar?, Int) {
    guard index < bytes.count else { return (nil, index) }
    var iterator = bytes[index...].prefix(4).makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return (nil, index + 1) }
    return (scalar, index + UTF8.width(scalar))
  }

  private func decodeWide(_ index: Int) -> (Unicode.Scalar?, Int) {
    guard index + 1 < bytes.count else { return (nil, min(index + 1, bytes.count)) }
    let pairs = stride(from: index, to: min(index + 4, bytes.count - 1), by: 2)
    let units = pairs.map { unit(bytes[$0], bytes[$0 + 1]) }
    var iterator = units.makeIterator()
    var decoder = UTF16()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return (nil, index + 2) }
    return (scalar, index + 2 * UTF16.width(scalar))
  }

  private func unit(_ first: UInt8, _ second: UInt8) -> UInt16 {
    let (high, low) = isLittleEndian ? (second, first) : (first, second)
    return UInt16(high) << 8 | UInt16(low)
  }
}

/// The surroundings of a location where libyaml stopped.
struct Surroundings {
  private(set) var beginsLine = true
  private(set) var isAtEnd = true
  /// The location after the last character that is not blank.
  private(set) var end: Location

  init(of place: Location, in bytes: UnsafeBufferPointer<UInt8>) {
    end = Location(file: place.file, line: 1, column: 1)
    var walk = CharacterWalk(bytes)
    while walk.advance() {
      guard let scalar = walk.scalar, !scalar.properties.isWhitespace else { continue }
      let here = Location(file: place.file, line: walk.line, column: walk.column)
      if here >= place { isAtEnd = false }
      if here.line == place.line, here < place { beginsLine = false }
      end = Location(file: place.file, line: walk.line, column: walk.column + 1)
    }
  }
}

/// The diagnostic for the first character up to byte `offset` that libyaml rejects. libyaml's own
/// marks lag behind.
func encodingProblem(
  in bytes: UnsafeBufferPointer<UInt8>, at offset: Int, file: String
) -> Diagnostic {
  var walk = CharacterWalk(bytes)
  while walk.end <= offset, walk.advance() {}
  let location = Location(file: file, line: walk.line, column: walk.column)
  if let scalar = walk.scalar { return Diagnostic(message(about: scalar), at: location) }
  if walk.isWide {
    return Diagnostic("this is not valid UTF-16; save the file as UTF-8", at: location)
  }
  let byte = walk.start < bytes.count ? bytes[walk.start] : 0
  return Diagnostic(
    "the byte 0x\(hexadecimal(UInt32(byte), digits: 2)) is not valid UTF-8; save the file as UTF-8",
    at: location)
}

private func message(about scalar: Unicode.Scalar) -> String {
  if scalar == "\0" { return "the character U+0000 (NUL) is not allowed in YAML; use a text file" }
  let kind = scalar.properties.generalCategory == .control ? "control character" : "character"
  return "the \(kind) U+\(hexadecimal(scalar.value, digits: 4)) is not allowed in YAML; remove it, "
    + "or write it as an escape in double quotes"
}
