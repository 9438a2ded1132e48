import ForceLabFiles
import ForceLabSettings
import Foundation

/// How far a run on a cluster is.
public struct TaskProgress: Sendable, Equatable {
  public var done = 0
  public var count = 0
  /// The trials that ended, but not well.
  public var failures = 0
  /// Tasks by what they do; those that ended before all of their trials are failed.
  public var running = 0
  public var pending = 0
  public var failed = 0
  /// Why tasks wait, if not for nodes that are busy.
  public var reasons: [String] = []

  /// `2 tasks running, 3 pending, 0 failed`.
  public var taskText: String {
    let reasons = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
    return "\(counted(running, "task")) running, \(pending) pending\(reasons), \(failed) failed"
  }
}

/// The trials that have ended on a cluster, as the journals in the run folder say. It reads only what was
/// appended since it was last asked.
struct TaskBoard {
  private let folder: Folder
  private var hasEnded: [Bool]
  private var read: [String: Int] = [:]
  private(set) var done = 0
  private(set) var failures = 0
  /// How many journals of attempts there are.
  private(set) var attemptCount = 0

  init(_ folder: Folder, trials count: Int) throws(Diagnostic) {
    self.folder = folder
    hasEnded = Array(repeating: false, count: count)
    try readOn(Journal.name)
    try refresh()
  }

  mutating func refresh() throws(Diagnostic) {
    let attempts = try TaskAttempt.all(in: folder)
    // The journals of attempts are removed when all of them were merged.
    if attempts.count < attemptCount {
      read = [:]
      try readOn(Journal.name)
    }
    attemptCount = attempts.count
    for attempt in attempts { try readOn(attempt.journalName) }
  }

  func has(_ trial: Int) -> Bool { hasEnded[trial - 1] }

  private mutating func readOn(_ name: String) throws(Diagnostic) {
    // It is removed once it was merged.
    guard var scan = try RecordScan(name, in: folder, from: read[name] ?? 0) else { return }
    while let place = try scan.next() {
      guard place.trial <= hasEnded.count, !hasEnded[place.trial - 1] else { continue }
      hasEnded[place.trial - 1] = true
      done += 1
      if !place.isGood { failures += 1 }
    }
    read[name] = scan.position
  }
}
