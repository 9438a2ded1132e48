import ArgumentParser
import ForceLabReports
import ForceLabSettings

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw the charts of a run as SVG, PDF or PNG.",
    discussion: """
      For each chart, plots/ in the run folder holds the data (.csv), a gnuplot script (.gp) and \
      the picture. You can edit the scripts: edited scripts are kept and used, in reports too, \
      until --fresh replaces them. Scripts that you add are drawn too.

        forcelab plot Results/quickstart/RUN
        forcelab plot Results/quickstart/RUN movement --format pdf
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Argument(help: .value("name", "Names of charts, such as movement; all charts if none is given."))
  var names: [String] = []

  @Option(help: "File format.")
  var format = PictureFormat.svg

  @Flag(help: "Replace all scripts, including those that were edited.")
  var fresh = false

  func run() throws {
    let (paths, problems) = try RunCharts.draw(
      folder, names: names, as: format, isFresh: fresh, catalog: Lab.catalog, charts: Lab.charts)
    for path in paths { print(path) }
    for problem in problems { standardError("\(problem)\n") }
    if problems.contains(where: { $0.severity == .error }) { throw ExitCode(1) }
  }
}
