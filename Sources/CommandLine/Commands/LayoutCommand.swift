import ArgumentParser
import ForceLabFiles
import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench
import Foundation
import Synchronization

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lay out a graph file, and write a picture or a file with positions.",
    usage: "forcelab layout <graph> [<options>]",
    discussion: """
      Computes the layout of the lowest stress that can be found in a second, or in --time, or the \
      layout of a preset. The extension of the graph file, or --set graph.file.format=NAME, says how \
      it is read. The extension of --out chooses the format: pictures are svg, png or pdf; csv \
      has the positions; graphml, json (node-link), gexf and dot are the graph with positions. Without \
      --out, a text file goes to standard output. For a pipe or device, --format \
      chooses it, as in --out /dev/stdout --format png.

        forcelab layout my-graph.mtx -o my-graph.svg
        forcelab layout my-graph.mtx --time 10s --format csv > positions.csv
        forcelab layout my-graph.mtx --preset forceatlas2 -o my-graph.png
        forcelab layout my-graph.mtx --set time-budget.for=edge-crossings -o a.svg

      The parameters of forces, as in --set forces.many-body.strength=-50, need --preset.

      In pictures of up to \(Self.maxSeparatedCount) nodes, nodes that overlap or cover labels are \
      moved apart. Up to 150 nodes have labels, first those with the most neighbors.
      """)

  /// Larger graphs would take longer to separate than to lay out.
  private static let maxSeparatedCount = 1000

  @Argument(help: .value("graph", "Graph file, which may be compressed."), completion: .file())
  var graph: String

  @Option(
    parsing: .unconditional,
    help: .value(
      "time", "Time for the layout, such as 100ms or 5s. By default, 1s without --preset."))
  var time: String?

  @Option(
    help: .value("name", "Use this preset, such as sfdp-like; see `forcelab list presets`."),
    completion: .list(Lab.catalog.pages(of: .preset).map(\.name)))
  var preset: String?

  @Option(name: .shortAndLong, help: .value("file", "Write this file."), completion: .file())
  var out: String?

  @Option(help: "File format. By default, the extension of --out, or else svg.")
  var format: FileFormat?

  @Option(
    parsing: .unconditional, help: .value("count", "Width of a PNG in pixels. By default 1600."))
  var width: Int?

  @Option(help: "Move nodes of a picture apart that overlap or cover labels, or keep them.")
  var overlaps: GraphSketch.Overlaps?

  @OptionGroup var settings: SettingOptions

  /// Keys of experiments without an effect on the layout.
  private static let unusedKeys: Set = [
    "name", "summary", "repeat", "warm-up", "timeout", "program", "tune", "limits", "chart",
    "published", "record", "metrics", "targets", "folder", "view.overlaps",
  ]

  func validate() throws {
    guard time == nil || preset == nil else {
      throw ValidationError("--time and --preset exclude each other; use one of them")
    }
    for path in settings.settings.map({ String($0.prefix { $0 != "=" }) }) {
      if time != nil, ["time-budget", "time-budget.seconds"].contains(path) {
        throw ValidationError("--time and --set \(path) exclude each other; use one of them")
      }
      if path == "preset", preset != nil {
        throw ValidationError("--preset and --set preset exclude each other; use one of them")
      }
      let key = String(path.prefix { $0 != "." })
      if key == "preset", preset == nil {
        throw ValidationError("--set \(path) does not replace --time; use --preset")
      }
      for key in [path, key] where Self.unusedKeys.contains(key) {
        let advice =
          key == "view.overlaps"
          ? "use --overlaps" : key == "timeout" && preset == nil ? "use --time" : "remove it"
        throw ValidationError("--set \(key) has no effect on a single layout; \(advice)")
      }
    }
    try chosen.check(
      out, isNamed: format != nil, width: width, overlaps: overlaps, among: DrawingFormat.ofFiles)
    guard out != nil || chosen.isText else {
      throw ValidationError("a \(chosen.name) file is not text; name it with --out")
    }
  }

  private var chosen: DrawingFormat { DrawingFormat.chosen(format?.format, for: out) }

  func run() throws {
    if let out {
      guard physicalPath(graph) != physicalPath(out) else {
        throw Diagnostic("this is the graph file; write to another one", at: Location(file: out))
      }
      try RunManifest.checkIsFree(out)
      try checkIsWritable(out)
    }
    try chosen.checkProgram()
    if !settings.settings.contains(where: { $0.hasPrefix("graph") }) {
      _ = try FileSource(
        FileReference(graph), else: "add --set graph.file.format=NAME, where NAME is one of")
    }
    let file = SettingsNode.scalar(graph, style: .quoted, at: Location(file: graph))
    var entries: [(key: String, value: SettingsNode)] = [
      ("name", .scalar("layout")),
      (
        "graph", .mapping(["file": .mapping(["path": file], at: file.location)], at: file.location)
      ),
    ]
    if let preset {
      entries.append(("preset", .scalar(preset, at: Location(file: "--preset \(preset)"))))
    } else {
      let time = time ?? "1s"
      let place = Location(file: "--time \(time)")
      entries.append(("time-budget", .mapping(["seconds": .scalar(time, at: place)], at: place)))
    }
    let title = URL(fileURLWithPath: graph).lastPathComponent
    let progress = LayoutProgress("reading \(title)")
    defer { progress.end() }
    let plan: Plan
    do throws(InvalidExperiment) {
      plan = try Plan(
        document: .mapping(of: entries), overrides: settings.overrides(), catalog: Lab.localCatalog)
    } catch {
      // A layout has no variants.
      let advice = preset == nil ? ", or add --preset" : ""
      throw InvalidExperiment(
        error.diagnostics.map {
          Diagnostic(
            $0.message.replacing(InvalidExperiment.variantAdvice, with: advice), at: $0.location,
            severity: $0.severity)
        })
    }
    for note in plan.notes { progress.interrupt { standardError(note) } }
    let (trial, study) = try plan.trial(1)
    guard let study = study as? LayoutStudy, plan.trialCount == 1, study.events.isEmpty,
      (study.graph as? FileSource)?.path.location == file.location
    else {
      throw Diagnostic(
        "--set must not change the study or the graph, or add trials or events; name the graph's "
          + "file as <graph>", at: nil)
    }
    progress.begin("laying out \(title)", seconds: study.timeBudget?.seconds)
    let (outcome, coordinates, graph) = try study.drawnLayout(trial)
    guard outcome.status == .ok, let coordinates, var sketch = graph else {
      progress.end()
      standardError("error: no layout: \(outcome.status.rawValue): \(outcome.message)\n")
      throw ExitCode(1)
    }
    progress.begin("drawing \(title)")
    sketch.overlaps = overlaps ?? (sketch.nodes <= Self.maxSeparatedCount ? .prism : .keep)
    let data = try chosen.bytes(of: sketch, coordinates, title: title, width: width ?? 1600).data
    progress.end()
    guard let out else { return outputData(String(decoding: data, as: UTF8.self), terminator: "") }
    try writeFile(data, to: out)
    if !isSpecialFile(out) { output(out) }
  }
}

