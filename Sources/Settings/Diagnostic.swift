import Synchronization

/// A message about an input: what is wrong, where, and how to fix it.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Sendable {
    case error
    /// The program continues, but the result may be unexpected.
    case warning
    case note
  }

  public var severity: Severity
  public var message: String
  public var location: Location?

  public init(_ message: String, at location: Location?, severity: Severity = .error) {
    self.severity = severity
    self.message = message
    self.location = location
  }

  /// In one line, in the format of compilers: `file:line:column: error: message`.
  public var description: String {
    let text = (location.map { "\($0): " } ?? "") + "\(severity.rawValue): \(message)"
    // A file name with a line break must not look like a second message.
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .joined(separator: "\\n").printable
  }
}

extension Diagnostic {
  private static let programName = Mutex("forcelab")

  /// The name of the program in commands that a text advises to run: `forcelab`, or that of a lab.
  package static var program: String {
    get { programName.withLock { $0 } }
    set { programName.withLock { $0 = newValue } }
  }
}

/// A location in a text file, printed in the format of compilers: `file:line:column`.
public struct Location: Hashable, Sendable, CustomStringConvertible, Comparable {
  public var file: String
  /// Counted from 1; 0 for the whole file.
  public var line: Int
  /// In characters, counted from 1; 0 for the whole line.
  public var column: Int

  public init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }

  public var description: String {
    switch (line, column) {
    case (0, _): file
    case (_, 0): "\(file):\(line)"
    default: "\(file):\(line):\(column)"
    }
  }

  /// Of a node that was made in code.
  public static let generated = Location(file: "<generated>")

  public static func < (a: Location, b: Location) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}
