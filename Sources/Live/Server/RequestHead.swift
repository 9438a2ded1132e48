import FlyingFox
import Foundation

/// The head of a request. FlyingFox reads heads of any length, this at most `maxBytes` bytes.
struct RequestHead {
  static let maxBytes = 16_384
  static let secondsToRead = 10.0

  let method: String
  let path: String
  /// The names are in lower case. No name occurs twice.
  let headers: [String: String]

  /// Throws a `Refusal` if the head is too long or malformed, and the errors of the socket.
  static func read(from socket: BufferedSocket) async throws -> RequestHead {
    let end = Array("\r\n\r\n".utf8)
    var bytes: [UInt8] = []
    while true {
      // One by one at the end only: what follows the head belongs to the next protocol.
      bytes += try await socket.read(atMost: 1)
      if bytes.last == end.last, bytes.suffix(end.count) == end[...] { break }
      if bytes.count >= maxBytes { throw Refusal(431, "The request is too long.") }
    }
    guard let text = String(validating: bytes.dropLast(end.count), as: UTF8.self) else {
      throw Refusal(400, "The request is not UTF-8.")
    }
    return try RequestHead(text)
  }

  init(_ text: String) throws(Refusal) {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      throw Refusal(400, "The request line is malformed.")
    }
    (method, path) = (String(words[0]), String(words[1].prefix { $0 != "?" && $0 != "#" }))
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
        throw Refusal(400, "A header is malformed.")
      }
      let name = line[..<colon].lowercased()
      guard headers[name] == nil, !name.contains(where: \.isWhitespace) else {
        throw Refusal(400, "A header is malformed or given twice.")
      }
      headers[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    self.headers = headers
    guard method == "GET" else { throw Refusal(405, "Only GET is allowed.") }
    guard (headers["content-length"] ?? "0") == "0", headers["transfer-encoding"] == nil else {
      throw Refusal(400, "A request with a body is not allowed.")
    }
  }

  /// The same request as a value of FlyingFox, which answers the WebSocket handshake.
  var request: HTTPRequest {
    let headers = Dictionary(firstOf: self.headers.map { (HTTPHeader($0.key), $0.value) })
    return HTTPRequest(
      method: .GET, version: .http11, path: path, query: [], headers: headers, body: Data())
  }
}

/// Why a request is not answered as asked, with the status of HTTP.
struct Refusal: Error {
  let status: Int
  let text: String

  init(_ status: Int, _ text: String) { (self.status, self.text) = (status, text) }

  static let noPage = Self(404, "This page does not exist.")
}

/// An answer to a request, after which the connection is closed.
struct Answer {
  var status = 200
  var kind = "plain"
  let text: String
  /// The authority of the page, for the addresses that it may connect to.
  var authority = ""

  private static let phrases = [
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    421: "Misdirected Request", 431: "Request Header Fields Too Large", 503: "Service Unavailable",
  ]

  var bytes: Data {
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
      "connect-src 'self'" + (authority.isEmpty ? "" : " ws://\(authority)"), "base-uri 'none'",
      "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]
    let lines = [
      "HTTP/1.1 \(status) \(Self.phrases[status] ?? "Error")",
      "Content-Type: text/\(kind); charset=utf-8",
      "Content-Length: \(text.utf8.count)", "Connection: close", "Cache-Control: no-store",
      "Content-Security-Policy: \(policy.joined(separator: "; "))",
      "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer",
      "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
    ]
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n" + text).utf8)
  }
}
