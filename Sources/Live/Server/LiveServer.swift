import FlyingFox
import FlyingSocks
import ForceLabPages
import ForceLabReports
import ForceLabSettings
import Foundation
import Synchronization

/// Serves the page of a live session: its files, and a WebSocket for each page.
///
/// Sockets and their events are those of FlyingFox, as is the handshake. Its readers of requests and
/// frames set no limit to their length, so this server has its own.
public final class LiveServer: Sendable {
  /// With more, the oldest one without the token gives way to a new one, so that the page stays reachable.
  private static let maxConnections = 64
  private static let maxPages = 16

  /// The files of the page. There are no others: nothing is read from the disk.
  private static let files: [String: (kind: String, text: String)] = [
    "": ("html", PageFile.livePage.text), "live.css": ("css", PageFile.liveStyle.text),
    "drawing.js": ("javascript", PageScripts.drawing),
    "controls.js": ("javascript", PageFile.liveControlScript.text),
    "live.js": ("javascript", PageFile.liveScript.text),
  ]

  private struct Connections {
    var count = 0
    /// Those that have not shown the token, the oldest first.
    var unauthenticated: [BufferedSocket] = []
    var pages: [Outbox] = []

    mutating func authenticate(_ socket: BufferedSocket) {
      unauthenticated.removeAll { $0 === socket }
    }
  }

  private let session: LiveSession
  private let rules: AccessRules
  private let socket: Socket
  private let connections = Mutex(Connections())
  private let (stops, stopping) = AsyncStream<Void>.makeStream()

  /// The address of the page, with the token.
  public var url: String { rules.url }

  /// Listens at a port of the loopback interface, any that is free if it is nil. `token` is a part of the
  /// page's address; random if it is nil. Throws a `Diagnostic` if that is impossible.
  public init(_ session: LiveSession, port: UInt16? = nil, token: String? = nil)
    throws(Diagnostic)
  {
    self.session = session
    if let token, !AccessRules.isToken(token) {
      throw Diagnostic(
        "the token must have 16 to 128 letters, digits, - and _; choose another, or none", at: nil)
    }
    do {
      socket = try Self.listen(port ?? 0)
      guard case .ip4(_, let port) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
      }
      rules = AccessRules(port: Int(port), token: token)
    } catch {
      throw Diagnostic(Self.problem(error, port: port ?? 0), at: nil)
    }
  }

  private static func listen(_ port: UInt16) throws -> Socket {
    let socket = try Socket(domain: AF_INET)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
      return socket
    } catch {
      // Nothing was sent that could be lost.
      try? socket.close()
      throw error
    }
  }

  private static func problem(_ error: any Error, port: UInt16) -> String {
    guard case SocketError.failed(_, let code, let message)? = error as? SocketError else {
      return "cannot listen at port \(port): \(error)"
    }
    return switch code {
    case EADDRINUSE: "port \(port) is in use; choose another with --port, or leave --port out"
    case EACCES: "port \(port) needs the rights of an administrator; use one from 1024"
    default: "cannot listen at port \(port): \(message)"
    }
  }

  /// Whether a page is open.
  public var hasPage: Bool { connections.withLock { !$0.pages.isEmpty } }

  /// Ends `run`.
  public func stop() { stopping.finish() }

  /// Serves until `stop`. Then informs all pages that the server ends, and closes the connections.
  public func run() async throws {
    let pool = HTTPServer.defaultPool()
    try await pool.prepare()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    session.start()
    await withTaskGroup { group in
      // It fails only if its sockets do, and then their readers and writers fail.
      group.addTask { try? await pool.run() }
      group.addTask { await self.accept(at: listener) }
      for await _ in stops {}
      let pages = connections.withLock { $0.pages }
      for page in pages { page.close(.serverEnds) }
      // A sleep that is canceled is over.
      if !pages.isEmpty { try? await Task.sleep(for: .milliseconds(200)) }
      group.cancelAll()
    }
    session.end()
    // The process ends next.
    try? socket.close()
  }

  private func accept(at listener: AsyncSocket) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        do {
          let socket = BufferedSocket(try await listener.accept())
          guard await enter(socket) else {
            socket.close()
            continue
          }
          group.addTask {
            await self.serve(socket)
            socket.close()
            self.connections.withLock { connections in
              connections.authenticate(socket)
              connections.count -= 1
            }
          }
        } catch {
          // No more files, for example. It may pass. A sleep that is canceled is over.
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
      group.cancelAll()
    }
  }

  /// Whether there is room for a connection, which then counts.
  private func enter(_ socket: BufferedSocket) async -> Bool {
    let isFull = connections.withLock { connections in
      guard connections.count >= Self.maxConnections else { return false }
      connections.unauthenticated.first?.end()
      return !connections.unauthenticated.isEmpty
    }
    // A connection that was ended leaves at once.
    while isFull, !Task.isCancelled, connections.withLock({ $0.count >= Self.maxConnections }) {
      try? await Task.sleep(for: .milliseconds(1))
    }
    return connections.withLock { connections in
      guard connections.count < Self.maxConnections else { return false }
      connections.count += 1
      connections.unauthenticated.append(socket)
      return true
    }
  }

  private func serve(_ socket: BufferedSocket) async {
    do {
      let head = try await socket.limit(seconds: RequestHead.secondsToRead) {
        try await RequestHead.read(from: socket)
      }
      let isSocket = head.headers["upgrade"] != nil
      let path = try rules.path(of: head, isSocket: isSocket)
      connections.withLock { $0.authenticate(socket) }
      if isSocket {
        guard path == "socket" else { throw Refusal.noPage }
        return try await servePage(socket, head)
      }
      guard let file = Self.files[path] else { throw Refusal.noPage }
      let answer = Answer(kind: file.kind, text: file.text, authority: head.headers["host"] ?? "")
      try await socket.limit(seconds: RequestHead.secondsToRead) {
        try await socket.write(answer.bytes)
      }
    } catch let refusal as Refusal {
      // The browser may have gone.
      let answer = Answer(status: refusal.status, text: refusal.text + "\n")
      _ = try? await socket.limit(seconds: 1) { try await socket.write(answer.bytes) }
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
    let isAccepted = connections.withLock { connections in
      guard connections.pages.count < Self.maxPages else { return false }
      connections.pages.append(page.outbox)
      return true
    }
    guard isAccepted else { throw Refusal(503, "Too many pages are open; close one.") }
    defer { connections.withLock { $0.pages.removeAll { $0 === page.outbox } } }
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
