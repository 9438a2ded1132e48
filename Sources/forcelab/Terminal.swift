import Foundation

/// What is known of where output goes.
enum Terminal {
  /// How many characters a line may have: what COLUMNS says, or the width of the terminal; nil where
  /// output goes to a file or a pipe.
  static var width: Int? {
    if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap({ Int($0) }),
      columns > 0
    {
      return columns
    }
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else {
      return nil
    }
    return size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Whether standard error, where progress is told, is a terminal.
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }
}
