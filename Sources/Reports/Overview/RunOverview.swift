import Foundation
import ForceLabWorkbench
import ForceLabSettings

/// What a person or a program wants to know of a run, from its folder alone.
public struct RunOverview: Sendable {
  /// How far it is and how it went.
  public let glance: RunGlance
  /// Its limits and what was measured.
  public let limits: [LimitResult]
  /// Its published claims and what was measured.
  public let published: [ClaimResult]
  let summary: SummaryRows
  private let firstTrials: [Int: Int]

  private static let greatestFailures = 10

  /// The run in `folder`.
  ///
  /// Throws a `Diagnostic` if that is none, or its files are damaged. Cost: linear in `trials.csv`.
  public init(folder: String) throws(Diagnostic) {
    let record = try RunRecord(folder: folder)
    glance = RunGlance(folder: record.folder)
    summary = try SummaryRows(record.summary, record.columns)
    limits = try [LimitResult](folder: record.folder)
    published = try [ClaimResult](folder: record.folder)
    firstTrials = Dictionary(
      record.trials.filter(\.isGood).map { trial in
        (trial.configuration, trial.number)
      }, uniquingKeysWith: min)
  }

  /// The report's path; nil if there is none.
  public var report: String? {
    let path = glance.folder + "/report.html"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The experiment's name and what one learns from it.
  public var title: String {
    glance.summary.isEmpty ? glance.name : "\(glance.name): \(glance.summary)"
  }

  /// The table of configurations and what to do next, in lines of at most `width` characters; with
  /// a column that draws their convergence if `drawsCurves`.
  public func text(width: Int = .max, drawsCurves: Bool = false) -> String {
    let curves = drawsCurves ? curves(width: width < 100 ? 8 : 12) : []
    let table = summary.table(convergence: curves).text(width: width)
    var lines = [table, ""]
    if table.prefix(while: { $0 != "\n" }).hasSuffix(" curve") {
      let note = "curve: movement over the iterations of the first trial, on one log scale."
      lines.append(wrapped(note, width: width))
    }
    lines += failureLines(width)
    let total = glance.planned ?? glance.done
    let remaining = max(0, total - glance.done)
    let isRunning = glance.state == .running && remaining > 0
    if remaining > 0 {
      let state = isRunning ? "have not run yet" : "did not run"
      lines.append("\(remaining) of \(counted(total, "trial")) \(state).")
    }
    if let most = summary.rows.map(\.good).max(), most > 1 {
      let isEach = summary.rows.allSatisfy { $0.good == most }
      lines.append("Medians of \(isEach ? "" : "up to ")\(most) trials per configuration.")
    }
    let next = NextSteps(
      glance.folder, paths: summary.paths, command: glance.command,
      remaining: isRunning ? 0 : remaining)
    return (lines + next.lines(width: width)).joined(separator: "\n")
  }

  /// How movement went from iteration to iteration, of each configuration in its first trial that
  /// ended well.
  private func curves(width: Int) -> [String] {
    let curves = ConvergenceCurves(Set(firstTrials.values), in: glance.folder).curves
    let shown = summary.rows.map { row in
      firstTrials[row.configuration].flatMap { curves[$0] } ?? []
    }
    return Sparklines(shown, width: width).lines
  }

  private func failureLines(_ width: Int) -> [String] {
    let failures = glance.failures
    guard !failures.isEmpty else { return [] }
    let count = "\(failures.count) of \(counted(glance.planned ?? glance.done, "trial"))"
    let told = failures.prefix(Self.greatestFailures).map {
      wrapped("  trial \($0.trial) \($0.status):  \($0.message)", width: width)
    }
    let others = failures.count - told.count
    return ["\(count) did not end well; see trials.csv."] + told
      + (others > 0 ? ["  and \(others) more"] : [])
  }
}
