import ArgumentParser
import Foundation
import ForceLabWorkbench
import ForceLabSettings

/// Writes `text` to standard error; if nobody reads it any more, that is no error.
func standardError(_ text: String) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    guard count > 0 || errno == EINTR else { return }
    bytes = bytes.dropFirst(max(0, count))
  }
}

/// Prints `text` on standard output at once, so that it stands in its order with standard error.
func say(_ text: String) {
  print(text)
  fflush(nil)
}

/// Prints what is wrong with the input, each thing once, as compilers do, and exits with 2.
func report(_ diagnostics: [Diagnostic]) -> ExitCode {
  var told: Set<Diagnostic> = []
  for diagnostic in diagnostics where told.insert(diagnostic).inserted {
    standardError(diagnostic.forTerminal + "\n")
  }
  return ExitCode(2)
}

extension Diagnostic {
  /// As compilers print it, on a terminal with the severity in colour.
  var forTerminal: String {
    guard Terminal.errorIsColoured else { return description }
    let colour = severity == .error ? "31" : severity == .warning ? "33" : "36"
    let word = "\(severity.rawValue):"
    guard let place = description.range(of: word) else { return description }
    return description.replacingCharacters(
      in: place, with: "\u{1B}[1;\(colour)m\(word)\u{1B}[0m")
  }
}

extension Plan {
  /// The plans of the experiment files at `paths`; prints their notes, or throws all that is wrong.
  static func load(_ paths: [String], _ options: ExperimentOptions) throws -> [Plan] {
    let overrides = try options.overrides()
    var plans: [Plan] = []
    var wrong: [Diagnostic] = []
    for path in paths {
      do {
        plans.append(try Plan(path: path, overrides: overrides, catalog: Lab.catalog))
      } catch {
        wrong += error.diagnostics
      }
    }
    guard wrong.isEmpty else { throw InvalidExperiment(wrong) }
    for note in plans.flatMap(\.notes) { standardError(note.forTerminal + "\n") }
    return plans
  }
}
