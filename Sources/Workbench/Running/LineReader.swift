import ForceLabSettings

/// Splits what is read from a descriptor into lines.
struct LineReader {
  let descriptor: CInt
  private var bytes: [UInt8] = []

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Reads what is available, waiting for it; false at the end of the file.
  mutating func read() throws(SystemError) -> Bool {
    let some = try readSome(from: descriptor)
    bytes += some
    return !some.isEmpty
  }

  /// Removes the next line and the bytes after it, as many as `size` returns for the line, if all were
  /// read. Returns the line without its end.
  mutating func next(
    followedBy size: ([UInt8]) -> Int = { _ in 0 }
  ) -> (line: [UInt8], rest: [UInt8])? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = Array(bytes[..<end])
    let size = size(line)
    guard bytes.count - (end + 1) >= size else { return nil }
    defer { bytes.removeFirst(end + 1 + size) }
    return (line, Array(bytes[(end + 1)...].prefix(size)))
  }
}
