import ForceLabFiles
import ForceLabSettings
import Foundation

/// Where the record of each trial of a run is: in its journal, or in that of an attempt of a task. It
/// takes 32 bytes for each trial, whatever the trials recorded.
struct TrialIndex {
  /// The journals, that of the run first.
  private let sources: [(journal: String, samples: String)]
  private let folder: Folder
  private var entries: [Entry]
  /// The hosts and jobs of the attempts, by the index of the source.
  private var starts: [Int: AttemptStart] = [:]
  /// Files that were opened, by name.
  private var opened: [String: ReadFile] = [:]
  private static let maxOpened = 64

  private struct Entry {
    /// -1 if there is no record.
    var source: Int32 = -1
    var length: Int32 = 0
    var start = 0
    /// Where its samples begin in those of the attempt.
    var samples = 0
  }

  init(_ folder: Folder, trials count: Int) throws(Diagnostic) {
    self.folder = folder
    entries = Array(repeating: Entry(), count: count)
    // What was submitted again was missing, or damaged.
    let attempts = try TaskAttempt.all(in: folder).sorted { $0.submission > $1.submission }
    sources =
      [(Journal.name, SampleFile.name)] + attempts.map { ($0.journalName, $0.samplesName) }
    for source in sources.indices { try add(source) }
  }

  /// A trial of several records has the first.
  private mutating func add(_ source: Int) throws(Diagnostic) {
    let name = sources[source].journal
    guard var scan = try RecordScan(name, in: folder) else { return }
    if source > 0 { starts[source] = try folder.header(AttemptStart.self, of: name)?.header }
    var samples = 0
    while let place = try scan.next() {
      if place.trial <= entries.count, entries[place.trial - 1].source < 0 {
        entries[place.trial - 1] = Entry(
          source: Int32(source), length: Int32(clamping: place.line.count),
          start: place.start, samples: samples)
      }
      samples += place.sampleBytes
    }
  }

  /// The record of `trial`, if there is one, and whether the journal of the run has it.
  mutating func record(_ trial: Int) throws(Diagnostic) -> (record: TrialRecord, isMerged: Bool)? {
    let entry = entries[trial - 1]
    guard entry.source >= 0 else { return nil }
    let range = entry.start..<entry.start + Int(entry.length)
    guard let line = try file(sources[Int(entry.source)].journal)?.bytes(range),
      let record = TrialRecord(line: line), record.trial == trial
    else {
      return nil
    }
    return (record, entry.source == 0)
  }

  /// The samples of `record` in those of its attempt.
  mutating func samples(of record: TrialRecord) throws(Diagnostic) -> Data {
    let entry = entries[record.trial - 1]
    let samples = try file(sources[Int(entry.source)].samples)
    return try samples?.bytes(entry.samples..<entry.samples + record.sampleBytes) ?? Data()
  }

  private mutating func file(_ name: String) throws(Diagnostic) -> ReadFile? {
    if let file = opened[name] { return file }
    if opened.count >= Self.maxOpened { opened = [:] }
    opened[name] = try ReadFile(name, in: folder)
    return opened[name]
  }

  /// The machine and job that ran `trial`; nil if the journal of the run has it.
  func start(of trial: Int) -> AttemptStart? { starts[Int(entries[trial - 1].source)] }

  /// Whether the journal of the run has the record of `trial`.
  func isMerged(_ trial: Int) -> Bool { entries[trial - 1].source == 0 }
}
