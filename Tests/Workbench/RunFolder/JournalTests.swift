import ForceLabFiles
import ForceLabTestSupport
import Foundation
import ForceLabPlugins
import Testing
import ForceLabWorkbench
import ForceLabSettings

/// The journal, from which a run is resumed.
@Suite struct JournalTests {
  private let yaml = "repeat: 3\nreadings: 2\nsweep: {grid: {value: [1.5, 2]}}"

  private func resume(
    _ folder: String, changesMatter: Bool = true
  ) throws -> (Runner.Report, [Int]) {
    var run: [Int] = []
    let report = try Runner(plan(yaml)).resume(
      in: RunFolder(resuming: folder), environment: RunEnvironment(seed: 0),
      changesMatter: changesMatter
    ) { run.append($0.trial.number) }
    return (report, run)
  }

  /// Runs the experiment whole, and hands over the texts of its files.
  private func whole(_ folder: String) throws -> [String] {
    _ = try Runner(plan(yaml)).run(
      into: RunFolder(at: folder), environment: RunEnvironment(seed: 0))
    return try texts(folder)
  }

  /// Expects an error whose text begins with `beginning`.
  private func expectError<Result>(_ beginning: String, _ body: () throws -> Result) {
    let error = #expect(throws: Diagnostic.self) { _ = try body() }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  private func texts(_ folder: String) throws -> [String] {
    try ["trials.csv", "samples.csv", "summary.csv"].map { try text("\(folder)/\($0)") }
  }

  @Test(arguments: [0, 1, 40, 10_000], [false, true])
  func theTrialOfATruncatedLineIsRepeated(bytes: Int, isDrawn: Bool) throws {
    try withFolder { folder in
      let run = folder + "/run"
      let texts = try whole(run)
      let journal = try text(run + "/journal.jsonl")
      let lines = journal.split(separator: "\n", omittingEmptySubsequences: false)
      // The fifth trial's line is cut off, as is what came after.
      let cut = lines[..<5].joined(separator: "\n") + "\n" + lines[5].prefix(bytes)
      try cut.write(toFile: run + "/journal.jsonl", atomically: true, encoding: .utf8)
      if isDrawn {
        let drawings = try DerivedFiles(of: Folder(run))
        try drawings.write("", to: "layouts/1.svg")
        try drawings.record()
        let states = try RunManifest(folder: run).states()
        #expect(states.contains { $0.name == "layouts/1.svg" && $0.state == .written })
      }
      let (report, again) = try resume(run)
      #expect(again.sorted() == [5, 6])
      #expect(report.trials == 6 && report.remaining == 0)
      #expect(try self.texts(run) == texts)
    }
  }

  @Test(arguments: [
    ("samples.csv", 15, [1, 2, 3, 4, 5, 6]), ("samples.csv", 40, [2, 3, 4, 5, 6]),
    ("trials.csv", 10, []), ("summary.csv", 0, []),
  ])
  func missingFilesAreRecreated(name: String, cut: Int, expected: [Int]) throws {
    try withFolder { folder in
      let run = folder + "/run"
      let texts = try whole(run)
      let path = "\(run)/\(name)"
      try String(text(path).prefix(cut)).write(toFile: path, atomically: true, encoding: .utf8)
      let (_, again) = try resume(run)
      #expect(again.sorted() == expected)
      #expect(try self.texts(run) == texts)
    }
  }

  @Test func aFolderWithoutAJournalIsNoRun() throws {
    try withFolder { folder in
      let run = folder + "/run"
      let texts = try whole(run)
      try FileManager.default.removeItem(atPath: run + "/journal.jsonl")
      expectError("\(run): error: the folder holds no run, but ") { try resume(run) }
      #expect(try self.texts(run) == texts)
    }
  }

