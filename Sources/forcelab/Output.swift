import ArgumentParser
import Foundation
import Workbench
import YAML

/// Writes `text` to standard error.
func standardError(_ text: String) {
  FileHandle.standardError.write(Data(text.utf8))
}

/// Prints what is wrong with the input, as compilers do, and exits with 2.
func report(_ diagnostics: [Diagnostic]) -> ExitCode {
  for diagnostic in diagnostics { standardError("\(diagnostic)\n") }
  return ExitCode(2)
}

extension Plan {
  /// The plan of the experiment file at `path`; prints its notes, or what is wrong and exits with 2.
  static func load(_ path: String, _ options: ExperimentOptions = ExperimentOptions()) throws
    -> Plan
  {
    do {
      let plan = try Plan(path: path, overrides: options.overrides(), catalog: .standard)
      plan.notes.forEach { standardError("\($0)\n") }
      return plan
    } catch let invalid as InvalidExperiment {
      throw report(invalid.diagnostics)
    } catch let diagnostic as Diagnostic {
      throw report([diagnostic])
    }
  }
}
