import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation

public struct RunOverview: Sendable {
  public package(set) var status: RunStatus
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
    let table = scoreboard.table.text(width: width)
    var lines = [table, ""]
    let caption = scoreboard.caption(
      best: Table.star.trimmingCharacters(in: .whitespaces), of: table)
    if !caption.isEmpty { lines += [wrapped(caption, width: width), ""] }
    // That of all rows, also if few are shown.
    let found =
      Answer(Scoreboard(run, findings), run, findings).texts + findings.texts(of: run, limit: 4)
    if !found.isEmpty { lines += found.map { wrapped($0.text, width: width) } + [""] }
    lines += failureLines(width)
    let total = status.planned ?? status.done
    let remaining = max(0, total - status.done)
    let isRunning = [.running, .onCluster].contains(status.state) && remaining > 0
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
    let groups = FailureGroup.groups(of: failures)
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

  /// Where the results are, and commands, broken at `width` by backslashes. With `remaining` trials, it can be resumed.
  func nextSteps(remaining: Int, width: Int) -> [String] {
    let report = self.report
    let locations = ["Results: \(folder)"] + (report.map { ["Report:  \($0)"] } ?? [])
    let commands = [
      remaining > 0 && report == nil
        ? ["Report: ", Diagnostic.program, "report", folder.asArgument] : nil,
      comparison.map { ["Compare:", Diagnostic.program, "compare"] + $0 },
      remaining > 0 ? resumption.map { ["Resume: ", Diagnostic.program] + $0 } : nil,
    ]
    return locations + commands.compactMap { $0 }.map { Self.line($0, width: width) }
  }

  /// The file of the report; nil if there is none.
  var report: String? {
    let path = folder + "/report.html"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private static func line(_ words: [String], width: Int) -> String {
    let line = words.joined(separator: " ")
    guard line.count > width else { return line }
    var lines = [words[0]]
    for word in words.dropFirst() {
      if lines[lines.count - 1].count + word.count + 3 > width, lines != [words[0]] {
        lines[lines.count - 1] += " \\"
        lines.append("        ")
      }
      lines[lines.count - 1] += " " + word
    }
    return lines.joined(separator: "\n")
  }

  /// Compares with the previous run, if there is one, else the values of the first swept path that can be compared.
  private var comparison: [String]? {
    if let before { return [before.asArgument, folder.asArgument] }
    // Instances such as graphs are what algorithms are compared over.
    let path = (settingPaths.isEmpty ? paths : settingPaths).first(where: isComparable)
    return path.map { [folder.asArgument, "--by", $0.asArgument] }
  }

  private var before: String? {
    guard let slash = folder.lastIndex(of: "/") else { return nil }
    let (parent, name) = (String(folder[..<slash]), String(folder[slash...].dropFirst()))
    let date = #/\d{4}-\d{2}-\d{2}-\d{6}(-\d+)?/#
    guard name.wholeMatch(of: date) != nil else { return nil }
    // Without access to other runs, the values of a path are compared.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    let earlier = names.filter {
      $0.wholeMatch(of: date) != nil && $0.compare(name, options: .numeric) == .orderedAscending
        && FileManager.default.fileExists(atPath: "\(parent)/\($0)/summary.csv")
    }
    return earlier.max { $0.compare($1, options: .numeric) == .orderedAscending }
      .map { "\(parent)/\($0)" }
  }

  /// The command that began the run, with `--resume`.
  private var resumption: [String]? {
    let command = environment?.command ?? []
    guard command.dropFirst().first == "run" else { return nil }
    var words = Array(command.dropFirst()).filter { !["--fresh", "--resume"].contains($0) }
    words.append("--resume")
    // Without --out, the latest run of each experiment is resumed.
    let files = words.count { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    if files == 1, !words.contains(where: { $0.hasPrefix("--out") }) { words += ["--out", folder] }
    return words.map(\.asArgument)
  }
}

/// Failed trials of one configuration with the same status and messages that begin alike.
struct FailureGroup {
  let trials: [TrialRow]

  var first: TrialRow { trials[0] }

  /// Messages begin alike if they agree up to the first number or name.
  struct Key: Hashable {
    let configuration: Int
    let status: String
    let beginning: Substring

    init(configuration: Int, status: String, message: String) {
      (self.configuration, self.status) = (configuration, status)
      beginning = message.prefix { !$0.isNumber && $0 != "'" }
    }
  }

  /// `diverged: not finite …`, or only the message if it begins with the status.
  static func text(_ status: String, _ message: String, separator: String = ": ") -> String {
    message.hasPrefix(status.replacing("-", with: " "))
      ? message : "\(status)\(separator)\(message)"
  }

  /// The groups of the failed ones of `trials`, in the order of their first trials.
  static func groups(of trials: [TrialRow]) -> [FailureGroup] {
    trials.filter { !$0.isGood }.grouped { trial in
      Key(configuration: trial.configuration, status: trial.status, message: trial.message)
    }.map { FailureGroup(trials: $0.members) }
  }

  /// The other trials, such as `also trials 11, 18, 25 and 6 more`; empty if there are none.
  var othersText: String {
    let others = trials.dropFirst().map { String($0.number) }
    return others.isEmpty
      ? "" : "also \(others.count == 1 ? "trial" : "trials") \(others.listed(atMost: 3))"
  }
}
