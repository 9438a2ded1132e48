import ForceLabTestSupport
import Foundation
import ForceLabPlugins
import Testing
import ForceLabWorkbench
import ForceLabSettings

/// What a run leaves for the one that goes on with it.
@Suite struct JournalTests {
  private let yaml = "repeat: 3\nreadings: 2\nsweep: {grid: {value: [1.5, 2]}}"

  private func resume(_ folder: String) throws -> (Runner.Report, [Int]) {
    var run: [Int] = []
    let report = try Runner(plan(yaml)).resume(
      in: RunFolder(resuming: folder), environment: RunEnvironment(seed: 0)
    ) { run.append($0.trial.number) }
    return (report, run)
  }

  /// Runs the experiment whole, and hands over the texts of its files.
  private func whole(_ folder: String) throws -> [String] {
    _ = try Runner(plan(yaml)).run(
      into: RunFolder(at: folder), environment: RunEnvironment(seed: 0))
    return try texts(folder)
  }

  private func texts(_ folder: String) throws -> [String] {
    try ["trials.csv", "samples.csv", "summary.csv"].map { try text("\(folder)/\($0)") }
  }

  @Test(arguments: [0, 1, 40, 10_000])
  func aLineThatWasCutOffIsRunAgain(bytes: Int) throws {
    try withFolder { folder in
      let run = folder + "/run"
      let texts = try whole(run)
      let journal = try text(run + "/journal.jsonl")
      let lines = journal.split(separator: "\n", omittingEmptySubsequences: false)
      // The fifth trial's line is cut off, as is what came after.
      let cut = lines[..<5].joined(separator: "\n") + "\n" + lines[5].prefix(bytes)
      try cut.write(toFile: run + "/journal.jsonl", atomically: true, encoding: .utf8)
      let (report, again) = try resume(run)
      #expect(again == [5, 6])
      #expect(report.trials == 6 && report.remaining == 0)
      #expect(try self.texts(run) == texts)
    }
  }

  @Test(arguments: [
    ("samples.csv", 15, [1, 2, 3, 4, 5, 6]), ("samples.csv", 40, [2, 3, 4, 5, 6]),
    ("trials.csv", 10, []), ("summary.csv", 0, []),
  ])
  func whatIsMissingIsMadeAgain(name: String, cut: Int, expected: [Int]) throws {
    try withFolder { folder in
      let run = folder + "/run"
      let texts = try whole(run)
      let path = "\(run)/\(name)"
      try String(text(path).prefix(cut)).write(toFile: path, atomically: true, encoding: .utf8)
      let (_, again) = try resume(run)
      #expect(again == expected)
      #expect(try self.texts(run) == texts)
    }
  }

  @Test func whatIsLeftWithoutAJournalIsNoRun() throws {
    try withFolder { folder in
      let run = folder + "/run"
      let texts = try whole(run)
      try FileManager.default.removeItem(atPath: run + "/journal.jsonl")
      try "trial,other\n1,2\n".write(
        toFile: run + "/samples.csv", atomically: true, encoding: .utf8)
      let (_, again) = try resume(run)
      #expect(again == [1, 2, 3, 4, 5, 6])
      #expect(try self.texts(run) == texts)
    }
  }

  @Test func theRunInWhichATrialEndedLastIsTheNewest() throws {
    try withFolder { folder in
      for (name, age) in [("b", 1000.0), ("c", 10), ("a", 0)] {
        let path = "\(folder)/test/\(name)"
        _ = try whole(path)
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -age)],
          ofItemAtPath: path + "/journal.jsonl")
      }
      #expect(RunFolder.newest(below: folder, experiment: "test") == folder + "/test/a")
      #expect(RunFolder.newest(below: folder, experiment: "other") == nil)
    }
  }

  @Test func aDamagedJournalIsAnError() throws {
    try withFolder { folder in
      let run = folder + "/run"
      _ = try whole(run)
      let journal = run + "/journal.jsonl"
      try "no journal\n".write(toFile: journal, atomically: true, encoding: .utf8)
      let expected =
        "\(journal): error: the journal of the run is damaged; start over with --fresh"
      #expect {
        _ = try resume(run)
      } throws: {
        "\($0)" == expected
      }
    }
  }

  @Test func aFolderIsLockedWhileARunHoldsIt() throws {
    try withFolder { folder in
      let path = folder + "/run"
      do {
        let held = try RunFolder(at: path)
        let number = ProcessInfo.processInfo.processIdentifier
        let words = "\(path): error: another run, process \(number), is writing to this folder"
        for open in [{ try RunFolder(at: path) }, { try RunFolder(resuming: path) }] {
          #expect {
            _ = try open()
          } throws: {
            "\($0)".hasPrefix(words)
          }
        }
        withExtendedLifetime(held) {}
      }
      // A lock that somebody left who died holds nobody up.
      try "1\n".write(toFile: path + "/run.lock", atomically: true, encoding: .utf8)
      _ = try RunFolder(resuming: path)
      #expect(!FileManager.default.fileExists(atPath: path + "/run.lock"))
    }
  }
}
