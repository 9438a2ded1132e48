import ForceLabSettings
import Foundation

/// The lines of a file from some place on, read piece by piece.
package struct FileLines {
  private let file: ReadFile
  /// What was read, the lines of which before `start` were returned.
  private var buffer: [UInt8] = []
  private var start = 0
  /// Where the next line begins in the file.
  package private(set) var position: Int
  private static let chunk = 1 << 20

  package init(_ file: ReadFile, from position: Int = 0) {
    (self.file, self.position) = (file, position)
  }

  /// The next line without its end; nil after the last that was written in full.
  package mutating func next() throws(Diagnostic) -> Data? {
    guard let end = try nextEnd() else { return nil }
    defer {
      position += end + 1 - start
      start = end + 1
    }
    return Data(buffer[start..<end])
  }

  /// The index in the buffer of the end of the next line.
  private mutating func nextEnd() throws(Diagnostic) -> Int? {
    var searched = start
    while true {
      let end = buffer.withUnsafeBytes { bytes -> Int? in
        guard let base = bytes.baseAddress,
          let found = memchr(base + searched, CInt(UInt8(ascii: "\n")), bytes.count - searched)
        else { return nil }
        return UnsafeRawPointer(found) - base
      }
      if let end { return end }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      let more = try file.bytes(position + buffer.count..<position + buffer.count + Self.chunk)
      if more.isEmpty { return nil }
      buffer += more
    }
  }
}
