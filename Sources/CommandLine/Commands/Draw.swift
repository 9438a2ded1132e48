import ArgumentParser
import ForceLabGraphs
import ForceLabPlugins
import ForceLabReports
import ForceLabWorkbench

struct Draw: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw the layouts of trials, or write them as graph files with positions.",
    usage: "forcelab draw <run> <trial> ... [<options>]",
    discussion: """
      Nodes are colored by group, grow with their degree and have labels where there is room. \
      `view:` in the experiment changes this. With graphml, json (node-link) or gexf as format, the \
      graph is written with all its attributes and the positions x, y and z of its nodes. Files are \
      written to layouts/ in the run folder unless --out is given.
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Argument(help: .value("trial", "Trial numbers, as in trials.csv."))
  var trials: [Int]

  @Option(help: "File format. By default, the extension of --out, or else svg.")
  var format: DrawingFormat?

  @Option(parsing: .unconditional, help: .value("count", "Width of a PNG in pixels."))
  var width = 1600

  @Option(
    help:
      "Move nodes of a picture apart that overlap or cover labels, or keep them. By default, as in `view:`."
  )
  var overlaps: GraphSketch.Overlaps?

  @Option(
    help: .value("file", "Write the drawing of a single trial to this file."), completion: .file())
  var out: String?

  func validate() throws {
    guard (16...20_000).contains(width) else {
      throw ValidationError("--width is \(width), outside its range: 16 to 20000")
    }
    guard out == nil || trials.count == 1 else {
      throw ValidationError(
        "--out names one file, but \(trials.count) trials are named; draw them one by one")
    }
    guard overlaps == nil || chosen.isPicture else {
      throw ValidationError(
        "--overlaps applies to pictures, but the format is \(chosen.name); use svg, png or pdf")
    }
    guard out != "" else { throw ValidationError("--out is empty; name a file") }
    let endings = DrawingFormat.allCases.map { ".\($0.name)" }
    if let out, !out.lowercased().hasSuffix(".\(chosen.name)") {
      throw ValidationError(
        format == nil
          ? "unsupported file type: --out '\(out)'; use \(endings.listed("or"))"
          : "--out '\(out)' does not match --format; use a name that ends in .\(chosen.name)")
    }
  }

  private var chosen: DrawingFormat {
    let ending = out?.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return format ?? DrawingFormat(ending) ?? .svg
  }

  func run() throws {
    let record = try RunReader(folder: folder)
    for trial in trials {
      let drawn = try RunDrawings.draw(
        trial, of: record, as: chosen, width: width, overlaps: overlaps, to: out)
      output(drawn.file)
      if let note = drawn.note { standardError(note) }
    }
  }
}

extension DrawingFormat: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public static var allValueStrings: [String] { allCases.map(\.name) }
  public var defaultValueDescription: String { name }
}
extension GraphSketch.Overlaps: ExpressibleByArgument {}
extension PictureFormat: ExpressibleByArgument {}
