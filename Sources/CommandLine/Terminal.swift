import Foundation

/// What is known of where output goes.
enum Terminal {
  /// How many characters a line may have: what COLUMNS says, or the width of the terminal; nil where
  /// output goes to a file or a pipe.
  static var width: Int? { columns ?? width(of: STDOUT_FILENO) }

  /// How many characters a line of progress may have.
  static var progressWidth: Int { columns ?? width(of: STDERR_FILENO) ?? 80 }

  /// Whether standard error, where progress is told, is a terminal.
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && !isDumb }

  /// Whether what is told on standard error may have colours.
  static var errorIsColoured: Bool { isatty(STDERR_FILENO) == 1 && !isDumb && !refusesColour }

  private static var columns: Int? {
    ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func width(of stream: Int32) -> Int? {
    var size = winsize()
    guard isatty(stream) == 1, ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// See no-color.org.
  private static var refusesColour: Bool {
    !(ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  /// A terminal that cannot draw over a line.
  private static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }
}
