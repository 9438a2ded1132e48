import ArgumentParser
import ForceLabReports
import ForceLabStudies
import ForceLabWorkbench
import ForceLabSettings

/// `forcelab report`: the pages of runs, written again.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write the report of a run again, from its folder alone.",
    discussion: """
      Writes report.html into the folder of each run, one file that needs no network, and the charts \
      and drawings that it shows beside it.
      """)

  @Argument(
    help: ArgumentHelp("Folders of runs.", valueName: "run"), completion: .directory)
  var runs: [String]

  func run() throws {
    var wrong: [Diagnostic] = []
    for folder in runs {
      do throws(Diagnostic) {
        say(try Report.write(folder, catalog: Lab.catalog))
      } catch {
        wrong.append(error)
      }
    }
    guard wrong.isEmpty else { throw InvalidExperiment(wrong) }
  }
}
