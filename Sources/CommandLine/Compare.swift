import ArgumentParser
import Foundation
import ForceLabPlugins
import ForceLabReports
import ForceLabWorkbench
import ForceLabSettings

/// `forcelab compare`: what differs between runs, and how sure that is.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare runs, or configurations of one run; tell what is faster, and how sure.",
    discussion: """
      Two runs are compared configuration by configuration, trials that started alike in pairs:

        forcelab compare Results/strategies/BASE Results/strategies/NEW

      The values of a swept path of one run are compared with the first of them:

        forcelab compare Results/strategies/RUN --by repulsion

      faster, slower, lower and higher are said where the change is greater than the threshold and \
      its 95 % confidence interval excludes no change; same where the whole interval lies within the \
      threshold; else unclear. Layouts are the same where nodes lie, in the root mean square, within \
      the threshold in every pair, different where in none, both in parts of the layout's size. Exits with 1 if --fail-if names a verdict that was given, or could not \
      be, or if there is nothing to compare.
      """)

  @Argument(
    help: ArgumentHelp("Folders of runs, the base first.", valueName: "run"),
    completion: .directory)
  var runs: [String]

  @Option(
    help: ArgumentHelp(
      "Compare the values of this swept path in one run, all else equal.", valueName: "path"))
  var by: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Changes of less than this are none: of ratios, with 5, those between 1/1.05 and 1.05; of "
        + "differences, this part of the numbers' size; of layouts, of theirs.",
      valueName: "percent"))
  var threshold = Percentage(percent: 5)

  @Option(
    name: .customLong("measure"),
    help: ArgumentHelp(
      "Compare this column of trials.csv, or 'layouts'; may be given several times. Else all "
        + "measures, of the times the median tick and those of the study.", valueName: "name"))
  var measures: [String] = []

  @Flag(help: "Count times of trials that ran beside others.")
  var contended = false

  @Option(
    help: ArgumentHelp(
      "Exit with 1 where this is a verdict, such as slower or unclear, or where a competitor did not "
        + "finish what the base did, or nothing was compared that could have it; may be given several "
        + "times.", valueName: "verdict"))
  var failIf: [Verdict] = []

  @Flag(help: "Print CSV instead of tables.")
  var csv = false

  @Option(
    help: ArgumentHelp("Write the comparison as CSV to this file too.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var out: String?

  func validate() throws {
    if let by {
      guard !by.isEmpty else { throw ValidationError("--by is empty; name a swept path") }
      guard runs.count == 1 else {
        throw ValidationError(
          "--by compares configurations of one run, but \(runs.count) are named")
      }
    } else if runs.count == 1 {
      throw ValidationError(
        "one run alone; name the run to compare it with, or a swept path with --by")
    }
    guard out != "" else { throw ValidationError("--out is empty; name a file") }
  }

  func run() throws {
    var options = Comparison.Options()
    options.threshold = threshold.part
    options.measures = measures
    options.countsContended = contended
    let comparison = try Comparison(contest(), options)
    for warning in comparison.warnings { standardError("\(warning)\n") }
    if let out { try write(comparison.csv, to: out) }
    if csv {
      print(comparison.csv, terminator: "")
    } else {
      print(comparison.text(width: Terminal.width ?? 100))
    }
    for lack in comparison.unmeasured(Set(failIf)) {
      standardError("error: \(lack), so --fail-if cannot pass\n")
    }
    if comparison.isEmpty || comparison.fails(Set(failIf)) { throw ExitCode(1) }
  }

  /// The contest; of several runs that cannot be read, all are told.
  private func contest() throws -> Contest {
    var records: [RunRecord] = []
    var wrong: [Diagnostic] = []
    for folder in runs {
      do throws(Diagnostic) {
        records.append(try RunRecord(folder: folder))
      } catch {
        wrong.append(error)
      }
    }
    guard wrong.isEmpty else { throw InvalidExperiment(wrong) }
    if let by { return try Contest(records[0], by: by) }
    return try Contest(records[0], Array(records.dropFirst()))
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Diagnostic(
        "cannot write: \((error as NSError).localizedDescription); name another file with --out",
        at: Location(file: path))
    }
  }
}

extension Verdict: ExpressibleByArgument {}

/// A part in percent, as `5` or `5%`.
struct Percentage: ExpressibleByArgument, CustomStringConvertible {
  /// The part, 1 for a hundred percent.
  let part: Double

  init(percent: Double) { part = percent / 100 }

  init?(argument: String) {
    let number = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
    guard let percent = Double(number), percent.isFinite, percent >= 0 else { return nil }
    self.init(percent: percent)
  }

  var description: String { (part * 100).shortText }
}
