import ForceLabFiles
import ForceLabSettings
import Foundation

/// The size and the content hash of a file, as the journal records them: `1234 0f1e2d3c4b5a6978`.
struct FileStamp: RawRepresentable, Codable, Hashable, Sendable {
  let size: Int
  let hash: String

  init(size: Int, hash: String) { (self.size, self.hash) = (size, hash) }

  init?(rawValue: String) {
    let words = rawValue.split(separator: " ")
    guard words.count == 2, let size = Int(words[0]), size >= 0 else { return nil }
    self.init(size: size, hash: String(words[1]))
  }

  var rawValue: String { "\(size) \(hash)" }

  init(_ bytes: some ContiguousBytes & Collection<UInt8>) {
    (size, hash) = (bytes.count, ContentHash.short(bytes))
  }

  /// The stamp of the file `name`; nil if the file does not exist.
  init?(of name: String, in folder: Folder) throws(Diagnostic) {
    guard let file = try ReadFile(name, in: folder) else { return nil }
    (hash, _, size) = try ContentHash.hashes(of: file)
  }

  /// Whether the file `name` exists and has this size and hash. Throws if it cannot be read.
  func matches(_ name: String, in folder: Folder) throws(Diagnostic) -> Bool {
    guard let facts = try folder.facts(of: name), facts.isFile, facts.size == size else {
      return false
    }
    return try FileStamp(of: name, in: folder) == self
  }
}

/// The files that a run recorded as its own in its journal.
public struct RunManifest: Sendable {
  public enum State: String, Sendable, CaseIterable {
    /// As the run wrote it.
    case written
    case changed, missing
    /// Of the run, but the run was interrupted before it recorded the file.
    case unrecorded
    /// Not of the run.
    case foreign
  }

  let origin: RunOrigin
  let stamps: [String: FileStamp]
  /// The lines of the journal that cannot be read.
  public let damage: [Diagnostic]
  let hasRecords: Bool
  /// Whether no trial has ended, as far as the journal tells.
  var isEmpty: Bool { !hasRecords && damage.isEmpty }
  let folder: Folder

  package static let journalName = Journal.name

  /// The files that the run recorded.
  package var recordedFiles: some Collection<String> { stamps.keys }

  /// The folders below the folder of a run.
  static let parts = [
    "layouts", "graphs", "frames", "motion", "contacts", "plots", "comparison", Submission.part,
    Folder.drafts, RunInputs.part,
  ]
  /// The files that a run rewrites until it ends, and then records.
  static let tables = [
    RunReader.experimentName, RunColumns.fileName, RunEnvironment.fileName, RunTables.trialsName,
    Journal.samplesName, RunTables.eventsName, RunTables.summaryName, "limits.csv",
    "published.csv",
  ]

  /// Throws a `Diagnostic` if the folder holds no run.
  public init(folder path: String) throws(Diagnostic) {
    let files = try describing(
      "cannot read the folder", advice: "name one that `\(Diagnostic.program) run` wrote",
      at: Location(file: path)
    ) { () throws(SystemError) in try Folder(path) }
    try self.init(of: files)
  }

  init(of folder: Folder) throws(Diagnostic) {
    self.folder = folder
    origin = try Journal.origin(in: folder)
    var (stamps, damage, hasRecords): ([String: FileStamp], [Diagnostic], Bool) = ([:], [], false)
    var (reader, number, reports) = (try JournalReader(in: folder), 0, ReportFiles())
    while let line = try reader?.next() {
      number += 1
      if let record = line.record {
        hasRecords = true
        stamps.merge(record.files) { $1 }
      } else if let manifest = line.manifest {
        stamps.merge(manifest.manifest) { $1 }
        reports.add(manifest)
      } else if number > 1 {
        let location = Location(file: folder.location(of: Journal.name).file, line: number)
        damage.append(Diagnostic("the line is damaged", at: location))
      }
    }
    for name in reports.superseded.keys where try !folder.holds(name) {
      stamps[name] = nil
    }
    (self.stamps, self.damage, self.hasRecords) = (stamps, damage, hasRecords)
  }

