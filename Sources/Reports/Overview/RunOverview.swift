import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation

public struct RunOverview: Sendable {
  public let status: RunStatus
  public let limits: [LimitResult]
  public let published: [ClaimResult]
  public let findings: Findings
  public let scoreboard: Scoreboard
  let run: RunReader
  private static let maxFailures = 10

  /// Throws if there is none, or its files are damaged. Cost: linear in `trials.csv`.
  public init(folder: String, _ order: ScoreboardOrder = .init()) throws(Diagnostic) {
    run = try RunReader(folder: folder)
    let others = try order.measures(of: run)
    status = RunStatus(run)
    limits = try run.limits()
    published = try run.claims()
    findings = Findings(run)
    scoreboard = try order.applied(to: Scoreboard(run, findings, and: others), of: run)
  }

  /// Writes `findings.json` into the folder of a finished run.
  public func writeFindings() throws(Diagnostic) {
    let files = DerivedFiles(of: run.files)
    try findings.write(to: files)
    try files.record()
  }

  /// That files are missing or damaged.
  public var warnings: [Diagnostic] { run.warnings }

  public var title: String { run.summary.map { "\(status.name): \($0)" } ?? status.name }

  public func table(_ format: TableFormat) -> String {
    let caption = scoreboard.caption(best: format.bestMark)
    let heading = title + (".?!".contains(title.last ?? " ") ? "" : ".")
    return format.text(
      of: scoreboard.table, caption: caption.isEmpty ? title : "\(heading) \(caption)",
      name: status.name)
  }

  /// The scoreboard, findings and next steps, in lines of at most `width` characters.
  public func text(width: Int = .max) -> String {
    var lines = [scoreboard.table.text(width: width), ""]
    let caption = scoreboard.caption(best: Table.star.trimmingCharacters(in: .whitespaces))
    if !caption.isEmpty { lines += [wrapped(caption, width: width), ""] }
    // That of all rows, also if few are shown.
    let found =
      Answer(Scoreboard(run, findings), run, findings).texts + findings.texts(of: run, limit: 4)
    if !found.isEmpty { lines += found.map { wrapped($0.text, width: width) } + [""] }
    lines += failureLines(width)
    let total = status.planned ?? status.done
    let remaining = max(0, total - status.done)
    let isRunning = status.state == .running && remaining > 0
    if remaining > 0 {
      let state = isRunning ? "have not run yet" : "did not run"
      lines.append("\(remaining) of \(counted(total, "trial")) \(state).")
    }
    if let recording = run.recordingText {
      lines.append(wrapped(recording.capitalizedFirst + ".", width: width))
    }
    lines += run.nextSteps(remaining: isRunning ? 0 : remaining, width: width)
    return lines.joined(separator: "\n")
  }

  private func failureLines(_ width: Int) -> [String] {
    let failures = status.failures
    guard !failures.isEmpty else { return [] }
    let count = "\(failures.count) of \(counted(status.planned ?? status.done, "trial"))"
    let groups = FailureGroup.groups(of: run.allTrials)
    let shown = groups.prefix(Self.maxFailures).map { group in
      let others = group.othersText.isEmpty ? "" : " (\(group.othersText))"
      let (first, message) = (group.first, group.first.message)
      let text = FailureGroup.text(first.status, message, separator: ":  ")
      return wrapped("  trial \(first.number) \(text)\(others)", width: width)
    }
    let others = groups.dropFirst(shown.count).reduce(0) { $0 + $1.trials.count }
    return ["\(count) failed; see trials.csv."] + shown
      + (others > 0 ? ["  and \(others) more"] : [])
  }
}

extension RunReader {
  /// The time that recording took, beside that for the layouts, in a line; nil if the run does not measure it.
  var recordingText: String? {
    func seconds(_ use: Column.Use) -> Double {
      guard let column = columns(for: use).first else { return 0 }
      let sum = trials.reduce(0) { $0 + (number(column.name, of: $1) ?? 0) }
      return sum * (column.secondsPerUnit ?? 1)
    }
    let (recording, layouts) = (seconds(.recordingTime), seconds(.totalTime))
    guard recording > 0, layouts > 0 else { return nil }
    return "recording took \(readable(seconds: recording)), not in layout times "
      + "(\(readable(seconds: layouts)) in all)"
  }
}
