import Foundation

enum Terminal {
  /// The width of standard output in characters: COLUMNS, or the width of the terminal; nil for a
  /// file or a pipe.
  static var width: Int? { columns ?? width(of: STDOUT_FILENO) }

  static var progressWidth: Int { columns ?? width(of: STDERR_FILENO) ?? 80 }

  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && !isDumb }

  static var errorIsColored: Bool { isatty(STDERR_FILENO) == 1 && !isDumb && !refusesColor }

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
  private static var refusesColor: Bool {
    !(ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  private static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }
}
