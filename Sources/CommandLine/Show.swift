import ArgumentParser
import ForceLabReports
import ForceLabSettings

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the summary of a run again.")

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @OptionGroup var format: FormatOption

  func run() throws {
    let overview = try RunOverview(folder: folder)
    if format.isJSON { return output(overview.json) }
    let (width, status) = (Terminal.width ?? 100, overview.status)
    output(wrapped(overview.title, width: width))
    output("\(status.state.rawValue), \(status.progress) trials\n")
    output(overview.text(width: width, drawsCurves: Terminal.width != nil))
    if !overview.limits.isEmpty { output("\n" + overview.limits.text(width: width)) }
    if !overview.published.isEmpty { output("\n" + overview.published.text(width: width)) }
  }
}
