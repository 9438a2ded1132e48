import FlyingSocks
import Foundation
import Synchronization

/// The connection to a browser: a socket and the bytes that were read ahead.
///
/// One task may read and another write at the same time. `end` wakes both; `close` must come after both
/// have returned, because the socket's number can then be that of another connection.
final class BufferedSocket: Sendable {
  private let socket: AsyncSocket
  private let isOpen = Mutex(true)
  private let ahead = Mutex<ArraySlice<UInt8>>([])

  init(_ socket: AsyncSocket) { self.socket = socket }

  /// The next bytes, at least one and at most `limit`. Throws at the end of the connection.
  func read(atMost limit: Int) async throws -> ArraySlice<UInt8> {
    if ahead.withLock(\.isEmpty) {
      let bytes = try await socket.read(atMost: 4096)
      guard !bytes.isEmpty else { throw SocketError.disconnected }
      ahead.withLock { $0 = bytes[...] }
    }
    return ahead.withLock { bytes in
      defer { bytes = bytes.dropFirst(limit) }
      return bytes.prefix(limit)
    }
  }

  /// Exactly `count` bytes.
  func read(count: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += try await read(atMost: count - bytes.count) }
    return bytes
  }

  func write(_ data: Data) async throws { try await socket.write(data) }

  /// Ends the connection: reads and writes throw.
  func end() {
    isOpen.withLock { if $0 { _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) } }
  }

  func close() {
    isOpen.withLock {
      // The connection is over whether or not the system reports an error.
      if $0 { try? socket.close() }
      $0 = false
    }
  }

  /// Ends the connection unless `body` returns within `seconds`.
  func limit<Result>(seconds: Double, _ body: () async throws -> Result) async throws -> Result {
    let watch = Task { [self] in
      try await Task.sleep(for: .seconds(seconds))
      end()
    }
    defer { watch.cancel() }
    return try await body()
  }
}
