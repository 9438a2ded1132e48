import ArgumentParser
import ForceLabFiles
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare runs, or the configurations of one run.",
    usage: """
      forcelab compare <run> <run> ... [<options>]
      forcelab compare <run> ... [<options>] -- <new-run> ...
      forcelab compare <run> --by <path> [<options>]
      """,
    discussion: """
      Two or more runs are compared configuration by configuration. Trials that started from the \
      same layout are compared in pairs. Their times are shown, but get no verdict, because a whole \
      run may be slower by chance:

        forcelab compare Results/strategies/BASE Results/strategies/NEW

      With at least five runs on each side of --, each run counts once, also in times:

        forcelab compare Results/base/* -- Results/new/*

      Within one run, --by compares the first value of a swept path with the others:

        forcelab compare Results/strategies/RUN --by repulsion

      The verdict is faster, slower, lower or higher if the whole 95 % confidence interval of the \
      change is beyond the threshold; same if it is within the threshold; unclear otherwise. The \
      intervals hold for all rows together, or over graphs each for its row. A failed trial counts \
      as the worst. Layouts are compared by the root mean square distance of their nodes, relative \
      to the size of the layout: same if it is below the threshold in every pair, different if it \
      is above the threshold in every pair, unclear otherwise.

      If the run swept graphs, --by compares the values over all graphs, of which each counts once. With \
      --all, it also prints ranks, the values of each graph, and the tests of all pairs.

      Exits with 1 if there is nothing to compare or if --fail-if applies. To guard the quality of a library in \
      continuous integration:

        forcelab compare Results/guard --by engine --fail-if worse --format junit
      """)

  @Argument(
    help: .value(
      "run", "Run folders. The first one is the base, or all before -- are. Those after it are new."
    ),
    completion: .directory)
  var runs: [String]

  /// The runs after `--`, which the parser does not tell from the others: it allows only one list of arguments.
  private var newRuns: ArraySlice<String> {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: "--").map { runs.suffix(arguments.count - 1 - $0) } ?? []
  }

  @Option(
    help: .value(
      "path",
      "Compare the values of this swept path within one run. The short name in tables, such as "
        + "strength, is enough if no other path has it."))
  var by: String?

  @Option(
    parsing: .unconditional,
    help: .value(
      "percent",
      "Treat smaller changes as no change. With 5, these are ratios from 1/1.05 to 1.05."))
  var threshold = Percentage(percent: 5)

  @Option(
    name: .customLong("measure"),
    help: .value(
      "name",
      "Compare this column of trials.csv, or 'layouts'. Can be given several times. By default, "
        + "all measures; of the times, the median tick and those of the study."))
  var measures: [String] = []

  @Flag(help: "Include the times of trials that ran in parallel.")
  var contended = false

  @Option(
    help: .value(
      "verdict",
      "Exit with 1 if this verdict occurs, or cannot be excluded because trials failed or nothing "
        + "was measured; worse is a change against the direction of a measure. Can be given several times."
    ))
  var failIf: [ComparisonVerdict] = []

  @Flag(help: "Also print every cell and measure, and the tests of all pairs.")
  var all = false

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, csv, json, markdown, junit
  }

  @Option(
    help:
      "Print tables as text, every number (csv, json), or a row or test for each statement (markdown, junit)."
  )
  var format = Format.text

  @Flag(help: "The same as --format csv.")
  var csv = false

  @Option(
    help: .value("file", "Also write the comparison as CSV to this file."),
    completion: .file(extensions: ["csv"]))
  var out: String?

  func validate() throws {
    if let by {
      guard !by.isEmpty else { throw ValidationError("--by is empty; name a swept path") }
      guard runs.count == 1 else {
        throw ValidationError(
          "--by compares configurations of one run, but \(runs.count) runs are named")
      }
    } else if runs.count == 1 {
      throw ValidationError("there is only one run; name a second run, or a swept path with --by")
    }
    if let option = newRuns.first(where: { $0.hasPrefix("--") }) {
      throw ValidationError("'\(option)' after -- counts as a run; write options before the --")
    }
    guard threshold.fraction >= 0 else {
      throw ValidationError("--threshold is \(threshold); it must be at least 0")
    }
    guard newRuns.isEmpty || Set(runs).count == runs.count else {
      throw ValidationError("each run counts once; name different runs")
    }
    guard !csv || format == .text else { throw ValidationError("use --csv or --format") }
    guard out != "" else { throw ValidationError("--out is empty; name a file") }
  }

  func run() throws {
    var options = Comparison.Options()
    (options.threshold, options.measures) = (threshold.fraction, measures)
    options.countsContended = contended
    let comparison = try Comparison(table(), options)
    for warning in comparison.warnings { standardError("\(warning)\n") }
    if let out {
      try RunManifest.checkIsFree(out)
      try writeFile(comparison.csv.utf8, to: out)
    }
    let failing = Set(failIf)
    switch csv ? .csv : format {
    case .text:
      output(comparison.text(width: Terminal.width ?? 100, showsAll: all, failIf: failing))
    case .csv: outputData(comparison.csv, terminator: "")
    case .json: outputData(comparison.json, terminator: "")
    case .markdown: outputData(comparison.markdown(failIf: failing), terminator: "")
    case .junit: outputData(comparison.junit(failIf: failing), terminator: "")
    }
    for reason in comparison.unmeasured(failing) {
      standardError("error: \(reason), so --fail-if cannot pass\n")
    }
    if comparison.isEmpty || comparison.fails(failing) { throw ExitCode(1) }
  }

  private func table() throws -> PairedTable {
    let records = try collect(runs) { try RunReader(folder: $0) }
    if let by { return try PairedTable(records[0], by: by) }
    if !newRuns.isEmpty {
      let base = runs.count - newRuns.count
      return try PairedTable(Array(records.prefix(base)), against: Array(records.dropFirst(base)))
    }
    return try PairedTable(records[0], Array(records.dropFirst()))
  }
}

extension ComparisonVerdict: ExpressibleByArgument {}

/// A percentage, written `5` or `5%`.
struct Percentage: ExpressibleByArgument, CustomStringConvertible {
  let fraction: Double

  init(percent: Double) { fraction = percent / 100 }

  init?(argument: String) {
    let number = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
    guard let percent = Double(number), percent.isFinite else { return nil }
    self.init(percent: percent)
  }

  var description: String { (fraction * 100).shortText }
}
