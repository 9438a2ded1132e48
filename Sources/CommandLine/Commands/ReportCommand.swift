import ArgumentParser
import ForceLabReports
import ForceLabWorkbench

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write the report of a run again.",
    discussion: """
      Writes report.html, a single file that works offline, into each run folder, and the charts \
      and drawings that it shows beside it.
      """)

  @Argument(help: .value("run", "Run folders."), completion: .directory)
  var runs: [String]

  func run() throws {
    _ = try collect(runs) {
      output(try Report.write($0, catalog: Lab.catalog, charts: Lab.charts) { standardError($0) })
    }
  }
}
