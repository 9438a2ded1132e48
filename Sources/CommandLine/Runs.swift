import ArgumentParser
import ForceLabReports
import ForceLabSettings

/// `forcelab runs`: the runs there are.
struct Runs: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List runs, the newest first: date, name, trials and state.",
    discussion: """
      A run is finished, cut short, running, where a process holds its folder, or damaged. \
      `forcelab show` prints one again.
      """)

  @Argument(help: "Folder below which runs are looked for.", completion: .directory)
  var folder = "Results"

  @OptionGroup var format: FormatOption

  func run() throws {
    let list = try RunList(below: folder)
    if format.isJSON { return print(list.json) }
    guard !list.runs.isEmpty else { return print("There are no runs below \(folder).") }
    print(list.table.text(width: Terminal.width ?? .max))
  }
}
