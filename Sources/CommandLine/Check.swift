import ArgumentParser
import ForceLabAverages
import ForceLabReports

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the overflow-safe means against reference values.")

  func run() throws {
    let checks = ReferenceMean.all
    print(checks.table.text())
    let wrong = checks.count { !$0.holds }
    print(
      wrong == 0
        ? "\nAll \(checks.count) are correct."
        : "\n\(wrong) of \(checks.count) are wrong.")
    if wrong > 0 { throw ExitCode(1) }
  }
}
