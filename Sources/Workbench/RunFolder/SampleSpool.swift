import ForceLabFiles
import ForceLabSettings
import Foundation

/// Collects the samples of a trial that runs, in a file of its own if they are many.
struct SampleSpool {
  private let trial: Int
  private let columns: [String]
  private let name: String
  private let files: Folder
  private var file: AppendedFile?
  private var pending = ""

  init(of trial: Int, _ context: TrialContext, in files: Folder) {
    self.trial = trial
    columns = context.sampleColumns
    name = Self.name(trial, of: context.task)
    self.files = files
  }

  /// The number of bytes above which samples are written to the file.
  private static let flushThreshold = 1 << 16

  /// Two tasks may run the same trial at the same time, after the cluster has lost one of them.
  private static func name(_ trial: Int, of task: String) -> String {
    "\(Folder.drafts)/\(trial)\(task.isEmpty ? "" : "-" + task).samples.csv"
  }

  mutating func add(_ fields: [Field], _ names: [String]) throws(Diagnostic) {
    var line: [Field] = [.integer(trial)]
    if names == columns {
      line += fields
    } else {
      let values = Dictionary(firstOf: zip(names, fields))
      line += columns.map { values[$0] ?? .none }
    }
    pending += csvLine(line)
    if pending.utf8.count > Self.flushThreshold { try flush() }
  }

  /// The stamp of the samples, and their text if they are not in the file.
  mutating func finish() throws(Diagnostic) -> (stamp: FileStamp, text: String) {
    guard let file else { return (FileStamp(Data(pending.utf8)), pending) }
    try flush()
    file.close()
    return (try FileStamp(of: name, in: files) ?? FileStamp(Data()), "")
  }

  private mutating func flush() throws(Diagnostic) {
    if file == nil { file = try files.append(to: name) }
    try file?.append(pending)
    pending = ""
  }

  /// Moves the samples of `trial` from the file of their own to `samples`.
  static func move(
    _ trial: Int, of task: String, in files: Folder, to samples: AppendedFile
  ) throws(Diagnostic) {
    let name = name(trial, of: task)
    guard let spool = try ReadFile(name, in: files) else { return }
    for start in stride(from: 0, to: spool.size, by: 1 << 20) {
      try samples.append(spool.bytes(start..<min(start + 1 << 20, spool.size)))
    }
    try files.remove(name)
  }
}

/// Where the rows of each trial are in a file of samples, in any order.
struct SampleIndex {
  private let file: ReadFile?
  private var ranges: [Int: [Range<Int>]] = [:]

  /// Cost: one pass over the file.
  init(_ name: String, in folder: Folder) throws(Diagnostic) {
    file = try ReadFile(name, in: folder)
    guard let file else { return }
    var lines = FileLines(file)
    var (current, start) = (0, 0)
    while true {
      let position = lines.position
      let line = try lines.next()
      // 0 if the line is not that of a trial.
      let trial = line.map { line in
        Int(String(decoding: line.prefix(20).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self))
          ?? 0
      }
      if trial != current {
        if current > 0 { ranges[current, default: []].append(start..<position) }
        (current, start) = (trial ?? 0, position)
      }
      if line == nil { return }
    }
  }

  /// The rows of a trial; nil if they are missing or changed.
  func rows(of record: TrialRecord) throws(Diagnostic) -> Data? {
    if record.sampleBytes == 0 { return Data() }
    for range in ranges[record.trial] ?? [] where range.count == record.sampleBytes {
      if let rows = try file?.bytes(range), FileStamp(rows) == record.samples { return rows }
    }
    return nil
  }
}
