import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabTestSupport
import Foundation
import Testing

@testable import ForceLabWorkbench

/// Runs by tasks, whose merged results are those of a run in this process.
@Suite struct ClusterRunTests {
  private static let yaml = """
    repeat: 3
    warm-up: 1
    readings: 2
    sweep: {grid: {timber: [oak, pine], value: [1, 2.5], ending: [ok, fails]}}
    """
  private let events = ["trials.csv", "samples.csv", "summary.csv", "columns.json"]

  private func run(
    _ executor: any Executor, in folder: RunFolder, resumes: Bool = false, notes: Notes = Notes()
  ) throws -> Runner.Report? {
    var request = RunRequest(
      try plan(Self.yaml), into: folder, environment: RunEnvironment(seed: 0),
      options: Runner.Options())
    (request.waits, request.isResumed) = (true, resumes)
    return try executor.run(request) { if case .note(let text) = $0 { notes.all.append(text) } }
  }

  private final class Notes { var all: [String] = [] }

  /// The texts of the tables of a run, without the overhead, which is the only time that is measured.
  private func texts(_ folder: String) throws -> [String] {
    try events.map { try text("\(folder)/\($0)") }
  }

  private func local(_ place: String) throws -> [String] {
    _ = try run(LocalExecutor(), in: RunFolder(at: place + "/local"))
    return try texts(place + "/local")
  }

