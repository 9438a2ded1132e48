import ArgumentParser
import ForceLabReports
import ForceLabSettings
import Foundation

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the summary of a run again.",
    usage: "forcelab show <run> [<options>]",
    discussion: """
      The options choose the configurations of the table, for example the ten with the lowest stress:

        forcelab show Results/quickstart/RUN --sort stress --best 10
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Option(
    help: .value("name", "Sort the configurations by this measure, best first, or swept path."))
  var sort: String?

  @Option(help: .value("count", "Show only this many configurations: the first."))
  var best: Int?

  @Option(
    help: .value(
      "measures",
      "Show only configurations that no other surpasses in one of these measures without being worse "
        + "in another, such as layout_seconds,stress."))
  var pareto: String?

  @OptionGroup var format: FormatOption

  func validate() throws {
    if let best, best < 1 { throw ValidationError("--best is \(best); it must be at least 1") }
  }

  func run() throws {
    var order = ConfigurationOrder()
    (order.sort, order.best) = (sort, best)
    order.pareto =
      pareto?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    let overview = try RunOverview(folder: folder, order)
    if format.isJSON { return output(overview.json) }
    let (width, status) = (Terminal.width ?? 100, overview.status)
    output(wrapped(overview.title, width: width))
    output("\(status.state.rawValue), \(status.progress) trials\n")
    output(try overview.text(width: width, drawsCurves: Terminal.width != nil))
    if !overview.limits.isEmpty { output("\n" + overview.limits.text(width: width)) }
    if !overview.published.isEmpty { output("\n" + overview.published.text(width: width)) }
  }
}
