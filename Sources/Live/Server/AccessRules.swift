import Foundation

/// Who may use the server: whoever knows the token, from a page of this server.
struct AccessRules: Sendable {
  /// 128 random bits in hexadecimal, or the text that was given.
  let token: String
  let port: Int
  /// The address of `--host`; nil for the loopback interface.
  let host: String?

  init(port: Int, host: String?, token: String?) {
    (self.port, self.host) = (port, host)
    self.token = token ?? Self.randomToken()
  }

  /// Whether `token` is long enough and can be a part of an address.
  static func isToken(_ token: String) -> Bool {
    (16...128).contains(token.utf8.count)
      && token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
  }

  private static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let bits = (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }
    return bits.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
  }

  var url: String {
    let name = host.map { Self.isEverywhere($0) ? "127.0.0.1" : $0 } ?? "127.0.0.1"
    return "http://\(name.contains(":") ? "[\(name)]" : name):\(port)/\(token)/"
  }

  /// The part of the path after the token. Throws a `Refusal` if the request is not allowed.
  ///
  /// - A `Host` that is the name of another site is refused: a page there may have had its name
  ///   pointed to this machine (DNS rebinding).
  /// - An `Origin` other than this server's is refused. WebSockets must have one, because browsers let
  ///   every page connect to every server.
  func place(of head: RequestHead, isSocket: Bool) throws(Refusal) -> String {
    let authority = head.headers["host"] ?? ""
    guard allows(authority) else {
      throw Refusal(
        421, "This server is not '\(authority.prefix(100))'; use the address it printed.")
    }
    let origin = head.headers["origin"]
    guard origin == "http://\(authority)" || (origin == nil && !isSocket) else {
      throw Refusal(403, "Pages of other sites may not use this server.")
    }
    let parts = head.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    guard let given = parts.first, isRight(given), head.path.hasPrefix("/\(given)/") else {
      throw Refusal(403, "The token is wrong or missing; use the address that the program printed.")
    }
    return parts.count > 1 ? String(parts[1]) : ""
  }

  private func allows(_ authority: String) -> Bool {
    guard authority.hasSuffix(":\(port)") else { return false }
    let name = authority.dropLast(String(port).count + 1).lowercased()
    if ["127.0.0.1", "localhost", "[::1]"].contains(name) { return true }
    guard let host else { return false }
    // No site has a number as its name.
    return name == host || name == "[\(host)]" || (Self.isEverywhere(host) && Self.isAddress(name))
  }

  private static func isEverywhere(_ host: String) -> Bool { ["0.0.0.0", "::"].contains(host) }

  private static func isAddress(_ name: String) -> Bool {
    var space = in6_addr()
    let bare = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
    return inet_pton(AF_INET, bare, &space) == 1 || inet_pton(AF_INET6, bare, &space) == 1
  }

  /// Takes the same time for every wrong token of the right length.
  private func isRight(_ text: Substring) -> Bool {
    let (given, right) = (Array(text.utf8), Array(token.utf8))
    guard given.count == right.count else { return false }
    return zip(given, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
