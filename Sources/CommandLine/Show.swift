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
    if format.isJSON { return print(overview.json) }
    let (width, status) = (Terminal.width ?? 100, overview.status)
    print(wrapped(overview.title, width: width))
    print("\(status.state.rawValue), \(status.progress) trials\n")
    print(overview.text(width: width, drawsCurves: Terminal.width != nil))
    if !overview.limits.isEmpty { print("\n" + overview.limits.text(width: width)) }
    if !overview.published.isEmpty { print("\n" + overview.published.text(width: width)) }
  }
}
