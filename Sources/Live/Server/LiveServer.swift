import FlyingFox
import FlyingSocks
import ForceLabSettings
import Foundation
import Synchronization

/// Serves the page of a live session: its files, and a WebSocket for each page.
///
/// Sockets and their events are those of FlyingFox, as is the handshake. Its readers of requests and
/// frames set no limit to their length, so this server has its own.
public final class LiveServer: Sendable {
  /// More connections are refused, so that files and memory do not run out.
  private static let connectionLimit = 64
  private static let pageLimit = 16

  private struct Guests {
    var connections = 0
    var pages: [Outbox] = []
  }

  private let session: LiveSession
  private let rules: AccessRules
  private let socket: Socket
  private let guests = Mutex(Guests())
  private let (stops, stopping) = AsyncStream<Void>.makeStream()

  /// The address of the page, with the token.
  public var url: String { rules.url }

  /// Listens at a port, any that is free if it is nil, of the loopback interface or of `host`, an
  /// address in numbers. `token` is a part of the page's address; random if it is nil.
  /// Throws a `Diagnostic` if that is impossible.
  public init(
    _ session: LiveSession, port: UInt16? = nil, host: String? = nil, token: String? = nil
  ) throws(Diagnostic) {
    self.session = session
    if let token, !AccessRules.isToken(token) {
      throw Diagnostic(
        "the token must have 16 to 128 letters, digits, - and _; choose another, or none", at: nil)
    }
    let name = host ?? "127.0.0.1"
    do {
      socket = try Self.listen(name, port ?? 0)
      let bound = try socket.sockname()
      switch bound {
      case .ip4(_, let port), .ip6(_, let port):
        rules = AccessRules(port: Int(port), host: host, token: token)
      case .unix: throw SocketError.unsupportedAddress
      }
    } catch {
      throw Self.diagnostic(error, host: name, port: port)
    }
  }

  private static func listen(_ host: String, _ port: UInt16) throws -> Socket {
    let isV6 = host.contains(":")
    let socket = try Socket(domain: isV6 ? AF_INET6 : AF_INET)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      if isV6 {
        try socket.bind(to: sockaddr_in6.inet6(ip6: host, port: port))
      } else {
        try socket.bind(to: sockaddr_in.inet(ip4: host, port: port))
      }
      try socket.listen()
      return socket
    } catch {
      try? socket.close()
      throw error
    }
  }

  private static func diagnostic(_ error: any Error, host: String, port: UInt16?) -> Diagnostic {
    guard case SocketError.failed(_, let code, let message)? = error as? SocketError else {
      return Diagnostic("cannot listen at \(host): \(error)", at: nil)
    }
    switch code {
    case EADDRINUSE:
      return Diagnostic(
        "port \(port ?? 0) is in use; choose another with --port, or leave --port out", at: nil)
    case EACCES:
      return Diagnostic(
        "port \(port ?? 0) needs the rights of an administrator; use one from 1024", at: nil)
    case EADDRNOTAVAIL:
      return Diagnostic("this machine has no address \(host); use one of its own", at: nil)
    case _ where message.isEmpty || code == 0:
      return Diagnostic("'\(host)' is not an address; use one such as 0.0.0.0", at: nil)
    default: return Diagnostic("cannot listen at \(host): \(message)", at: nil)
    }
  }

  /// Ends `run`.
  public func stop() { stopping.finish() }

  /// Serves until `stop`. Then informs all pages that the server ends, and closes the connections.
  public func run() async throws {
    let pool = HTTPServer.defaultPool()
    try await pool.prepare()
    let door = try AsyncSocket(socket: socket, pool: pool)
    session.start()
    await withTaskGroup { group in
      group.addTask { try? await pool.run() }
      group.addTask { await self.accept(at: door) }
      for await _ in stops {}
      let pages = guests.withLock { $0.pages }
      for page in pages { page.close(.serverEnds) }
      if !pages.isEmpty { try? await Task.sleep(for: .milliseconds(200)) }
      group.cancelAll()
    }
    session.end()
    try? socket.close()
  }

  private func accept(at door: AsyncSocket) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        do {
          let socket = BufferedSocket(try await door.accept())
          guard enter() else {
            socket.close()
            continue
          }
          group.addTask {
            await self.serve(socket)
            socket.close()
            self.guests.withLock { $0.connections -= 1 }
          }
        } catch {
          // No more files, for example. It may pass.
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
      group.cancelAll()
    }
  }

  private func enter() -> Bool {
    guests.withLock { guests in
      guard guests.connections < Self.connectionLimit else { return false }
      guests.connections += 1
      return true
    }
  }

  private func serve(_ socket: BufferedSocket) async {
    do {
      let head = try await socket.limit(seconds: RequestHead.secondsToRead) {
        try await RequestHead.read(from: socket)
      }
      let isSocket = head.headers["upgrade"] != nil
      let place = try rules.place(of: head, isSocket: isSocket)
      if isSocket {
        guard place == "socket" else { throw Refusal(404, "There is no such page.") }
        return try await servePage(socket, head)
      }
      guard let file = PageFiles.named(place) else {
        throw Refusal(404, "There is no such page.")
      }
      let answer = Answer(
        file.bytes, type: file.type, authority: head.headers["host"] ?? "")
      try await socket.limit(seconds: RequestHead.secondsToRead) {
        try await socket.write(answer.bytes)
      }
    } catch let refusal as Refusal {
      _ = try? await socket.limit(seconds: 1) { try await socket.write(Answer(refusal).bytes) }
    } catch {
      // The browser has gone.
    }
  }

  private func servePage(_ socket: BufferedSocket, _ head: RequestHead) async throws {
    // It only answers; this server does the rest.
    let response = try await WebSocketHTTPHandler(handler: NoFrames()).handleRequest(head.request)
    guard let key = response.headers[.webSocketAccept] else {
      throw Refusal(400, "This is not the handshake of a WebSocket.")
    }
    let page = PageConnection(socket: socket, session: session)
    let isWelcome = guests.withLock { guests in
      guard guests.pages.count < Self.pageLimit else { return false }
      guests.pages.append(page.outbox)
      return true
    }
    guard isWelcome else { throw Refusal(503, "Too many pages are open; close one.") }
    defer { guests.withLock { $0.pages.removeAll { $0 === page.outbox } } }
    let lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(key)",
    ]
    try await socket.write(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    await page.serve()
  }
}

private struct NoFrames: WSHandler {
  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws
    -> AsyncStream<WSFrame>
  {
    AsyncStream { $0.finish() }
  }
}
