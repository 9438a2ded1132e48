import ForceLabSettings
import Foundation

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
