import ArgumentParser
import ForceLabReports

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the charts of a run as Vega-Lite, SVG, PDF or PNG.",
    discussion: """
      For each chart, plots/ in the run folder holds a Vega-Lite specification (.vl.json) with its \
      data. Vega editors and Altair open it. Pictures need the Python package vl-convert-python.

        forcelab plot Results/quickstart/RUN
        forcelab plot Results/quickstart/RUN movement --format pdf --column single

      With each picture NAME.pdf comes its caption, NAME.txt.
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Argument(help: .value("name", "Names of charts, such as movement; all charts if none is given."))
  var names: [String] = []

  @Option(help: "File format of pictures; without it, only the specifications are written.")
  var format: PictureFormat?

  enum Column: String, CaseIterable, ExpressibleByArgument {
    case single, double

    /// As in journals of two columns.
    var millimeters: Double { self == .single ? 84 : 174 }
  }

  @Option(help: "Width of pictures: 'single' is a column of a paper, 84 mm, 'double' is 174 mm.")
  var column: Column?

  @Option(
    parsing: .unconditional,
    help: .value("points", "Size of letters in pictures with --column; 8 by default."))
  var fontSize: Double?

  func validate() throws {
    if column != nil && format == nil { throw ValidationError("--column needs --format.") }
    if fontSize != nil && column == nil { throw ValidationError("--font-size needs --column.") }
    guard 4...24 ~= fontSize ?? 8 else {
      throw ValidationError("--font-size is from 4 to 24 points.")
    }
  }

  func run() throws {
    let size = column.map { ChartSize(millimeters: $0.millimeters, points: fontSize ?? 8) }
    let (paths, notes) = try RunCharts.draw(
      folder, names: names, as: format, size: size ?? .screen, catalog: Lab.catalog,
      charts: Lab.charts)
    for path in paths { output(path) }
    for note in notes { standardError("\(note)\n") }
  }
}
