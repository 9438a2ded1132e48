import ForceLabTestSupport
import Foundation
import ForceLabHostileStudy
import ForceLabPlugins
import SwiftCSV
import Synchronization
import Testing
import ForceLabWorkbench
import ForceLabSettings
import ForceLabYAML

/// Trials in processes of their own: whatever one does, the others have their rows.
@Suite struct IsolationTests {
  /// The plan of a run of the study that does harm.
  private func plan(_ yaml: String) throws -> Plan {
    let text = "name: test\nstudy: hostile\n" + yaml
    return try Plan(
      document: YAMLDocument.parse(text, file: "e.yaml"), catalog: Catalog.hostile)
  }

  /// Runs a plan in processes, and hands over the report, the folder and the rows of `trials.csv`.
  private func run(
    _ yaml: String, _ change: (inout Runner.Options) -> Void = { _ in },
    countsContended: Bool = false,
    _ body: (Runner.Report, String, [[String: String]]) throws -> Void
  ) throws {
    try withFolder { folder in
      var options = Runner.Options()
      options.worker = WorkerCommand(try hostileWorker(), [])
      change(&options)
      var plan = try plan(yaml)
      plan.countsContended = countsContended
      let report = try Runner(plan, options: options).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0))
      let csv = try CSV<Named>(string: text("\(folder)/run/trials.csv"))
      try body(report, folder + "/run", csv.rows)
    }
  }

  /// The program whose processes run the trials; it is built beside the tests.
  private func hostileWorker() throws -> String {
    let tests =
      [URL(fileURLWithPath: CommandLine.arguments[0])] + Bundle.allBundles.map(\.bundleURL)
    let found = tests.lazy
      .map { $0.deletingLastPathComponent().appendingPathComponent("hostile-worker").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return try #require(found)
  }

  @Test(arguments: [
    ("trap", "failed", "crash", "Illegal instruction|Trace/breakpoint trap"),
    ("hang", "timed-out", "timeout", "did not end by itself within 3.0 s"),
    ("allocate", "failed", "memory", "used [0-9]+ MB of memory, more than the 100 MB"),
    ("leave", "failed", "crash", "its process exited with 0 before the trial ended"),
    ("print", "failed", "output", "printed on standard output.*none of your business"),
    ("garble", "failed", "output", "printed on standard output.*1048576 bytes"),
    ("overflow", "failed", "crash", "exited with 9 before the trial ended"),
    ("abandon", "failed", "crash", "exited with 8 before the trial ended"),
    ("mourn", "failed", "crash", "exited with 7 before the trial ended: last words"),
  ])
  func aFailureAffectsOnlyItsTrial(deed: String, status: String, reason: String, message: String)
    throws
  {
    let timeout = deed == "hang" ? 3 : 30
    let yaml = "timeout: \(timeout)\nrepeat: 2\nsweep: {grid: {deed: [nothing, \(deed)]}}"
    try run(yaml, { $0.memory = 100_000_000 }) { report, folder, rows in
      #expect(rows.map { $0["trial"] } == ["1", "2", "3", "4"])
      #expect(rows.map { $0["status"] } == ["ok", status, "ok", status])
      #expect(rows.map { $0["stop_reason"] } == ["done", reason, "done", reason])
      for row in [rows[1], rows[3]] {
        let text = try #require(row["message"])
        #expect(try Regex(message).firstMatch(in: text) != nil, "\(text)")
      }
      for row in [rows[0], rows[2]] {
        #expect(row["score"] == row["trial"] && row["message"] == "")
        #expect(row["contended"] == "false")
      }
      #expect(report.failures == 2 && report.remaining == 0)
      let samples = try text(folder + "/samples.csv")
      #expect(samples.hasPrefix("trial,reading\n1,100\n"))
      #expect(samples.contains("\n3,300\n"))
      #expect(try text(folder + "/layouts/3.csv") == "id,x,y\n0,3,0\n")
      #expect(!FileManager.default.fileExists(atPath: folder + "/unfinished"))
    }
  }

  @Test(arguments: [1, 2]) func aLimitOfProcessorTimeCountsForEachTrial(jobs: Int) throws {
    try run("repeat: 4\ndeed: exhaust", { $0.jobs = jobs }) { report, _, rows in
      #expect(rows.map { $0["status"] } == ["ok", "ok", "ok", "ok"])
      #expect(report.failures == 0 && report.remaining == 0)
    }
  }

  @Test func parallelTrialsAreContendedAndTheirTimesLeftOut() throws {
    let yaml = "repeat: 6\nsweep: {grid: {deed: [nothing, trap]}}"
    try run(yaml, { $0.jobs = 3 }) { report, folder, rows in
      #expect(rows.map { Int($0["trial"] ?? "") } == Array(1...12))
      #expect(rows.count { $0["status"] == "ok" } == 6)
      let contended = rows.count { $0["contended"] == "true" }
      #expect(contended >= 2)
      let summary = report.summary.rows[0]
      #expect(summary.numbers(of: "score") == [1, 3, 5, 7, 9, 11])
      let alone = rows.count { $0["status"] == "ok" && $0["contended"] == "false" }
      #expect(summary.numbers(of: "wall_seconds").count == alone)
    }
    try run(yaml, { $0.jobs = 3 }, countsContended: true) { report, _, _ in
      #expect(report.summary.rows[0].numbers(of: "wall_seconds").count == 6)
    }
  }

  @Test func terminatedTrialDoesNotAffectLaterTrials() throws {
    try withFolder { folder in
      let path = folder + "/run"
      let plan = try plan("repeat: 3\nsweep: {grid: {deed: [overflow, nothing]}}")
      var options = Runner.Options()
      options.worker = WorkerCommand(try hostileWorker(), [])
      let ended = Mutex(0)
      options.isInterrupted = { ended.withLock { $0 } >= 4 }
      let first = try Runner(plan, options: options).run(
        into: RunFolder(at: path), environment: RunEnvironment(seed: 0)
      ) { _ in ended.withLock { $0 += 1 } }
      #expect(first.isInterrupted && first.remaining == 2)
      try "id,x".write(toFile: path + "/layouts/4.csv", atomically: true, encoding: .utf8)
      options.isInterrupted = { false }
      var again: [Int] = []
      let second = try Runner(plan, options: options).resume(
        in: RunFolder(resuming: path), environment: RunEnvironment(seed: 0)
      ) { again.append($0.trial.number) }
      #expect(again.sorted() == [4, 5, 6] && second.failures == 3)
      #expect(try text(path + "/samples.csv") == "trial,reading\n2,200\n4,400\n6,600\n")
    }
  }

  @Test func theFirstFailureCanBeTheLastTrial() throws {
    let yaml = "repeat: 2\nsweep: {grid: {deed: [nothing, trap]}}"
    try run(yaml, { $0.stopsAtFailure = true }) { report, _, rows in
      // The trap is the first or the second trial of the repeat.
      #expect(rows.count { $0["status"] == "failed" } == 1 && (1...2).contains(rows.count))
      #expect(report.failures == 1 && report.remaining == 4 - rows.count && !report.isInterrupted)
    }
  }

  @Test func aProgramThatCannotBeStartedIsAnError() throws {
    let worker = WorkerCommand("/nowhere/worker", [])
    #expect {
      try run("deed: nothing", { $0.worker = worker }) { _, _, _ in }
    } throws: { error in
      "\(error)".hasPrefix("/nowhere/worker: error: cannot start the process for trials")
    }
  }
}
