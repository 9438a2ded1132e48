/// Something to tell the user about an input: what is wrong, where, and what to do about it.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// The work cannot go on.
    case error
    /// The work goes on, but the result may not be what was meant.
    case warning
    /// The work goes on; this is good to know.
    case note
  }

  /// How much it matters.
  public var severity: Severity
  /// What is wrong and what to do, in one line.
  public var message: String
  /// Where; nothing if it concerns no file.
  public var location: Location?

  /// An error at `location`, unless `severity` says otherwise.
  public init(_ message: String, at location: Location?, severity: Severity = .error) {
    self.severity = severity
    self.message = message
    self.location = location
  }

  /// As a compiler prints it, in one line: `file:line:column: error: message`.
  public var description: String {
    let text = (location.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message)"
    // A name with a line break in it must not look like a second message.
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .joined(separator: "\\n")
  }
}