/// A format of `--format`, whose help lists those of files.
struct FileFormat: ExpressibleByArgument {
  let format: DrawingFormat

  init?(argument: String) {
    guard let format = DrawingFormat(argument) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { DrawingFormat.ofFiles.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// What the command does now, and a bar of the time, in one line on a terminal.
private final class LayoutProgress: Sendable {
  private typealias Phase = (text: String, seconds: Double?, start: ContinuousClock.Instant)

  /// Nil when the command is over.
  private let phase = Mutex<Phase?>(nil)

  init(_ text: String) {
    begin(text)
    guard Terminal.showsProgress else { return }
    Thread { [weak self] in
      repeat { usleep(100_000) } while self?.draw() == true
    }.start()
  }

  /// Begins a phase that takes `seconds`, if that is known.
  func begin(_ text: String, seconds: Double? = nil) {
    phase.withLock { $0 = (text, seconds, .now) }
  }

  /// Makes room for what `body` prints.
  func interrupt(_ body: () -> Void) {
    phase.withLock {
      if $0 != nil { Terminal.showProgress("") }
      body()
    }
  }

  func end() {
    interrupt {}
    phase.withLock { $0 = nil }
  }

  /// Whether the command still runs.
  private func draw() -> Bool {
    phase.withLock { phase in
      guard let phase else { return false }
      let elapsed = phase.start.duration(to: .now) / .seconds(1)
      var line = "\(phase.text), \(readable(seconds: elapsed))"
      if let seconds = phase.seconds {
        let parts = Int(min(1, elapsed / seconds) * 1000)
        line =
          ProgressBar.blocks(parts, of: 1000, width: 24) + " " + line
          + " of \(readable(seconds: seconds))"
      }
      Terminal.showProgress(line)
      return true
    }
  }
}
