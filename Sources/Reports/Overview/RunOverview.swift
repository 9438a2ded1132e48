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
    var scoreboard = Scoreboard(run, findings, and: others)
    try order.apply(to: &scoreboard, of: run)
    self.scoreboard = scoreboard
  }

  /// Writes `findings.json` into the folder of a finished run.
  public func writeFindings() throws(Diagnostic) {
    let files = DerivedFiles(of: run.files)
    try findings.write(to: files)
    try files.record()
  }

  public var report: String? {
    let path = run.folder + "/report.html"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  public var title: String { run.summary.map { "\(status.name): \($0)" } ?? status.name }

  /// The scoreboard in `format`.
  public func table(_ format: some TableFormat) -> String {
    let caption = scoreboard.caption(best: format.bestMark)
    return format.text(
      of: scoreboard.table(), caption: caption.isEmpty ? title : "\(title) \(caption)",
      name: status.name)
  }

  /// The scoreboard, findings and next steps, in lines of at most `width` characters; with a column of
  /// convergence curves if `drawsCurves`, for which `samples.csv` is read. Throws if that is damaged.
  public func text(
    width: Int = .max, drawsCurves: Bool = false
  ) throws(Diagnostic) -> String {
    let curves =
      try drawsCurves && scoreboard.instances == nil ? curves(width: width < 100 ? 8 : 12) : []
    let table = scoreboard.table(curves: curves).text(width: width)
    var lines = [table, ""]
    let caption = scoreboard.caption(best: Table.star.trimmingCharacters(in: .whitespaces))
    if !caption.isEmpty { lines += [wrapped(caption, width: width), ""] }
    if table.prefix(while: { $0 != "\n" }).hasSuffix(" curve") {
      let note = "curve: movement over the iterations of the first trial, on one log scale."
      lines.append(wrapped(note, width: width))
    }
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
    let next = NextSteps(run: run, remaining: isRunning ? 0 : remaining)
    return (lines + next.lines(width: width)).joined(separator: "\n")
  }

  /// The movement of each configuration in its first successful trial.
  private func curves(width: Int) throws(Diagnostic) -> [String] {
    let first = Dictionary(
      run.trials.filter(\.isGood).map { ($0.configuration, $0.number) }, uniquingKeysWith: min)
    let trials = Set(first.values)
    // While the run writes it, the last row may be incomplete: then there are no curves yet.
    let samples =
      status.state == .running
      ? try? SampleCurves(run, trials: trials) : try SampleCurves(run, trials: trials)
    guard let samples, let movement = samples.column(for: .movement) else { return [] }
    let shown = run.configurations.map { configuration -> Sparklines.Curve in
      let points = first[configuration.number].map { samples.points(movement.name, of: $0) }
      return (points ?? []).compactMap { point in Int(exactly: point.x).map { ($0, point.y) } }
    }
    return Sparklines(shown, width: width).lines
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
  /// The time that recording took, beside that for the layouts, in a line; nil if the run
  /// does not measure it.
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

/// Curves as lines of eight heights, `▇▆▄▃▂▁`, on one logarithmic scale and one axis of iterations.
struct Sparklines {
  typealias Curve = [(iteration: Int, value: Double)]

  /// A line per curve, in their order; empty for curves of less than two values.
  let lines: [String]
  private static let heights = Array("▁▂▃▄▅▆▇█")

  /// The longest line has `width` characters. Values without a logarithm are at the bottom.
  init(_ curves: [Curve], width: Int = 12) {
    let logarithms = curves.joined().map(\.value).filter { $0 > 0 && $0.isFinite }.map { log10($0) }
    let last = curves.compactMap(\.last?.iteration).max() ?? 0
    guard let low = logarithms.min(), let high = logarithms.max(), high > low, last > 0 else {
      lines = curves.map { _ in "" }
      return
    }
    lines = curves.map { curve in
      guard curve.count > 1 else { return "" }
      var sums = Array(repeating: (sum: 0.0, count: 0), count: width)
      for (iteration, value) in curve {
        let height = value > 0 && value.isFinite ? (log10(value) - low) / (high - low) : 0
        // In floating point, because a damaged file may have any number of iterations.
        let position = Double(max(0, iteration)) * Double(width) / (Double(last) + 1)
        let column = Int(clamping: min(Double(width - 1), position))
        sums[column].sum += height
        sums[column].count += 1
      }
      return Self.line(sums)
    }
  }

  /// Columns without iterations repeat the height before.
  private static func line(_ sums: [(sum: Double, count: Int)]) -> String {
    let end = sums.lastIndex { $0.count > 0 } ?? 0
    var height = sums.first { $0.count > 0 }.map { $0.sum / Double($0.count) } ?? 0
    return String(
      sums[...end].map { part in
        if part.count > 0 { height = part.sum / Double(part.count) }
        return heights[min(7, Int(clamping: height * 8))]
      })
  }
}