  private func names(_ folder: String) throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: folder))
  }

  @Test func aClusterRunEqualsALocalRun() throws {
    try withFolder { place in
      let expected = try local(place)
      let report = try run(InlineCluster(), in: RunFolder(at: place + "/run"))
      #expect(report?.remaining == 0 && report?.failures == 12 + 4)
      #expect(try texts(place + "/run") == expected)
      #expect(try names(place + "/run") == names(place + "/local"))
      let manifest = try RunManifest(folder: place + "/run")
      #expect(try manifest.states().allSatisfy { $0.state == .written })
      // But for the line of the manifest, the journals have the same trials in the same order.
      let journals = try ["run", "local"].map {
        try text("\(place)/\($0)/journal.jsonl").matches(of: /\{"trial":(\d+),/).map(\.1)
      }
      #expect(journals[0] == journals[1])
    }
  }

  @Test func aRequeuedTaskContinues() throws {
    try withFolder { place in
      let expected = try local(place)
      var cluster = InlineCluster()
      (cluster.attempts, cluster.patience) = (9, 2)
      let report = try run(cluster, in: RunFolder(at: place + "/run"))
      #expect(report?.remaining == 0)
      #expect(try texts(place + "/run") == expected)
    }
  }

  @Test func anAttemptWithTheNameOfAnotherLosesNothing() throws {
    try withFolder { place in
      let expected = try local(place)
      var cluster = InlineCluster()
      cluster.patience = 2
      _ = try run(cluster, in: RunFolder(at: place + "/run"))
      try unmerge(place + "/run")
      let attempts = try TaskAttempt.all(in: Folder(place + "/run"))
      #expect(attempts.count == 6)
      for attempt in attempts {
        let parts = attempt.name.split(separator: "-", maxSplits: 2)
        let task = try TaskRun(
          #require(Int(parts[1])), of: 1, in: place + "/run", attempt: String(parts[2]))
        #expect(try task.run(.workshop, Runner.Options()) == 0)
      }
      let report = try RunFolder(resuming: place + "/run").collect(plan(Self.yaml))
      #expect(report.remaining == 0)
      #expect(try texts(place + "/run") == expected)
    }
  }

  @Test(arguments: ["0", "33", "1, 9223372036854775807", "1.5", "\"1\""])
  func submissionsOfOtherTrialsAreIgnored(trials: String) throws {
    try withFolder { place in
      try runIncompletely(in: place, lost: 0)
      let path = place + "/run/tasks/1.json"
      let tasks = try text(path).replacing(/"tasks" : \[\s*\[[^\]]*\]/) { _ in
        "\"tasks\" : [ [\(trials)]"
      }
      try tasks.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(tasks.contains("[ [\(trials)]"))
      let state = try ClusterState(place + "/run", trials: 32, [InlineCluster.self])
      // A run with fewer repeats than before may still have tasks of others.
      #expect(trials == "33" ? state?.failedTasks.isEmpty == true : state == nil)
      #expect(throws: Diagnostic.self) {
        let task = try TaskRun(0, of: 1, in: place + "/run", attempt: "1-0")
        _ = try task.run(.workshop, Runner.Options())
      }
    }
  }

  @Test(arguments: ["seed: 99", "word: other"])
  func trialsOfAChangedExperimentAreRefused(change: String) throws {
    try withFolder { place in
      try runIncompletely(in: place, lost: 0)
      let path = place + "/run/experiment.yaml"
      try (text(path) + change + "\n").write(toFile: path, atomically: true, encoding: .utf8)
      let task = try TaskRun(0, of: 1, in: place + "/run", attempt: "1-0")
      #expect(throws: Diagnostic.self) { try task.run(.workshop, Runner.Options()) }
      let changed = try plan(Self.yaml + "\n" + change)
      #expect(throws: Diagnostic.self) {
        try RunFolder(resuming: place + "/run").collect(changed)
      }
    }
  }

  @Test func recordsThatNoTaskCanHaveWrittenAreIgnored() throws {
    try withFolder { place in
      try runIncompletely(in: place, lost: 0)
      let journal = try text(place + "/run/journal.jsonl").split(separator: "\n")
      let line = try #require(journal.first { $0.hasPrefix("{\"trial\":") })
      let number = try #require(Int(line.dropFirst(9).prefix { $0.isNumber }))
      let record = String(line.prefix { $0 != "\n" })
      let body = record[..<(try #require(record.range(of: ",\"check\":"))).lowerBound] + "}"
      try unmerge(place + "/run")
      try FileManager.default.removeItem(atPath: place + "/run/tasks")
      try FileManager.default.createDirectory(
        atPath: place + "/run/tasks", withIntermediateDirectories: false)
      let hostile = [
        body.replacing("{\"trial\":\(number),", with: "{\"trial\":\(number)e3,"),
        body.replacing(/"sampleBytes":\d+/, with: "\"sampleBytes\":999999999999"),
      ]
      let lines = hostile.map { JournalLine.text(of: Data($0.utf8)) }.joined()
      try Data(lines).write(to: URL(fileURLWithPath: place + "/run/tasks/1-0-1-0.jsonl"))
      try "1,2\n".write(
        toFile: place + "/run/tasks/1-0-1-0.csv", atomically: true, encoding: .utf8)
      for (name, text) in [
        ("9223372036854775807", "{}"), ("3", "{\"number\":4}"), ("1", "x"), ("-1", "[]"),
      ] {
        try text.write(
          toFile: place + "/run/tasks/\(name).json", atomically: true, encoding: .utf8)
      }
      let report = try RunFolder(resuming: place + "/run").collect(plan(Self.yaml))
      #expect(report.remaining == 32)
      _ = try run(InlineCluster(), in: RunFolder(resuming: place + "/run"), resumes: true)
      #expect(try texts(place + "/run") == local(place))
    }
  }

  @Test func aTrialThatRanTwiceCountsOnce() throws {
    try withFolder { place in
      let expected = try local(place)
      try runIncompletely(in: place, lost: 0)
      try unmerge(place + "/run")
      for name in try FileManager.default.contentsOfDirectory(atPath: place + "/run/tasks")
      where name.hasSuffix(".jsonl") || name.hasSuffix(".csv") {
        let copy = name.replacing("-0.", with: "-1.")
        try FileManager.default.copyItem(
          atPath: "\(place)/run/tasks/\(name)", toPath: "\(place)/run/tasks/\(copy)")
      }
      _ = try run(InlineCluster(), in: RunFolder(resuming: place + "/run"), resumes: true)
      #expect(try texts(place + "/run") == expected)
    }
  }

  /// Runs all tasks but one into the folder `run`.
  private func runIncompletely(in place: String, lost task: Int) throws {
    var cluster = InlineCluster()
    cluster.lost = [task]
    _ = try run(cluster, in: RunFolder(at: place + "/run"))
  }

  /// Leaves the folder as if nothing had been merged.
  private func unmerge(_ folder: String) throws {
    let journal = folder + "/journal.jsonl"
    let first = try text(journal).prefix { $0 != "\n" } + "\n"
    try first.write(toFile: journal, atomically: true, encoding: .utf8)
  }

  @Test func anInterruptedLocalRunIsResumedOnACluster() throws {
    try withFolder { place in
      let expected = try local(place)
      let lines = try text(place + "/local/journal.jsonl").split(separator: "\n")
      let cut = lines[..<8].joined(separator: "\n") + "\n"
      try cut.write(toFile: place + "/local/journal.jsonl", atomically: true, encoding: .utf8)
      _ = try run(InlineCluster(), in: RunFolder(resuming: place + "/local"), resumes: true)
      #expect(try texts(place + "/local") == expected)
    }
  }

  @Test func aDamagedLineIsReported() throws {
    try withFolder { place in
      _ = try run(InlineCluster(), in: RunFolder(at: place + "/run"))
      let path = place + "/run/journal.jsonl"
      let damaged = try text(path).replacing(
        "\"status\":\"ok\"", with: "\"status\":\"no\"", maxReplacements: 1)
      try damaged.write(toFile: path, atomically: true, encoding: .utf8)
      let error = #expect(throws: Diagnostic.self) {
        try run(InlineCluster(), in: RunFolder(resuming: place + "/run"), resumes: true)
      }
      #expect(error?.message.hasPrefix("the line is damaged") == true)
    }
  }

  @Test(arguments: [true, false]) func draftsOfOtherProcessesStay(isHere: Bool) throws {
    try withFolder { place in
      let executor: any Executor = isHere ? LocalExecutor() : InlineCluster()
      let folder = try RunFolder(at: place + "/run")
      for process in [
        "\(hostName)-1", "\(hostName)-99999999", "other-1", "\(hostName)-\(getpid())",
      ] {
        try folder.files.write("x".utf8, to: "\(Folder.drafts)/a.csv.\(process).new")
      }
      _ = try run(executor, in: folder)
      let left = try folder.files.names(in: Folder.drafts)
      #expect(Set(left) == ["a.csv.\(hostName)-1.new", "a.csv.other-1.new"])
    }
  }

  /// The results of the tasks are kept, and their files are removed.
  @Test(arguments: [true, false])
  func aClusterRunIsResumedOnThisMachine(isMerged: Bool) throws {
    try withFolder { place in
      let expected = try local(place)
      try runIncompletely(in: place, lost: 0)
      if !isMerged { try unmerge(place + "/run") }
      let report = try run(LocalExecutor(), in: RunFolder(resuming: place + "/run"), resumes: true)
      #expect(report?.remaining == 0)
      #expect(try texts(place + "/run") == expected)
      #expect(try names(place + "/run") == names(place + "/local"))
      #expect(try text(place + "/run/environment.json").contains("\"hosts\""))
    }
  }

  /// On this machine or by tasks.
  @Test(arguments: [true, false]) func aRunResumedElsewhereNamesBothMachines(isHere: Bool) throws {
    try withFolder { place in
      _ = try run(LocalExecutor(), in: RunFolder(at: place + "/run"))
      // As if another machine had run the first trials.
      let lines = try text(place + "/run/journal.jsonl").split(separator: "\n")[..<8]
      let host = "\"host\":\"\(Machine.host)\""
      let journal = lines.map { line in
        let end = line.range(of: ",\"check\":")?.lowerBound ?? line.endIndex
        let body = line[..<end].replacing(host, with: "\"host\":\"elsewhere\"") + "}"
        return JournalLine.text(of: Data(body.utf8))
      }
      try Data(journal.joined()).write(to: URL(fileURLWithPath: place + "/run/journal.jsonl"))
      let folder = try RunFolder(resuming: place + "/run")
      if isHere {
        // As if it was killed.
        let resumed = try plan(Self.yaml)
        _ = try RunWriter.resume(
          resumed, RunOrigin(resumed), in: folder, environment: RunEnvironment(seed: 0))
      } else {
        _ = try run(InlineCluster(), in: folder, resumes: true)
      }
      let environment = try RunEnvironment.kept(in: Folder(place + "/run")).get()
      #expect(Set(environment.hosts?.map(\.name) ?? []) == ["elsewhere", Machine.host])
      #expect((environment.jobs == nil) == isHere)
    }
  }

  /// Its changes are unknown then.
  @Test func aRunWithoutItsExperimentStays() throws {
    try withFolder { place in
      try runIncompletely(in: place, lost: 0)
      for isMerged in [true, false] {
        if !isMerged { try unmerge(place + "/run") }
        try? FileManager.default.removeItem(atPath: place + "/run/experiment.yaml")
        let before = try names(place + "/run")
        let error = #expect(throws: Diagnostic.self) {
          try run(InlineCluster(), in: RunFolder(resuming: place + "/run"), resumes: true)
        }
        #expect(error?.message.contains("its experiment.yaml is missing") == true)
        #expect(try before.isSubset(of: names(place + "/run")))
      }
    }
  }

  @Test func damageOfATaskLosesOnlyItsTrials() throws {
    try withFolder { place in
      let expected = try local(place)
      try runIncompletely(in: place, lost: 0)
      try unmerge(place + "/run")
      let names = try FileManager.default.contentsOfDirectory(atPath: place + "/run/tasks")
      let samples = try #require(names.filter { $0.hasSuffix(".csv") }.sorted().first)
      let path = "\(place)/run/tasks/\(samples)"
      try text(path).replacing("0", with: "7").write(
        toFile: path, atomically: true, encoding: .utf8)
      let report = try RunFolder(resuming: place + "/run").collect(plan(Self.yaml))
      #expect(report.remaining == 8 + 8)
      #expect(report.damageLine?.hasPrefix("Samples or files of 8 trials are missing") == true)
      _ = try run(InlineCluster(), in: RunFolder(resuming: place + "/run"), resumes: true)
      #expect(try texts(place + "/run") == expected)
    }
  }

  @Test func onlyJournalsOfAttemptsAreMerged() throws {
    try withFolder { place in
      let tasks = place + "/" + Submission.part
      try FileManager.default.createDirectory(atPath: tasks, withIntermediateDirectories: false)
      for name in ["1-0-4711-0.jsonl", "my-own-notes.jsonl", "1-0.jsonl", "1-0-4711-0.csv"] {
        try Data().write(to: URL(fileURLWithPath: "\(tasks)/\(name)"))
      }
      #expect(try TaskAttempt.all(in: Folder(place)).map(\.name) == ["1-0-4711-0"])
    }
  }
}
