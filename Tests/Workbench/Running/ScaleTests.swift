import ForceLabPlugins
import ForceLabSettings
import ForceLabTestSupport
import Foundation
import Testing

@testable import ForceLabWorkbench

/// Planning, cutting, journaling and merging many trials that do not run. FORCELAB_SCALE sets how many
/// there are, such as 1000000; the test prints what they take.
@Suite struct ScaleTests {
  private static let trials =
    ProcessInfo.processInfo.environment["FORCELAB_SCALE"].flatMap { Int($0) } ?? 2000
  /// The samples of each trial.
  private static let samples =
    ProcessInfo.processInfo.environment["FORCELAB_SAMPLES"].flatMap { Int($0) } ?? 2
  private static let configurations = 1000
  private static let tasks = 1000

  @Test func manyTrialsAreMerged() throws {
    try withFolder { place in
      let whole = ContinuousClock.now
      let plan = try measured("plan") {
        try WorkbenchTests.plan(
          "repeat: \(Self.trials / Self.configurations)\nreadings: \(min(100, Self.samples))\n"
            + "sweep: {grid: {timber: [oak, pine], value: {from: 1, to: 100, count: 500}}}")
      }
      #expect(plan.trialCount == Self.trials)
      let folder = try RunFolder(at: place + "/run")
      var writer = try RunWriter.begin(plan, in: folder, environment: RunEnvironment(seed: 0))
      try writer.finish()
      let tasks = try measured("cut and submit") {
        let tasks = plan.tasks(of: nil, atMost: Self.tasks) { _ in true }
        return try Submission(tasks, by: "inline", RunOrigin(plan), in: folder.files).tasks
      }
      try measured("journal") {
        for (index, trials) in tasks.enumerated() {
          let attempt = TaskAttempt(name: "1-\(index)-1-\(index)")
          try Journal.begin(RunHost(), in: folder.files, attempt.journalName)
          var writer = TaskWriter(
            records: [:], journal: try Journal(in: folder.files, of: attempt),
            isInterrupted: { false })
          for trial in trials { try add(trial, to: &writer, plan) }
          writer.journal.close()
        }
      }
      let count = try FileManager.default.contentsOfDirectory(atPath: place + "/run/tasks").count
      #expect(count <= 2 + 3 * tasks.count)
      let report = try measured("merge") { try folder.collect(plan) }
      #expect(report.remaining == 0)
      #expect(try text(place + "/run/trials.csv").utf8.count { $0 == 10 } == Self.trials + 1)
      let total = whole.duration(to: .now) / .seconds(1)
      print(
        "scale: \(Self.trials) trials, \(tasks.count) tasks, \(count) files of tasks, "
          + "\(Self.samples) samples each; \(total) s in all; \(peak)")
    }
  }

  /// Adds the result of a trial, as if it had run.
  private func add(_ trial: Int, to writer: inout TaskWriter, _ plan: Plan) throws {
    var outcome = Outcome()
    outcome.stopReason = "done"
    outcome.values = ["note": .text("n\(trial % 7)"), "score": .number(Double(trial) / 7)]
    outcome.stepNanoseconds = [3000, 1000, 2000]
    let samples = (0..<Self.samples).map { "\(trial),\($0),\(Double($0) * 0.1)\n" }.joined()
    let record = TrialRecord(
      trial, outcome, files: [:], samples: FileStamp(Data(samples.utf8)))
    try writer.add(TrialResult(record: record, samples: samples))
  }

  private func measured<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    let result = try body()
    print("scale: \(name) took \(start.duration(to: .now) / .seconds(1)) s; \(peak)")
    return result
  }

  /// The greatest memory of this process so far.
  private var peak: String {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }.map(String.init) ?? ""
  }
}
