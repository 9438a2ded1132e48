import Foundation
import ForceLabSettings

public struct RunFolder: Sendable {
  /// A file that could not be written, which ends the run.
  struct WriteFailure: Error {
    let diagnostic: Diagnostic
  }

  public let path: String
  private let lock: RunLock?

  static let unfinished = "unfinished"
  /// The files of a run. The journal is removed first: a folder without one holds no run.
  private static let files = [
    Journal.name, "experiment.yaml", RunColumns.fileName, "environment.json", "trials.csv",
    "samples.csv",
    "summary.csv", "limits.csv", "published.csv", "layouts", "graphs", "frames", "plots",
    "report.html", unfinished,
  ]

  /// Makes the folder if it is missing; throws a `Diagnostic` if it is locked or not empty.
  public init(at path: String) throws(Diagnostic) {
    try self.init(locked: path)
    let held = names.count
    guard held == 0 else {
      let advice =
        isRun
        ? "the folder already holds a run; resume it with --resume, start over with --fresh, or name "
          + "another folder"
        : "the folder is not empty (\(held) \(held == 1 ? "file" : "files")); name another folder, or "
          + "empty it"
      throw Diagnostic(advice, at: Location(file: path))
    }
    try makeParts()
  }

  /// A new folder named by the date and time below `parent`/`experiment`.
  public init(below parent: String, experiment: String, at date: Date) throws(Diagnostic) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd-HHmmss"
    let base = "\(parent)/\(experiment)/\(formatter.string(from: date))"
    var candidate = base
    var attempt = 1
    while FileManager.default.fileExists(atPath: candidate) {
      attempt += 1
      candidate = "\(base)-\(attempt)"
    }
    try self.init(at: candidate)
  }

  /// The folder must hold a run or nothing. Throws a `Diagnostic` also if it is locked.
  public init(resuming path: String) throws(Diagnostic) {
    try self.init(locked: path)
    if !isRun, let other = names.first(where: { !Self.files.contains($0) }) {
      throw Diagnostic(
        "the folder holds no run, but '\(other)'; name the folder of a run",
        at: Location(file: path))
    }
    try makeParts()
  }

  /// A run folder that is locked elsewhere, or not at all.
  init(existing path: String) {
    self.path = path
    lock = nil
  }

  private init(locked path: String) throws(Diagnostic) {
    let place = Location(file: path)
    guard !path.isEmpty else { throw Diagnostic("the path of the folder is empty", at: nil) }
    do throws(SystemError) {
      try Self.makeFolder(path)
    } catch {
      throw Diagnostic(
        "cannot create the folder for results: \(error); name another with --out", at: place)
    }
    self.path = path
    lock = try RunLock(in: path)
  }

  /// The run below `parent`/`experiment` whose last trial ended last; nil if there is none.
  public static func newest(below parent: String, experiment: String) -> String? {
    let base = "\(parent)/\(experiment)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    let runs = names.compactMap { name -> (path: String, date: Date)? in
      let facts = try? FileManager.default.attributesOfItem(
        atPath: "\(base)/\(name)/\(Journal.name)")
      return (facts?[.modificationDate] as? Date).map { ("\(base)/\(name)", $0) }
    }
    return runs.max {
      $0.date != $1.date
        ? $0.date < $1.date : $0.path.compare($1.path, options: .numeric) == .orderedAscending
    }?.path
  }

  /// Whether another process is writing to the folder at `path`.
  public static func isHeld(_ path: String) -> Bool { RunLock.isHeld(in: path) }
  public var isRun: Bool { holds(Journal.name) }

  /// Removes the files of a run, and no others.
  public func clear() throws(Diagnostic) {
    for name in Self.files where holds(name) { try remove(name) }
    try makeParts()
  }

  /// The names of its files and folders, without the lock.
  private var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return all.filter { $0 != RunLock.name }.sorted()
  }

  private func makeParts() throws(Diagnostic) {
    for part in ["layouts", Self.unfinished] { try makePart(part) }
  }

  func makeFolder(of name: String) throws(Diagnostic) {
    guard let part = name.split(separator: "/").dropLast().first.map(String.init) else { return }
    if !holds(part) { try makePart(part) }
  }

  private func makePart(_ part: String) throws(Diagnostic) {
    do throws(SystemError) {
      try Self.makeFolder("\(path)/\(part)")
    } catch {
      throw Diagnostic("cannot write: \(error)", at: location(of: part))
    }
  }

  /// Makes the folder at `path` and its missing parents.
  private static func makeFolder(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try check { mkdir(path, 0o777) }
    } catch {
      var isFolder: ObjCBool = false
      if error.code == EEXIST, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        isFolder.boolValue
      {
        return
      }
      let parent = (path as NSString).deletingLastPathComponent
      guard error.code == ENOENT, !parent.isEmpty, parent != path else { throw error }
      try makeFolder(parent)
      try check { mkdir(path, 0o777) }
    }
  }
}
