import ForceLabFiles
import ForceLabSettings
import Foundation

/// The folder that a run writes to, locked while this exists.
public struct RunFolder: Sendable {
  public let path: String
  /// Nodes of a cluster have other working folders.
  var absolutePath: String { ForceLabFiles.absolutePath(path) }
  /// Whether it held a run when it was opened.
  public let isRun: Bool
  package let files: Folder
  private let lock: RunLock?

  /// Makes the folder if it is missing; throws a `Diagnostic` if it is locked or not empty.
  public init(at path: String) throws(Diagnostic) {
    try self.init(locked: path)
    let held = try contents().count
    guard held == 0 else {
      let advice =
        isRun
        ? "the folder already holds a run; resume it with --resume, start over with --fresh, or name "
          + "another folder"
        : "the folder is not empty (\(counted(held, "file"))); name another folder, or empty it"
      throw Diagnostic(advice, at: Location(file: path))
    }
    try makeParts()
  }

  /// A new folder named by the date and time below `parent`/`experiment`.
  public init(below parent: String, experiment: String, at date: Date) throws(Diagnostic) {
    let base = "\(parent)/\(experiment)/\(date.text("yyyy-MM-dd-HHmmss"))"
    var (path, number) = (base, 1)
    // What cannot be made is an error below.
    try? makeFolder("\(parent)/\(experiment)")
    while mkdir(path, 0o777) != 0, errno == EEXIST {
      number += 1
      path = "\(base)-\(number)"
    }
    try self.init(at: path)
  }

  /// The folder must hold a run or nothing. Throws a `Diagnostic` also if it is locked.
  public init(resuming path: String) throws(Diagnostic) {
    try self.init(locked: path)
    if !isRun, let other = try contents().first {
      throw Diagnostic(
        "the folder holds no run, but '\(other)': it has no \(Journal.name); name the folder of a run, "
          + "or an empty one", at: Location(file: path))
    }
    try makeParts()
  }

  /// A run folder that is locked elsewhere, or not at all.
  init(existing path: String) throws(Diagnostic) {
    files = try describing("cannot read", at: Location(file: path)) { () throws(SystemError) in
      try Folder(path)
    }
    (self.path, isRun, lock) = (path, try files.holds(Journal.name), nil)
  }

  private init(locked path: String) throws(Diagnostic) {
    guard !path.isEmpty else { throw Diagnostic("the path of the folder is empty", at: nil) }
    files = try Self.made(path)
    // Locked first, because another process may make the journal.
    (self.path, lock) = (path, try RunLock(in: files))
    isRun = try files.holds(Journal.name)
  }

  /// The run below `parent`/`experiment` whose last trial ended last; nil if there is none. Throws if that is unknown.
  public static func newest(
    below parent: String, experiment: String
  ) throws(Diagnostic) -> String? {
    let base = "\(parent)/\(experiment)"
    let folder: Folder
    do throws(SystemError) {
      folder = try Folder(base)
    } catch {
      if error.code == ENOENT { return nil }
      throw Diagnostic("cannot read: \(error)", at: Location(file: base))
    }
    var runs: [(path: String, date: Double)] = []
    for name in try folder.names() {
      guard let journal = try folder.facts(of: "\(name)/\(Journal.name)") else { continue }
      runs.append(("\(base)/\(name)", journal.changed))
    }
    return runs.max {
      $0.date != $1.date
        ? $0.date < $1.date : $0.path.compare($1.path, options: .numeric) == .orderedAscending
    }?.path
  }

  func unlock() { lock?.release() }

  /// Whether another process is writing to the folder at `path`.
  public static func isHeld(_ path: String) -> Bool {
    (try? Folder(path)).map { RunLock.isHeld(in: $0) } ?? false
  }

  /// Whether the folder at `path` can be read and is that of a run.
  public static func holdsRun(_ path: String) -> Bool {
    (try? RunFolder(existing: path))?.isRun == true
  }

  /// Removes the files that the run in the folder recorded as its own, and no others. Leaves a journal without trials, so
  /// that after a kill the folder still holds a run, and can be cleared again. Throws if it holds no run.
  public func clear() throws(Diagnostic) {
    let run = try RunManifest(of: files)
    for name in try run.ownFiles() { try files.remove(name) }
    for part in RunManifest.parts { try files.removeEmpty(part) }
    try Journal.begin(run.origin, in: files)
    try makeParts()
  }

  /// Throws if the run in the folder is one of another experiment than `name`, as far as is known.
  public func checkIsRun(of name: String) throws(Diagnostic) {
    guard let other = (try? RunReader.experiment(in: files))?["name"]?.scalar?.text, other != name
    else { return }
    throw Diagnostic(
      "the folder holds a run of '\(other)', not of '\(name)'; name another folder",
      at: Location(file: path))
  }

  /// The names of its files, without the lock and what a run makes before its journal.
  private func contents() throws(Diagnostic) -> [String] {
    var names: [String] = []
    for name in try files.names() where name != RunLock.name && name != Folder.drafts {
      if name == "layouts", try files.names(in: name).isEmpty { continue }
      names.append(name)
    }
    return names
  }

  private func makeParts() throws(Diagnostic) {
    for part in ["layouts", Folder.drafts] { try files.makePart(part) }
  }

  /// The folder at `path`, which is made if it is missing.
  static func made(_ path: String) throws(Diagnostic) -> Folder {
    try describing(
      "cannot \(isFolder(path) ? "read" : "create") the folder for results",
      advice: "name another with --out", at: Location(file: path)
    ) { () throws(SystemError) in
      try makeFolder(path)
      return try Folder(path)
    }
  }

  /// Removes drafts, but not those of other processes, and what trials left.
  func removeDrafts() throws(Diagnostic) {
    for name in try files.names(in: Folder.drafts) where !Folder.isInUse(draft: name) {
      try files.remove("\(Folder.drafts)/\(name)")
    }
    // Another process may make a draft meanwhile.
    try? files.removeEmpty(Folder.drafts)
  }

  func removePart(_ part: String) throws(Diagnostic) {
    for name in try files.names(in: part) { try files.remove("\(part)/\(name)") }
    try files.remove(part)
  }
}
