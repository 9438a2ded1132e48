/// Why an engine gave no layout.
package enum EngineError: Error, CustomStringConvertible {
  /// The program, or what it needs, is not installed.
  case notInstalled(String)
  /// The engine answered with an error. It can still compute other layouts.
  case refused(String)
  /// The program crashed or did not follow the protocol.
  case broken(String)
  case timedOut(String)

  package var description: String {
    switch self {
    case .notInstalled(let message), .refused(let message), .broken(let message),
      .timedOut(let message):
      message
    }
  }
}
