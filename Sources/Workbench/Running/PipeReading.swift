import Foundation

struct SystemError: Error, CustomStringConvertible {
  let code: CInt

  /// The last error of a system call in this thread, or that of `code`.
  init(_ code: CInt = errno) { self.code = code }
  var description: String { String(cString: strerror(code)) }
}

/// The result of `call`, which is repeated while signals interrupt it. Throws if it is negative.
@discardableResult
func check<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemError() }
  }
}

func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: CInt) throws(SystemError) {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = try check { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
    rest = rest.dropFirst(count)
  }
}

/// The bytes that can be read now, at most 64 KiB; waits for the first. Nil at the end of the file.
func readSome(from descriptor: CInt) -> [UInt8]? {
  let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
    let start = buffer.baseAddress
    count = (try? check { read(descriptor, start, 1 << 16) }) ?? 0
  }
  return bytes.isEmpty ? nil : bytes
}

/// Whether a read would not wait, also at the end of the file.
func isReadable(_ descriptor: CInt) -> Bool {
  var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&event, 1, 0) > 0
}

struct LineReader {
  let descriptor: CInt
  private var bytes: [UInt8] = []

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Reads what is available, waiting for it; false at the end of the file.
  mutating func read() -> Bool {
    guard let some = readSome(from: descriptor) else { return false }
    bytes += some
    return true
  }

  /// Removes the next line and the bytes after it, as many as `size` tells for the line, if all were
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

extension Pipe {
  /// Reads until every writer has closed the pipe. Foundation's own reading traps on signals.
  public func readToEnd() -> Data {
    var data = Data()
    while let bytes = readSome(from: fileHandleForReading.fileDescriptor) { data += bytes }
    return data
  }
}
