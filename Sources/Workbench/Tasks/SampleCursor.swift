import ForceLabFiles
import ForceLabSettings
import Foundation

/// Reads the rows of trials from `samples.csv`, whose trials are in the order of their numbers, once from
/// its beginning to its end.
struct SampleCursor {
  private let file: ReadFile?
  private var position = 0
  /// The bytes of the file from `position` on that were read.
  private var buffer = Data()
  private static let chunk = 1 << 20

  init(_ folder: Folder) throws(Diagnostic) {
    file = try ReadFile(SampleFile.name, in: folder)
    _ = try nextLine()
  }

  /// The rows of `trial`, which must be after that of the last call.
  mutating func rows(of trial: Int) throws(Diagnostic) -> Data {
    var rows = Data()
    while let number = try nextTrial(), number <= trial, let line = try nextLine() {
      if number == trial { rows += line }
    }
    return rows
  }

  private mutating func nextTrial() throws(Diagnostic) -> Int? {
    if buffer.count < 20 { try fill() }
    return Int(
      String(decoding: buffer.prefix(20).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self))
  }

  /// The next line with its end; nil at the end of the file.
  private mutating func nextLine() throws(Diagnostic) -> Data? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(buffer[...end])
        buffer = buffer[(end + 1)...]
        return line
      }
      let before = buffer.count
      try fill()
      if buffer.count == before { return nil }
    }
  }

  private mutating func fill() throws(Diagnostic) {
    guard let file else { return }
    let bytes = try file.bytes(position..<min(file.size, position + Self.chunk))
    position += bytes.count
    buffer = Data(buffer) + bytes
  }
}
