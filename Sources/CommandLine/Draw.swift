import ArgumentParser
import ForceLabReports

/// `forcelab draw`: draws the layouts that a run kept.
struct Draw: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw the layouts of trials, as SVG, PNG or PDF.",
    discussion: """
      Edges stand under nodes; nodes are colored by group and grow with their degree, and names stand \
      where there is room, unless `view:` in the experiment says otherwise. Files go to layouts/ in the \
      folder of the run, unless --out says otherwise.
      """)

  @Argument(
    help: ArgumentHelp("The folder of a run.", valueName: "run"), completion: .directory)
  var folder: String

  @Argument(help: ArgumentHelp("Numbers of trials, as in trials.csv.", valueName: "trial"))
  var trials: [Int]

  @Option(help: "The format of the files; by the ending of --out, or svg, if left out.")
  var format: PictureFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many pixels a PNG is wide.", valueName: "count"))
  var width = 1600

  @Option(
    help: ArgumentHelp("Write the drawing of the only trial to this file.", valueName: "file"),
    completion: .file())
  var out: String?

  func validate() throws {
    guard (16...20_000).contains(width) else {
      throw ValidationError("--width is \(width), outside its range: 16 to 20000")
    }
    guard out == nil || trials.count == 1 else {
      throw ValidationError("--out names one file, but there are \(trials.count) trials")
    }
    guard out != "" else { throw ValidationError("--out is empty; name a file") }
    if let out, !out.lowercased().hasSuffix(".\(chosen.rawValue)") {
      throw ValidationError(
        "--out names '\(out)', which is no name of a picture; let it end in .\(chosen.rawValue)")
    }
  }

  private var chosen: PictureFormat {
    let ending = out?.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return format ?? PictureFormat(rawValue: ending) ?? .svg
  }

  func run() throws {
    let record = try RunRecord(folder: folder)
    for trial in trials {
      say(try Drawing.draw(trial, of: record, as: chosen, width: width, to: out))
    }
  }
}

extension PictureFormat: ExpressibleByArgument {}
