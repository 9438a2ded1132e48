import ArgumentParser
import ForceLabReports
import ForceLabSettings

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw the charts of a run as SVG, PDF or PNG.",
    discussion: """
      For each chart, plots/ in the run folder holds the data (.csv), a gnuplot script (.gp) and \
      the picture. You can edit the scripts and add your own. A script can run any command, so \
      scripts that somebody changed or added are run only with --run-changed-scripts; reports \
      never run them.

        forcelab plot Results/quickstart/RUN
        forcelab plot Results/quickstart/RUN movement --format pdf
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Argument(help: .value("name", "Names of charts, such as movement; all charts if none is given."))
  var names: [String] = []

  @Option(help: "File format.")
  var format = PictureFormat.svg

  @Flag(help: "Replace the scripts of charts, including those that were changed.")
  var fresh = false

  @Flag(help: "Also run the scripts that somebody changed or added; name them.")
  var runChangedScripts = false

  func validate() throws {
    guard !runChangedScripts || !names.isEmpty else {
      throw ValidationError(
        "--run-changed-scripts needs the names of the scripts; read them before you run them")
    }
    guard !runChangedScripts || !fresh else {
      throw ValidationError("--fresh replaces scripts that --run-changed-scripts runs; use one")
    }
  }

  func run() throws {
    let (paths, problems) = try RunCharts.draw(
      folder, names: names, as: format,
      changedScripts: fresh ? .replace : runChangedScripts ? .run : .list, catalog: Lab.catalog,
      charts: Lab.charts)
    for path in paths { output(path) }
    for problem in problems { standardError("\(problem)\n") }
    if problems.contains(where: { $0.severity == .error }) { throw ExitCode(1) }
  }
}