  /// Only an incomplete last line was not written. Nothing is run again without being asked for.
  @Test(arguments: ["", "{}", "{\"trial\":3", "\u{0}"])
  func aDamagedLineIsReported(damage: String) throws {
    try withFolder { folder in
      let run = folder + "/run"
      let texts = try whole(run)
      let journal = run + "/journal.jsonl"
      var lines = try text(journal).split(separator: "\n", omittingEmptySubsequences: false)
      lines[3] = damage[...]
      let damaged = lines.joined(separator: "\n")
      try damaged.write(toFile: journal, atomically: true, encoding: .utf8)
      expectError("\(journal):4: error: the line is damaged") { try resume(run) }
      #expect(try text(journal) == damaged && self.texts(run) == texts)
      let (_, again) = try resume(run, changesMatter: false)
      #expect(again == [3])
      #expect(try self.texts(run) == texts)
      #expect(try RunManifest(folder: run).damage.isEmpty)
    }
  }

  @Test(arguments: ["9223372036854775807", "0", "1", "-5"])
  func aChangedSizeOfSamplesIsDamage(size: String) throws {
    try withFolder { folder in
      let run = folder + "/run"
      _ = try whole(run)
      let journal = run + "/journal.jsonl"
      let changed = try text(journal).replacing(
        #/"sampleBytes":\d+/#, with: "\"sampleBytes\":" + size)
      try changed.write(toFile: journal, atomically: true, encoding: .utf8)
      expectError("\(journal):2: error: the line is damaged") { try resume(run) }
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
      #expect(try RunFolder.newest(below: folder, experiment: "test") == folder + "/test/a")
      #expect(try RunFolder.newest(below: folder, experiment: "other") == nil)
    }
  }

  /// Drawings are recorded while a run appends its results.
  @Test func filesAreRecordedWhileARunWrites() throws {
    try withFolder { folder in
      let path = folder + "/journal.jsonl"
      try "{}\n".write(toFile: path, atomically: true, encoding: .utf8)
      let held = try RunFolder(resuming: folder)
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        guard let files = try? Folder(folder) else { return }
        if side == 0 {
          let journal = try? files.append(to: "journal.jsonl", after: nil)
          for _ in 0..<30_000 { try? journal?.append("{}\n") }
          journal?.close()
        } else {
          for number in 0..<300 {
            let drawings = DerivedFiles(of: files)
            try? drawings.write("\(number)", to: "layouts/1.svg")
            try? drawings.record()
          }
        }
      }
      withExtendedLifetime(held) {}
      let lines = try text(path).split(separator: "\n")
      #expect(lines.count == 30_301 && lines.count { $0 == "{}" } == 30_001)
    }
  }

  /// Not what `forcelab draw` wrote or a user changed, even if a resumed run has rewritten the journal.
  @Test func aReportReplacesTheFilesOfTheLast() throws {
    try withFolder { folder in
      let run = folder + "/run"
      _ = try whole(run)
      let report = ["plots/a.vl.json", "layouts/1.svg", "layouts/2.svg"]
      let steps = [report, ["layouts/1.svg"], ["layouts/3.svg"]]
      for names in steps {
        let files = try DerivedFiles(of: Folder(run))
        for name in names { try files.write(name, to: name) }
        try names == ["layouts/1.svg"] ? files.record() : files.recordReport()
        if names == report {
          try Data("mine".utf8).write(to: URL(fileURLWithPath: run + "/layouts/2.svg"))
        }
        _ = try resume(run)
      }
      let states = try RunManifest(folder: run).states()
      let drawn = states.filter { $0.name.contains("/") }
      #expect(drawn.map(\.name) == ["layouts/1.svg", "layouts/2.svg", "layouts/3.svg"])
      #expect(drawn.map(\.state) == [.written, .changed, .written])
      #expect(!states.contains { $0.state == .missing })
    }
  }

  @Test func aDamagedJournalIsAnError() throws {
    try withFolder { folder in
      let run = folder + "/run"
      _ = try whole(run)
      let journal = run + "/journal.jsonl"
      try "no journal\n".write(toFile: journal, atomically: true, encoding: .utf8)
      expectError("\(journal):1: error: the first line of the journal is damaged") {
        try resume(run)
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
          expectError(words) { try open() }
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
