import ArgumentParser
import ForceLabFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabReports
import ForceLabWorkbench

struct Draw: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw or animate the layouts of trials, or write them as graph files with positions.",
    usage: "forcelab draw <run> <trial> ... [<options>]",
    discussion: """
      Nodes are colored by group, grow with their degree and have labels where there is room. \
      `view:` in the experiment changes this. With graphml, json (node-link), gexf or dot as format, the \
      graph is written with the attributes of its nodes and edges and the positions x, y and z. Files are \
      written to layouts/ in the run folder unless --out is given.

      --animate shows how a layout came about, or how bodies move: as an animated SVG, as a page with a \
      player (html), or by ffmpeg as a film (gif, mp4). The frames are those of `record: {frames: 100}`; a \
      trial without frames is run again.
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Argument(help: .value("trial", "Trial numbers, as in trials.csv."))
  var trials: [Int] = []

  @Option(help: "File format. By default, the extension of --out, or else svg.")
  var format: DrawingFormat?

  @Flag(help: "Write an animation: as svg, html, gif or mp4.")
  var animate = false

  @Option(
    parsing: .unconditional,
    help: .value(
      "number", "Length of an animation in seconds. By default 8, or the time of a scene."))
  var seconds: Double?

  @Option(
    parsing: .unconditional,
    help: .value("count", "Width in pixels. By default, 1600 of a PNG and 800 of a film."))
  var width: Int?

  @Option(
    help:
      "Move nodes of a picture apart that overlap or cover labels, or keep them. By default, as in `view:`."
  )
  var overlaps: GraphSketch.Overlaps?

  @Option(
    name: .shortAndLong, help: .value("file", "Write the drawing of a single trial to this file."),
    completion: .file())
  var out: String?

  func validate() throws {
    // The parser takes a negative number for an option.
    guard !trials.isEmpty else {
      throw ValidationError("no trial is named; add its number in trials.csv, which is 1 or more")
    }
    if let seconds, !(0.1...600).contains(seconds) {
      throw ValidationError("--seconds is \(seconds), outside its range: 0.1 to 600")
    }
    guard chosen.isAnimation || !animate else {
      throw ValidationError(
        "--animate writes svg, html, gif or mp4, but the format is \(chosen.name); use one of these"
      )
    }
    guard seconds == nil || (chosen.isAnimation && chosen.name != "html") else {
      throw ValidationError("--seconds applies to animations as svg, gif or mp4; add --animate")
    }
    guard overlaps == nil || !animate else {
      throw ValidationError(
        "--overlaps applies to pictures, not to animations; leave out --animate")
    }
    guard out == nil || trials.count == 1 else {
      throw ValidationError(
        "--out names one file, but \(trials.count) trials are named; draw them one by one")
    }
    try chosen.check(
      out, isNamed: format != nil, width: width, overlaps: overlaps, among: DrawingFormat.allCases)
  }

  private var chosen: DrawingFormat {
    let named = DrawingFormat.chosen(format, for: out)
    return animate ? named.animated ?? named : named
  }

  func run() throws {
    let record = try RunReader(folder: folder)
    for trial in trials {
      let drawn = try RunDrawings.draw(
        trial, of: record, as: chosen, width: width, overlaps: overlaps, seconds: seconds,
        catalog: Lab.catalog, to: out)
      if !isSpecialFile(drawn.file) { output(drawn.file) }
      if let note = drawn.note { standardError(note) }
    }
  }
}

extension DrawingFormat {
  /// `format`, or that of the file `out`, or else SVG.
  static func chosen(_ format: Self?, for out: String?) -> Self {
    let ending = out?.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return format ?? Self(ending) ?? .svg
  }

  /// Throws if options of a command do not fit this format, or `formats` lacks it. `isNamed` if `--format` names it.
  func check(
    _ out: String?, isNamed: Bool, width: Int?, overlaps: GraphSketch.Overlaps?,
    among formats: [Self]
  ) throws {
    if let width, !(16...20_000).contains(width) {
      throw ValidationError("--width is \(width), outside its range: 16 to 20000")
    }
    guard width == nil || hasPixels else {
      let others = formats.filter(\.hasPixels).map(\.name).listed("or")
      throw ValidationError("--width applies to pixels, which \(name) does not have; use \(others)")
    }
    guard overlaps == nil || isPicture else {
      throw ValidationError(
        "--overlaps applies to pictures, but the format is \(name); use svg, png or pdf")
    }
    guard out != "" else { throw ValidationError("--out is empty; name a file") }
    let isListed = formats.contains { $0.name == name }
    let endings = formats.map { ".\($0.name)" }.listed("or")
    guard let out else {
      if isListed { return }
      throw ValidationError("unsupported file type: --format \(name); use \(endings)")
    }
    guard isListed, out.lowercased().hasSuffix(".\(name)") || isSpecialFile(out) else {
      throw ValidationError(
        isNamed && isListed
          ? "--out '\(out)' does not match --format; use a name that ends in .\(name)"
          : "unsupported file type: --out '\(out)'; use \(endings)")
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
