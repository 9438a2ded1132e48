import Foundation
import SystemPackage
import ForceLabSettings

/// The folder that a run writes to, which is its own for as long as this lives.
public struct RunFolder: Sendable {
  /// A file that could not be written; a run cannot go on after it.
  struct WriteFailure: Error {
    let diagnostic: Diagnostic
  }

  /// Its path.
  public let path: String
  private let lock: RunLock?

  /// Where files stand until they are whole.
  static let unfinished = "unfinished"
  /// What a run writes here; what else is found belongs to somebody else. The journal is the first
  /// to be removed: without it, what is left is no run.
  private static let files = [
    Journal.name, "experiment.yaml", RunColumns.fileName, "environment.json", "trials.csv",
    "samples.csv",
    "summary.csv", "limits.csv", "published.csv", "layouts", "graphs", "frames", "plots",
    "report.html", unfinished,
  ]

  /// The folder at exactly `path`, which is made if it is missing and must be empty.
  ///
  /// Throws a `Diagnostic` that names the folder, also if another run holds it.
  public init(at path: String) throws(Diagnostic) {
    try self.init(locked: path)
    let held = names.count
    guard held == 0 else {
      let advice =
        isRun
        ? "the folder holds a run already; go on with it by --resume, begin it anew by --fresh, or "
          + "name another folder"
        : "the folder holds \(held) \(held == 1 ? "file" : "files") already, which a run would mix "
          + "with its own; name another, or remove it"
      throw Diagnostic(advice, at: Location(file: path))
    }
    try makeParts()
  }

  /// A new folder named by the date and time below `parent`/`experiment`.
  ///
  /// Throws a `Diagnostic` that names the folder.
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

  /// The folder at `path` that holds a run, or nothing yet.
  ///
  /// Throws a `Diagnostic` that names the folder, also if another run holds it.
  public init(resuming path: String) throws(Diagnostic) {
    try self.init(locked: path)
    if !isRun {
      let strange = names.filter { !Self.files.contains($0) }
      guard strange.isEmpty else {
        throw Diagnostic(
          "the folder holds no run that could be resumed, but '\(strange[0])'; name the folder of a "
            + "run", at: Location(file: path))
      }
    }
    try makeParts()
  }

  /// The folder of a run that somebody else holds.
  init(existing path: String) {
    self.path = path
    lock = nil
  }

  private init(locked path: String) throws(Diagnostic) {
    let place = Location(file: path)
    guard !path.isEmpty else { throw Diagnostic("the path of the folder is empty", at: nil) }
    do throws(Errno) {
      try Self.makeFolder(FilePath(path))
    } catch {
      throw Diagnostic(
        "the folder for results cannot be made: \(error); name another with --out", at: place)
    }
    self.path = path
    lock = try RunLock(in: path)
  }

  /// The folder below `parent`/`experiment` that holds the run in which a trial ended last; nil if
  /// there is none.
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

  /// Whether it holds a run.
  public var isRun: Bool { holds(Journal.name) }

  /// Removes what a run has written here, and nothing else.
  public func clear() throws(Diagnostic) {
    for name in Self.files where holds(name) { try remove(name) }
    try makeParts()
  }

  /// The names of what it holds, but for the lock.
  private var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return all.filter { $0 != RunLock.name }.sorted()
  }

  private func makeParts() throws(Diagnostic) {
    for part in ["layouts", Self.unfinished] { try makePart(part) }
  }

  /// Makes the folder in which the file `name` stands, if it is missing.
  func makeFolder(of name: String) throws(Diagnostic) {
    guard let part = name.split(separator: "/").dropLast().first.map(String.init) else { return }
    if !holds(part) { try makePart(part) }
  }

  private func makePart(_ part: String) throws(Diagnostic) {
    do throws(Errno) {
      try Self.makeFolder(FilePath(path).appending(part))
    } catch {
      throw Diagnostic("cannot write: \(error)", at: location(of: part))
    }
  }

  /// Makes the folder at `path` and those above it that are missing.
  private static func makeFolder(_ path: FilePath) throws(Errno) {
    if mkdir(path.string, 0o777) == 0 { return }
    let error = Errno(rawValue: errno)
    var isFolder: ObjCBool = false
    switch error {
    case .fileExists
    where FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder)
      && isFolder.boolValue:
      return
    case .noSuchFileOrDirectory where !path.removingLastComponent().isEmpty:
      try makeFolder(path.removingLastComponent())
      if mkdir(path.string, 0o777) != 0 { throw Errno(rawValue: errno) }
    default: throw error
    }
  }
}
