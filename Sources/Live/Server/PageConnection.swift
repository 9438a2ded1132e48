import ForceLabSettings
import Foundation
import Synchronization

/// The connection of a page: its requests go to the session, and what the session has for it goes out.
struct PageConnection {
  let socket: BufferedSocket
  let session: LiveSession
  let outbox = Outbox()

  /// Until the page or the server ends the connection.
  func serve() async {
    session.add(outbox)
    await withTaskGroup { group in
      group.addTask { await write() }
      group.addTask {
        do {
          try await read()
        } catch let error as WebSocketCloseError {
          outbox.close(error)
        } catch {
          socket.end()
          outbox.close(.byPage)
        }
      }
    }
    session.remove(outbox)
  }

  private func write() async {
    while let (frame, isLast) = await outbox.next() {
      // A page that has gone reads nothing.
      guard (try? await socket.write(frame)) != nil, !isLast else { break }
    }
    outbox.end()
    socket.end()
  }

  private func read() async throws {
    var reader = WebSocketReader(socket)
    var bucket = TokenBucket()
    while true {
      let message = try await reader.next()
      guard bucket.take() else { throw WebSocketCloseError.tooMany }
      switch message {
      case .close: throw WebSocketCloseError.byPage
      case .ping(let payload): outbox.pong(payload)
      case .text("drawn"):
        outbox.acknowledge()
        session.wakeUp()
      case .text(let text):
        do {
          try await session.submit(text, from: outbox)
        } catch let error as Diagnostic {
          outbox.send(.error(error))
        }
      }
    }
  }
}

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

/// A token bucket: a page may send 4000 messages at once, and then 1000 per second, more than hands can make.
struct TokenBucket {
  private static let capacity = 4000.0
  private static let perSecond = 1000.0

  private var left = capacity
  private var last = ContinuousClock.now

  mutating func take() -> Bool {
    let now = ContinuousClock.now
    let seconds = last.duration(to: now) / .seconds(1)
    left = min(Self.capacity, left + seconds * Self.perSecond) - 1
    last = now
    return left >= 0
  }
}
