import ArgumentParser
import ForceLabFiles
import ForceLabPlugins
import ForceLabQuality
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench

struct Audit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Check what a metric's verdicts are worth: by other definitions, and by a drawing that deceives it.",
    usage: "forcelab audit <run> --metric <name> [<options>]",
    discussion: """
      Papers and programs measure one quality in different ways. The layouts of the run are measured again by the other \
      definitions, and the verdicts of `compare --by` are shown that one of them reverses or does not confirm.

      Then simulated annealing looks for a drawing of the same graph that has the same value within 1 % and is worse to \
      the eye: with more edge crossings, or more stress if the metric is about crossings. Each move measures the drawing \
      anew, so choose a trial of at most some 200 nodes.

        forcelab audit Results/quickstart/RUN --metric stress

      Writes a page with both drawings and the verdicts to audit-METRIC.html, unless --out names another file.
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Option(
    help: .value(
      "name",
      "The metric to audit, such as stress, or with the parameters that it has in the run, "
        + "'{stress: {distance: weight}}'."))
  var metric: String

  @Option(
    help: .value(
      "path",
      "Compare the values of this swept path; by default, of all but graphs. Can be given several times."
    ))
  var by: [String] = []

  @Option(
    help: .value(
      "number",
      "The trial whose drawing is imitated; by default, the one with the median value of the smallest graph."
    ))
  var trial: Int?

  @Option(parsing: .unconditional, help: .value("count", "Moves of the search; 0 for none."))
  var moves = 20_000

  @Option(
    help: .value("name", "The metric that the search makes worse; less of it must be better."))
  var raise: String?

  @Option(parsing: .unconditional, help: .value("number", "Seed of the search. By default 1."))
  var seed: UInt64?

  @Option(
    name: .shortAndLong, help: .value("file", "Write the page to this file."),
    completion: .file(extensions: ["html"]))
  var out: String?

  func validate() throws {
    guard (0...10_000_000).contains(moves) else {
      throw ValidationError("--moves is \(moves), outside its range: 0 to 10000000")
    }
    guard moves > 0 || (trial == nil && raise == nil && seed == nil) else {
      throw ValidationError("--moves 0 is no search; leave out --trial, --raise and --seed")
    }
    guard out != "" else { throw ValidationError("--out is empty; name a file") }
  }

  func run() throws {
    let metric = try Self.metric(metric, option: "--metric")
    guard metric.columns[0].better != nil else {
      throw Diagnostic(
        "no value of '\(metric.name)' is better than another; choose another metric", at: nil)
    }
    let isOfCrossings = metric.name.contains("crossing")
    let harmful = try Self.metric(
      raise ?? (isOfCrossings ? "stress" : "edge-crossings"), option: "--raise")
    guard harmful.columns[0].better == .lower, harmful.name != metric.name else {
      throw Diagnostic(
        "--raise is '\(harmful.name)'; name another metric than the audited one, of which less is better",
        at: nil)
    }
    let file = out ?? "audit-\(metric.name).html"
    try RunManifest.checkIsFree(file)
    let record = try RunReader(folder: folder)
    let audit = try MetricAudit(record, metric, by: by)
    var example: Counterexample?
    if moves > 0, let trial = trial ?? audit.typicalTrial {
      example = try audit.counterexample(to: trial, raising: harmful, moves: moves, seed: seed ?? 1)
      {
        if $0 % 100 == 0 { Terminal.showProgress("\($0) of \(moves) moves") }
      }
      Terminal.showProgress("")
    }
    try writeFile(try audit.page(example).utf8, to: file)
    let width = Terminal.width ?? 100
    for sentence in audit.sentences(example) { output(wrapped(sentence, width: width)) }
    if !audit.table.rows.isEmpty { output("\n" + audit.table.text(width: width)) }
    output("\nReport:  \(file)")
  }

  /// Throws if there is no metric of this name, or if it cannot measure a drawing alone.
  private static func metric(_ name: String, option: String) throws -> any Metric {
    let found = try Measure.metrics(name, option: option)
    guard found.count == 1, found[0].needs.isEmpty, found[0].name != "quality" else {
      throw Diagnostic(
        "'\(name)' is not a measure of one drawing; name one such as stress",
        at: Location(file: option))
    }
    return found[0]
  }
}
