import Foundation
import ForceLabWorkbench
import ForceLabSettings

/// The program that draws charts.
struct Gnuplot {
  /// How to get it, in a sentence.
  static let advice =
    "Charts are drawn by gnuplot, which is not installed; get it by \(program.advice), then draw them "
    + "by `forcelab plot`."
  private static let program = Program("gnuplot", package: "gnuplot-nox", brew: "gnuplot")

  /// A script that is run.
  struct Job {
    /// The script's path, from the folder where it is run.
    let script: String
    /// The script's path as messages tell it.
    let place: String
    /// What is said before it, such as `format='pdf'`.
    var definition = ""
  }

  /// How long a script may keep a core at work.
  private static let seconds = 60
  private let path: String

  /// The program that the search path leads to; nil if there is none.
  init?() {
    guard let path = Self.program.path else { return nil }
    self.path = path
  }

  /// Runs all jobs in `folder` at the same time, and tells of each what is wrong, if it is.
  func run(_ jobs: [Job], in folder: String) -> [Diagnostic?] {
    let calls = jobs.map { start($0, in: folder) }
    return zip(jobs, calls).map { job, call in
      switch call {
      case .failure(let error):
        Diagnostic(
          "gnuplot cannot be run: \((error as NSError).localizedDescription)",
          at: Location(file: job.place))
      case .success(let call): Self.problem(call.end(), of: job)
      }
    }
  }

  private func start(_ job: Job, in folder: String) -> Result<Call, any Error> {
    Result {
      // A script that never ends is ended by the system, even if nobody waits for it any more.
      try Call(
        "/bin/sh",
        ["-c", "ulimit -t \(Self.seconds); exec \"$0\" \"$@\"", path]
          + (job.definition.isEmpty ? [] : ["-e", job.definition]) + [job.script], in: folder)
    }
  }

  private static func problem(_ ending: Call.Ending, of job: Job) -> Diagnostic? {
    if ending.isKilled {
      return Diagnostic(
        "gnuplot was ended, at the latest after \(seconds) s; mend the script, or make it anew by "
          + "`forcelab plot RUN --fresh`", at: Location(file: job.place))
    }
    guard ending.status != 0 else { return nil }
    let lines = ending.complaints.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return diagnostic(lines, of: job)
  }

  /// gnuplot's own words, `"movement.gp" line 31: undefined variable: of`, at their place.
  private static func diagnostic(_ lines: [String], of job: Job) -> Diagnostic {
    let told = lines.first { $0.contains(" line ") && $0.contains(": ") }
    let words = told?.split(separator: ": ", maxSplits: 1)
    let line = words?.first?.split(separator: " ").last.flatMap { Int($0) }
    let message = line == nil ? lines.last ?? "no reason told" : String(words?.last ?? "")
    return Diagnostic(
      "gnuplot says: \(message); mend the script, or make it anew by `forcelab plot RUN --fresh`",
      at: Location(file: job.place, line: line ?? 0))
  }
}
