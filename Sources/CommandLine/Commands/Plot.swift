import ArgumentParser
import ForceLabReports
import ForceLabSettings

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the charts of a run as Vega-Lite, SVG, PDF or PNG.",
    discussion: """
      For each chart, plots/ in the run folder holds a Vega-Lite specification (.vl.json) with its \
      data. Vega editors and Altair open it. Pictures need the Python package vl-convert-python.

        forcelab plot Results/quickstart/RUN
        forcelab plot Results/quickstart/RUN movement --format pdf
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Argument(help: .value("name", "Names of charts, such as movement; all charts if none is given."))
  var names: [String] = []

  @Option(help: "File format of pictures; without it, only the specifications are written.")
  var format: PictureFormat?

  func run() throws {
    let (paths, notes) = try RunCharts.draw(
      folder, names: names, as: format, catalog: Lab.catalog, charts: Lab.charts)
    for path in paths { output(path) }
    for note in notes { standardError("\(note)\n") }
  }
}
