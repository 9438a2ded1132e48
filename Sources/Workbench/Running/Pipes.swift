import Foundation

/// Writes all of `data`; false if nobody reads it any more.
func writeAll(_ data: Data, to descriptor: CInt) -> Bool {
  var rest = data[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno != EINTR { return false }
    rest = rest.dropFirst(max(0, count))
  }
  return true
}

/// The bytes that there are to read, at most 64 KiB, waiting for the first; nil at the end.
func readSome(from descriptor: CInt) -> [UInt8]? {
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 && errno == EINTR { continue }
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

/// Whether something can be read now, be it the end.
func isReadable(_ descriptor: CInt) -> Bool {
  var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&event, 1, 0) > 0
}

/// Puts what comes in together again, line by line.
struct LineBuffer {
  private var bytes = Data()

  /// Reads what there is, waiting for it; false at the end.
  mutating func read(from descriptor: CInt) -> Bool {
    guard let some = readSome(from: descriptor) else { return false }
    bytes.append(contentsOf: some)
    return true
  }

  /// The next line that is whole.
  mutating func next() -> Data? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { bytes = Data(bytes[bytes.index(after: end)...]) }
    return Data(bytes[..<end])
  }
}