  /// An error if rows of `trials.csv` are of trials without a record in the journal, unless lines of it are damaged. It
  /// reads the journal again, after the table: a run that goes on writes the record of a trial before its row.
  public func lostRecords() throws(Diagnostic) -> Diagnostic? {
    guard damage.isEmpty else { return nil }
    // A table that is damaged or missing is of no use here; its state tells.
    let table = try? CSVTable(
      RunTables.trialsName, in: folder, isGrowing: RunLock.isHeld(in: folder))
    let recorded = try JournalReader.trials(in: folder)
    let trials = table?.rows.compactMap { $0.fields.first.flatMap(Int.init) } ?? []
    let lost = trials.filter { !recorded.contains($0) }
    guard let first = lost.first else { return nil }
    return Diagnostic(
      "the journal has lost the records of \(counted(lost.count, "trial")), the first of trial \(first); restore "
        + "the file from a copy, or run them again with `\(Diagnostic.program) run FILE --resume "
        + "--out \(folder.path.asArgument)`",
      at: folder.location(of: Journal.name))
  }

  /// Throws if the file at `path` belongs to a run, so that another file must not replace it.
  public static func checkIsFree(_ path: String) throws(Diagnostic) {
    var folder = physicalFile(try linkTarget(of: path))
    var name = ""
    // Copies of inputs may be many folders below that of the run.
    while let last = folder.split(separator: "/").last {
      name = name.isEmpty ? String(last) : "\(last)/\(name)"
      folder = parentFolder(of: folder)
      guard let files = try? Folder(folder), try files.holds(Journal.name), try files.holds(name)
      else { continue }
      let manifest = try? RunManifest(of: files)
      let isOwn = [Journal.name, RunLock.name].contains(name) || tables.contains(name)
      let isRecorded = manifest.map { $0.stamps[name] != nil || $0.isOfRun(name) }
      guard isOwn || isRecorded ?? parts.contains(where: { name.hasPrefix($0 + "/") }) else {
        continue
      }
      let here = RunInputs.relative(folder, to: physicalPath("."))
      throw Diagnostic(
        "the file belongs to the run in \(here.hasPrefix("..") ? folder : here); name another file",
        at: Location(file: path))
    }
  }

  /// All files in the folder and all recorded ones, by name, with their states.
  public func states() throws(Diagnostic) -> [(name: String, state: State)] {
    var names = Set(stamps.keys)
    for name in try folder.names() where name != RunLock.name && name != Journal.name {
      guard Self.parts.contains(name), try folder.facts(of: name)?.isFolder == true else {
        names.insert(name)
        continue
      }
      names.formUnion(try folder.files(below: name))
    }
    let sorted = names.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    return try sorted.map { (name) throws(Diagnostic) in (name, try state(of: name)) }
  }

  private func state(of name: String) throws(Diagnostic) -> State {
    guard let stamp = stamps[name] else {
      return isOfRun(name) || Self.isDerived(name) ? .unrecorded : .foreign
    }
    guard try folder.holds(name) else { return .missing }
    return try stamp.matches(name, in: folder) ? .written : .changed
  }

  /// Whether it is a table or setting of a run that was interrupted before it recorded it.
  package static func isUnrecordedTable(_ name: String, _ state: State) -> Bool {
    state == .unrecorded && tables.contains(name)
  }

  /// The files that a new run may remove: those of the run except its journal, which names them. The table of trials is
  /// the first: without it, the run is not taken for a finished one.
  func ownFiles() throws(Diagnostic) -> [String] {
    let own = try states().filter { name, state in
      state == .written || state == .changed || state == .unrecorded && isOfRun(name)
    }
    return [RunTables.trialsName] + own.map(\.name)
  }

  /// Whether reports and drawings of runs are files of this name. A user may have written one, too.
  static func isDerived(_ name: String) -> Bool {
    ["report.html", "findings.json"].contains(name)
      || name.hasPrefix("plots/") && name.hasSuffix(".vl.json")
      || name.starts(with: /layouts\/[0-9]/) && !name.hasSuffix(".csv")
      || name.hasPrefix("comparison/") && name.hasSuffix(".csv")
  }

  /// Whether the run writes a file of this name before it records it.
  private func isOfRun(_ name: String) -> Bool {
    if Self.tables.contains(name) { return true }
    let parts = name.split(separator: "/")
    guard parts.count == 2 else { return false }
    let stem = parts[1].prefix { $0 != "." }
    switch parts[0] {
    case "layouts", "frames", "motion", "contacts":
      // The run may have more repeats now than when it began.
      guard let trial = Int(stem), trial > 0 else { return false }
      return name == (parts[0] == "frames" ? Frames.name(trial) : "\(parts[0])/\(trial).csv")
    case "graphs":
      return stem.count == 16 && stem.allSatisfy(\.isHexDigit) && parts[1].hasSuffix(".json")
    case Folder.drafts[...], Submission.part[...]: return true
    default: return false
    }
  }
}
