import ArgumentParser
import ForceLabReports
import ForceLabStudies
import ForceLabSettings

/// `forcelab plot`: draws the charts of a run.
struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw the charts of a run again, as SVG, PDF or PNG.",
    discussion: """
      For each chart the run's folder plots/ holds the numbers (.csv), a script of gnuplot (.gp) and \
      the picture. Change a script as you like: it is kept and drawn as it is, here and in reports; \
      --fresh brings that of forcelab back. Scripts that you put there are drawn too.

        forcelab plot Results/quickstart/RUN
        forcelab plot Results/quickstart/RUN movement --format pdf
      """)

  @Argument(
    help: ArgumentHelp("Folder of a run.", valueName: "run"), completion: .directory)
  var folder: String

  @Argument(
    help: ArgumentHelp("Charts, such as movement; all of them if none is named.", valueName: "name")
  )
  var names: [String] = []

  @Option(help: "svg, pdf or png.")
  var format = Plots.Format.svg

  @Flag(help: "Make the scripts anew, also those that were changed.")
  var fresh = false

  func run() throws {
    let (paths, problems) = try Plots.draw(
      folder, names: names, as: format, isFresh: fresh, catalog: Lab.catalog)
    for path in paths { print(path) }
    for problem in problems { standardError("\(problem)\n") }
    if problems.contains(where: { $0.severity == .error }) { throw ExitCode(1) }
  }
}

extension Plots.Format: ExpressibleByArgument {}
