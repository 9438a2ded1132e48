import ArgumentParser
import ForceLabReports

struct Runs: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List runs with date, name, trials and state, newest first.",
    discussion: """
      A run is finished, interrupted, running (a process is using its folder) or damaged. \
      `forcelab show` prints one again.
      """)

  @Argument(help: "Folder in which to look for runs.", completion: .directory)
  var folder = "Results"

  @OptionGroup var format: FormatOption

  func run() throws {
    let list = try RunList(below: folder)
    if format.isJSON { return outputData(list.json) }
    guard !list.runs.isEmpty else { return output("No runs in \(folder).") }
    output(list.table.text(width: Terminal.width ?? .max))
  }
}
