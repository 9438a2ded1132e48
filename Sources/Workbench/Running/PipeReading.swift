import Foundation
import SystemPackage

/// Writes all of `bytes`; returns false if the other end is closed.
func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: CInt) -> Bool {
  (try? FileDescriptor(rawValue: descriptor).writeAll(bytes)) != nil
}

/// The bytes that can be read now, at most 64 KiB; waits for the first. Nil at the end of the file.
func readSome(from descriptor: CInt) -> [UInt8]? {
  let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
    let space = UnsafeMutableRawBufferPointer(buffer)
    count = (try? FileDescriptor(rawValue: descriptor).read(into: space)) ?? 0
  }
  return bytes.isEmpty ? nil : bytes
}

/// Whether a read would not wait, also at the end of the file.
func isReadable(_ descriptor: CInt) -> Bool {
  var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&event, 1, 0) > 0
}

/// Reads a file line by line.
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

  /// Removes the next complete line from what was read, and returns it without its end.
  mutating func next() -> [UInt8]? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { bytes.removeSubrange(...end) }
    return Array(bytes[..<end])
  }
}

extension Pipe {
  /// All bytes until every writer has closed the pipe. (Foundation's own reading traps when a signal
  /// interrupts it.)
  public func readToEnd() -> Data {
    var data = Data()
    while let bytes = readSome(from: fileHandleForReading.fileDescriptor) { data += bytes }
    return data
  }
}
