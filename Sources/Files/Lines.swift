import ForceLabSettings
import Foundation

/// Splits bytes that come in pieces, such as what is read from a pipe, into lines.
package struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Where the next line begins in `bytes`.
  private var start = 0

  package init() {}

  package mutating func append(_ piece: some Collection<UInt8>) {
    bytes.removeFirst(start)
    start = 0
    bytes += piece
  }

  /// Removes the next line and the bytes after it, as many as `size` returns for the line, if all are
  /// there. Returns the line without its end.
  package mutating func next(
    followedBy size: ([UInt8]) -> Int = { _ in 0 }
  ) -> (line: [UInt8], rest: [UInt8])? {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = Array(bytes[start..<end])
    let rest = size(line)
    guard bytes.count - end - 1 >= rest else { return nil }
    start = end + 1 + rest
    return (line, Array(bytes[end + 1..<start]))
  }
}

/// The lines of a file from some place on, read piece by piece.
package struct FileLines {
  private let file: ReadFile
  private var lines = LineBuffer()
  /// Up to where the file was read.
  private var end: Int
  package private(set) var position: Int

  package init(_ file: ReadFile, from position: Int = 0) {
    (self.file, self.position, end) = (file, position, position)
  }

  /// The next line without its end; nil after the last that was written in full.
  package mutating func next() throws(Diagnostic) -> Data? {
    while true {
      if let (line, _) = lines.next() {
        position += line.count + 1
        return Data(line)
      }
      let more = try file.bytes(end..<end + 1 << 20)
      if more.isEmpty { return nil }
      end += more.count
      lines.append(more)
    }
  }
}
