import ArgumentParser
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation
import Synchronization

/// Writes `text` for people to standard error.
func standardError(_ text: String) { Output.writeError(text.printable) }

func standardError(_ diagnostic: Diagnostic) { Output.writeError(diagnostic.forTerminal + "\n") }

/// Writes `text` for people to standard output. What cannot be written is an error when the command ends.
func output(_ text: String, terminator: String = "\n") { Output.write(text.printable + terminator) }

/// Writes data for programs, such as CSV. Only a terminal gets it as text for people.
func outputData(_ text: String, terminator: String = "\n") {
  Output.write((isatty(STDOUT_FILENO) == 1 ? text.printable : text) + terminator)
}

enum Output {
  private static let state = Mutex<SystemError?>(nil)

  /// Why standard output could not be written; nil if it could.
  private static var failure: SystemError? { state.withLock { $0 } }

  fileprivate static func write(_ text: String) {
    guard failure == nil else { return }
    do throws(SystemError) {
      try writeAll(text.utf8, to: STDOUT_FILENO)
    } catch {
      state.withLock { $0 = error }
    }
  }

  /// Writes text that may control the terminal. Errors, such as a closed pipe, are ignored: nobody could be told.
  static func writeError(_ text: String) { try? writeAll(text.utf8, to: STDERR_FILENO) }

  /// Prints the failure, if there is one, and returns the exit code.
  static func finish() -> ExitCode? {
    guard let failure else { return nil }
    // Readers that stop early, as `head` does, have what they wanted.
    if failure.code == EPIPE { return nil }
    standardError("error: cannot write to standard output: \(failure)\n")
    return ExitCode(1)
  }
}

/// Prints each diagnostic once, as compilers do. The exit code is 2.
func report(_ diagnostics: [Diagnostic]) -> ExitCode {
  for diagnostic in diagnostics.uniqued { standardError(diagnostic) }
  return ExitCode(2)
}

extension Diagnostic {
  fileprivate var forTerminal: String {
    guard Terminal.errorIsColored else { return description }
    let color = severity == .error ? "31" : severity == .warning ? "33" : "36"
    let word = "\(severity.rawValue):"
    guard let place = description.range(of: word) else { return description }
    return description.replacingCharacters(in: place, with: "\u{1B}[1;\(color)m\(word)\u{1B}[0m")
  }
}

extension Plan {
  /// The plans of the experiment files at `paths`. Prints their notes; throws all their errors.
  static func load(
    _ paths: [String], _ options: ExperimentOptions, base: BaseProgram? = nil
  ) throws -> [Plan] {
    let overrides = try options.overrides()
    let plans = try collect(paths) {
      try Plan(path: $0, overrides: overrides, catalog: Lab.catalog, base: base)
    }
    for note in plans.flatMap(\.notes) { standardError(note) }
    return plans
  }
}

enum Terminal {
  /// Standard output's width in characters: COLUMNS or the terminal's; nil for a file or a pipe.
  static var width: Int? { columns ?? width(of: STDOUT_FILENO) }
  static var progressWidth: Int { columns ?? width(of: STDERR_FILENO) ?? 80 }

  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb" }

  /// Writes `text` over the line that a command shows of its progress on a terminal.
  static func showProgress(_ text: String) {
    guard showsProgress else { return }
    Output.writeError("\r" + text.printableLine.prefix(progressWidth - 1) + "\u{1B}[K")
  }

  /// See no-color.org.
  static var errorIsColored: Bool { showsProgress && (environment["NO_COLOR"] ?? "").isEmpty }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  private static var columns: Int? {
    environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func width(of stream: Int32) -> Int? {
    var size = winsize()
    guard isatty(stream) == 1, ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
