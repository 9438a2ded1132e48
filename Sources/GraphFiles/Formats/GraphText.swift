import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

package struct GraphText {
  package let bytes: [UInt8]
  package let file: String
  /// The offset of the first byte after a byte order mark.
  let start: Int

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Checked before memory is allocated.
  static let nodeLimit = 100_000_000

  /// Throws if `bytes` are not UTF-8 or contain a NUL.
  package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    self.bytes = bytes
    self.file = file
    start = bytes.starts(with: Self.byteOrderMark) ? 3 : 0
    if let nul = bytes.firstIndex(of: 0) {
      throw error("not a text file: it contains a NUL byte; use a text file", at: nul)
    }
    let isASCII = bytes.withUnsafeBufferPointer { $0.reduce(UInt8(0)) { $0 | $1 } } < 0x80
    if !isASCII, let offset = Self.firstInvalid(bytes) {
      let byte = String(bytes[offset], radix: 16, uppercase: true)
      throw error("the byte 0x\(byte) is not valid UTF-8; save the file as UTF-8", at: offset)
    }
  }

  /// Throws if `bytes` are not in the encoding that they declare.
  init(xml bytes: [UInt8], file: String) throws(Diagnostic) {
    try self.init(XMLEncoding.utf8(bytes, file: file), file: file)
  }

  /// Cost: linear in the offset; for messages only.
  package func location(at offset: Int) -> Location { Self.location(at: offset, in: bytes, file) }

  static func location(at offset: Int, in bytes: [UInt8], _ file: String) -> Location {
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    var (line, column) = (1, 1)
    for index in start..<max(start, min(offset, bytes.count)) {
      switch bytes[index] {
      case Byte.newline: (line, column) = (line + 1, 1)
      case Byte.carriageReturn where index + 1 == bytes.count || bytes[index + 1] != Byte.newline:
        (line, column) = (line + 1, 1)
      case 0x80...0xBF: continue
      default: column += 1
      }
    }
    return Location(file: file, line: line, column: column)
  }

  func error(_ message: String, at offset: Int) -> Diagnostic {
    Diagnostic(message, at: location(at: offset))
  }

  func error(_ message: String, at range: Range<Int>) -> Diagnostic {
    error(message, at: range.lowerBound)
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// For messages: shortened if it is long.
  func excerpt(_ range: Range<Int>) -> String { string(range.prefix(400)).excerpt }

  /// What `make` returns. An error of it is one of the file.
  func graph(_ make: () throws(ParameterError) -> Graph) throws(Diagnostic) -> Graph {
    do { return try make() } catch { throw Diagnostic(error.message, at: Location(file: file)) }
  }

  private static func firstInvalid(_ bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    return min(offset, bytes.count - 1)
  }
}

enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let brace = UInt8(ascii: "{")
  static let backslash = UInt8(ascii: "\\")
  static let hash = UInt8(ascii: "#")
  static let percent = UInt8(ascii: "%")
  static let comma = UInt8(ascii: ",")
  static let semicolon = UInt8(ascii: ";")
  static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || digits.contains(byte)
  }
  static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == newline || byte == carriageReturn }
  static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || isLineEnd(byte) }
}
