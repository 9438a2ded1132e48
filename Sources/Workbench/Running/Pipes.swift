import Foundation
import SystemPackage

/// Writes all of `data`; false if nobody reads it any more.
func writeAll(_ data: Data, to descriptor: CInt) -> Bool {
  (try? FileDescriptor(rawValue: descriptor).writeAll(data)) != nil
}

/// The bytes that there are to read, at most 64 KiB, waiting for the first; nil at the end.
func readSome(from descriptor: CInt) -> [UInt8]? {
  let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
    let space = UnsafeMutableRawBufferPointer(buffer)
    count = (try? FileDescriptor(rawValue: descriptor).read(into: space)) ?? 0
  }
  return bytes.isEmpty ? nil : bytes
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

extension Pipe {
  /// All that is written to it until the last who could write has closed it; what can be read if it
  /// breaks. (Foundation's own reading traps where a signal interrupts it.)
  public func readToEnd() -> Data {
    var data = Data()
    while let bytes = readSome(from: fileHandleForReading.fileDescriptor) { data += bytes }
    return data
  }
}
