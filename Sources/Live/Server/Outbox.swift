import Foundation
import Synchronization

/// What waits to be sent to a page. It never grows: of each kind of message the newest replaces the
/// older one, and a frame is only accepted after the page has acknowledged the one before it.
final class Outbox: Sendable {
  private struct State {
    var messages: [PageMessage] = []
    var frame: Data?
    var pong: [UInt8]?
    var closeError: WebSocketCloseError?
    /// Whether the page has drawn the last frame.
    var isReady = false
    /// The number of the last frame.
    var version = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// Sends `message` after all that wait, in place of a waiting one of the same type.
  func send(_ message: PageMessage) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.messages.removeAll { $0.type == message.type }
      state.messages.append(message)
    }
    wake.yield()
  }

  func pong(_ payload: [UInt8]) {
    state.withLock { $0.pong = payload }
    wake.yield()
  }

  func close(_ error: WebSocketCloseError) {
    state.withLock { if $0.closeError == nil { $0.closeError = error } }
    wake.yield()
  }

  /// Nothing is sent any more.
  func end() { state.withLock { $0.isClosed = true } }

  func acknowledge() { state.withLock { $0.isReady = true } }

  /// Whether the page is ready for the frame `version`, which it has not had.
  func wants(_ version: Int) -> Bool {
    state.withLock { $0.isReady && !$0.isClosed && $0.version < version }
  }

  /// Sends the frame `version` if the page wants it. The graph that it belongs to must be sent before.
  func offer(_ frame: Data, version: Int) {
    let isTaken = state.withLock { state in
      guard state.isReady, !state.isClosed, state.version < version else { return false }
      (state.isReady, state.frame, state.version) = (false, frame, version)
      return true
    }
    if isTaken { wake.yield() }
  }

  /// The next frame of the protocol, and whether it is the last; waits until there is one. Nil at the end.
  func next() async -> (frame: Data, isLast: Bool)? {
    var iterator = wakes.makeAsyncIterator()
    while true {
      if let found = state.withLock({ Self.take(from: &$0) }) { return found }
      guard await iterator.next() != nil else { return nil }
    }
  }

  private static func take(from state: inout State) -> (frame: Data, isLast: Bool)? {
    if let payload = state.pong {
      state.pong = nil
      return (WebSocketFrame.pong(payload), false)
    }
    if let error = state.closeError {
      state.isClosed = true
      return (WebSocketFrame.close(error), true)
    }
    if !state.messages.isEmpty {
      return (WebSocketFrame.text(state.messages.removeFirst().text), false)
    }
    guard let frame = state.frame else { return nil }
    state.frame = nil
    return (WebSocketFrame.binary(frame), false)
  }
}
