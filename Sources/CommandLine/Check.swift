import ArgumentParser
import ForceLabAverages
import ForceLabReports

/// `forcelab check`: the numeric helpers against their reference values.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the overflow-safe means against their reference values.")

  func run() throws {
    let checks = ReferenceMean.all
    print(checks.table.text())
    let wrong = checks.count { !$0.holds }
    print(
      wrong == 0
        ? "\nAll \(checks.count) are as they should be."
        : "\n\(wrong) of \(checks.count) are wrong.")
    if wrong > 0 { throw ExitCode(1) }
  }
}
