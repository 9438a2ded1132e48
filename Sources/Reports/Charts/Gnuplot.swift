import Foundation
import ForceLabSettings

struct Gnuplot {
  /// How to install it, in a sentence.
  static let advice =
    "Charts need gnuplot, which is not installed. Install it with \(program.advice), then run "
    + "`forcelab plot`."
  private static let program = Program(name: "gnuplot", package: "gnuplot-nox", brew: "gnuplot")

  /// CPU time of a process.
  private static let seconds = 60
  private let path: String

  init?() {
    guard let path = Self.program.path else { return nil }
    self.path = path
  }

  /// Draws the charts, and returns the error of each that could not be drawn.
  ///
  /// Scripts share two processes, so that gnuplot starts only twice. Edited scripts have a process
  /// each: an error in one does not affect others.
  func draw(_ names: [String], as format: PictureFormat, in folder: ChartFolder) -> [Diagnostic?] {
    // A picture that exists afterwards is new.
    for name in names {
      try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name).\(format.rawValue)")
    }
    let edited = names.filter(folder.isEdited)
    let others = names.filter { !edited.contains($0) }
    let halves = [0, 1].map { half in
      others.indices.filter { $0 % 2 == half }.map { others[$0] }
    }
    var problems = run(halves + edited.map { [$0] }, format, folder)
    // A script that fails ends its process: run those of the process one by one.
    let again = halves.filter { $0.count > 1 && problems[$0[0]] != nil }.flatMap { $0 }
    problems.merge(run(again.map { [$0] }, format, folder)) { $1 }
    return names.map { name in
      problems[name] ?? missingPicture(name, format, folder)
    }
  }

  /// Runs each group in its own process at once. Returns errors by the first script of the group.
  private func run(
    _ groups: [[String]], _ format: PictureFormat, _ folder: ChartFolder
  ) -> [String: Diagnostic] {
    let calls = groups.filter { !$0.isEmpty }.map { group in
      (group[0], Result { try start(group, format, folder) })
    }
    var problems: [String: Diagnostic] = [:]
    for (name, call) in calls {
      let place = "\(folder.path)/\(name).gp"
      switch call {
      case .success(let call): problems[name] = Self.problem(call.end(), place)
      case .failure(let error):
        problems[name] = Diagnostic(
          "cannot run gnuplot: \((error as NSError).localizedDescription)",
          at: Location(file: place))
      }
    }
    return problems
  }

  private func start(
    _ names: [String], _ format: PictureFormat, _ folder: ChartFolder
  ) throws -> Call {
    // The system ends a script that never ends, even if nothing waits for it any more.
    let limit = ["-c", "ulimit -t \(Self.seconds); exec \"$0\" \"$@\"", path]
    let scripts = names.flatMap {
      ["-e", "reset session", "-e", "format='\(format.rawValue)'", "\($0).gp"]
    }
    return try Call("/bin/sh", limit + scripts, in: folder.path)
  }

  private static func problem(_ ending: Call.Ending, _ script: String) -> Diagnostic? {
    let fix = "fix the script, or replace it with `forcelab plot RUN --fresh`"
    if ending.isKilled {
      return Diagnostic(
        "gnuplot was terminated, because it took more than \(seconds) s or by a signal; \(fix)",
        at: Location(file: script))
    }
    guard ending.status != 0 else { return nil }
    let lines = ending.complaints.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    // Errors of gnuplot look like `"movement.gp" line 31: undefined variable: of`.
    let parts = lines.first { $0.contains(" line ") && $0.contains(": ") }?
      .split(separator: ": ", maxSplits: 1)
    let line = parts?.first?.split(separator: " ").last.flatMap { Int($0) }
    let message = line == nil ? lines.last ?? "unknown error" : String(parts?.last ?? "")
    return Diagnostic("gnuplot: \(message); \(fix)", at: Location(file: script, line: line ?? 0))
  }

  private func missingPicture(
    _ name: String, _ format: PictureFormat, _ folder: ChartFolder
  ) -> Diagnostic? {
    let picture = "\(name).\(format.rawValue)"
    if FileManager.default.fileExists(atPath: "\(folder.path)/\(picture)") { return nil }
    return Diagnostic(
      "the script does not write \(picture); fix it, or replace it with `forcelab plot RUN --fresh`",
      at: Location(file: "\(folder.path)/\(name).gp"))
  }
}
