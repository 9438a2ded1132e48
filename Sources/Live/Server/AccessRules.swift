import ForceLabSettings

/// Who may use the server: whoever knows the token, from a page of this server.
struct AccessRules: Sendable {
  /// 128 random bits in hexadecimal, or the text that was given.
  let token: String
  let port: Int

  init(port: Int, token: String?) {
    self.port = port
    let random = (0..<2).map { _ in hexadecimal(UInt64.random(in: 0...UInt64.max), digits: 16) }
    self.token = token ?? random.joined().lowercased()
  }

  /// Whether `token` is long enough and can be a part of an address.
  static func isToken(_ token: String) -> Bool {
    (16...128).contains(token.utf8.count)
      && token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
  }

  var url: String { "http://127.0.0.1:\(port)/\(token)/" }

  /// The part of the path after the token. Throws a `Refusal` if the request is not allowed.
  ///
  /// - A `Host` that is the name of another site is refused: a page there may have had its name
  ///   pointed to this machine (DNS rebinding).
  /// - An `Origin` other than this server's is refused. WebSockets must have one, because browsers let
  ///   every page connect to every server.
  func path(of head: RequestHead, isSocket: Bool) throws(Refusal) -> String {
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
    return ["127.0.0.1", "localhost", "[::1]"].contains(name)
  }

  /// Takes the same time for every wrong token of the right length.
  private func isRight(_ text: Substring) -> Bool {
    let (given, right) = (Array(text.utf8), Array(token.utf8))
    guard given.count == right.count else { return false }
    return zip(given, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
