import ForceLabFiles
import ForceLabSettings
import ForceLabWorkbench
import Foundation

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

  /// Draws the charts, and returns a picture or an error of each.
  ///
  /// The scripts are those that the program writes, whatever is in the run folder. They run in a
  /// folder of their own, in two processes, so that gnuplot starts only twice.
  func draw(
    _ charts: [Chart], as format: PictureFormat, for folder: ChartFolder
  ) throws(Diagnostic) -> [Result<Data, Diagnostic>] {
    let place = try TemporaryFolder()
    for chart in charts {
      try place.folder.write(chart.csv.utf8, to: "\(chart.name).csv")
      try place.folder.write(ChartFolder.script(of: chart).utf8, to: "\(chart.name).gp")
    }
    let names = charts.map(\.name)
    let halves = [0, 1].map { half in
      names.indices.filter { $0 % 2 == half }.map { names[$0] }
    }
    var problems = run(halves, format, in: place.folder.path, named: folder.path)
    // A script that fails ends its process: run those of the process one by one.
    let again = halves.filter { $0.count > 1 && problems[$0[0]] != nil }.flatMap { $0 }
    problems.merge(run(again.map { [$0] }, format, in: place.folder.path, named: folder.path)) {
      $1
    }
    var results: [Result<Data, Diagnostic>] = []
    for name in names {
      if let problem = problems[name] {
        results.append(.failure(problem))
      } else {
        let picture = try place.folder.bytes(of: "\(name).\(format.rawValue)")
        results.append(
          picture.map { .success($0) } ?? .failure(missingPicture(name, format, folder.path)))
      }
    }
    return results
  }

  /// Runs the user's script `name` in its folder, where it writes its picture. Returns the
  /// error, if any.
  func drawChanged(_ name: String, as format: PictureFormat, in folder: ChartFolder) -> Diagnostic?
  {
    let files = folder.files.folder
    let picture = "\(ChartFolder.name)/\(name).\(format.rawValue)"
    do throws(Diagnostic) {
      // A picture that exists afterwards is new.
      try files.remove(picture)
      if let problem = run([[name]], format, in: folder.path, named: folder.path)[name] {
        return problem
      }
      return try files.holds(picture) ? nil : missingPicture(name, format, folder.path)
    } catch {
      return error
    }
  }

  /// Runs each group in its own process at once. Returns errors by the first script of the group.
  private func run(
    _ groups: [[String]], _ format: PictureFormat, in folder: String, named place: String
  ) -> [String: Diagnostic] {
    let calls = groups.filter { !$0.isEmpty }.map { group in
      (group[0], Result { () throws(SystemError) in try start(group, format, folder) })
    }
    var problems: [String: Diagnostic] = [:]
    for (name, call) in calls {
      let script = "\(place)/\(name).gp"
      switch call {
      case .success(let process): problems[name] = Self.problem(process, script)
      case .failure(let error):
        problems[name] = Diagnostic("cannot run gnuplot: \(error)", at: Location(file: script))
      }
    }
    return problems
  }

  private func start(
    _ names: [String], _ format: PictureFormat, _ folder: String
  ) throws(SystemError) -> ChildProcess {
    // The system ends a script that never ends, even if nothing waits for it any more.
    let limit = ["-c", "ulimit -t \(Self.seconds); exec \"$0\" \"$@\"", path]
    let scripts = names.flatMap {
      ["-e", "reset session", "-e", "format='\(format.rawValue)'", "\($0).gp"]
    }
    return try ChildProcess("/bin/sh", limit + scripts, in: folder, piped: [.error])
  }

  private static func problem(_ process: ChildProcess, _ script: String) -> Diagnostic? {
    let fix = "fix the script, or replace it with `forcelab plot RUN --fresh`"
    // Without its messages, the exit status still says that it failed.
    let errors = (try? process.readToEnd(.error)) ?? Data()
    guard case .exited(let code) = process.wait() else {
      return Diagnostic(
        "gnuplot was terminated, because it took more than \(seconds) s or by a signal; \(fix)",
        at: Location(file: script))
    }
    guard code != 0 else { return nil }
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    // Errors of gnuplot look like `"movement.gp" line 31: undefined variable: of`.
    let parts = lines.first { $0.contains(" line ") && $0.contains(": ") }?
      .split(separator: ": ", maxSplits: 1)
    let line = parts?.first?.split(separator: " ").last.flatMap { Int($0) }
    let message = line == nil ? lines.last ?? "unknown error" : String(parts?.last ?? "")
    return Diagnostic("gnuplot: \(message); \(fix)", at: Location(file: script, line: line ?? 0))
  }

  private func missingPicture(
    _ name: String, _ format: PictureFormat, _ folder: String
  ) -> Diagnostic {
    Diagnostic(
      "the script does not write \(name).\(format.rawValue); fix it, or replace it with "
        + "`forcelab plot RUN --fresh`", at: Location(file: "\(folder)/\(name).gp"))
  }
}
