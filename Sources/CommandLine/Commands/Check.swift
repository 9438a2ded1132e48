import ArgumentParser
import ForceLabAverages

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the overflow-safe means against reference values.")

  func run() throws {
    let checks = ReferenceMean.all
    output(checks.table.text())
    let wrong = checks.count { !$0.holds }
    guard wrong > 0 else { return output("\nAll \(checks.count) are correct.") }
    output("\n\(wrong) of \(checks.count) are wrong.")
    throw ExitCode(1)
  }
}
