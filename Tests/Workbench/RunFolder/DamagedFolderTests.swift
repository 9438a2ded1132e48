import ForceLabPlugins
import ForceLabSettings
import ForceLabTestSupport
import ForceLabYAML
import Foundation
import Testing

@testable import ForceLabWorkbench

/// Finished runs that are damaged at random are read and resumed. Each seed is one case.
@Suite struct DamagedFolderTests {
  private static let cases: UInt64 = 60

  /// A file is damaged, missing, or something else than a file.
  @Test(arguments: 0..<5 as Range<UInt64>) func damageIsReportedOrRepaired(part: UInt64) throws {
    let finished = try FinishedRun()
    var (repaired, rejected, kept) = (0, 0, 0)
    for seed in part * Self.cases..<(part + 1) * Self.cases {
      try withCopy(of: finished, seed) { damaged, generator in
        for _ in 0..<Int.random(in: 1...3, using: &generator) { try damaged.damage(&generator) }
        let (outside, intact) = (try damaged.outside, damaged.intactTrials(of: finished))
        let ended = ending(of: damaged, &generator)
        let result = try #require(ended, "seed \(seed) hangs")
        #expect(result.problems == [], "seed \(seed): \(damaged.damages)")
        #expect(try damaged.outside == outside, "seed \(seed): \(damaged.damages)")
        guard let again = result.again else {
          rejected += 1
          return
        }
        repaired += 1
        kept += intact.count
        #expect(intact.isDisjoint(with: again), "seed \(seed): \(damaged.damages)")
        #expect(try damaged.tables == finished.tables, "seed \(seed): \(damaged.damages)")
        #expect(try RunManifest(folder: damaged.path).damage.isEmpty)
      }
    }
    // Otherwise the cases show nothing.
    #expect(repaired > 10 && rejected > 10 && kept > 10)
  }

  /// Any number in the journal is another one, under a correct checksum.
  @Test func forgedJournalsAreReadOrRejected() throws {
    let finished = try FinishedRun()
    for seed in 1000..<1000 + 2 * Self.cases {
      try withCopy(of: finished, seed) { damaged, generator in
        try damaged.forgeJournal(&generator)
        let ended = ending(of: damaged, &generator)
        let result = try #require(ended, "seed \(seed) hangs")
        #expect(result.problems == [], "seed \(seed): \(damaged.damages)")
      }
    }
  }

  /// Even if it has as many bytes as before.
  @Test func aChangedSharedFileIsWrittenAgain() throws {
    let finished = try FinishedRun()
    let name = try #require(finished.files.keys.first(where: { $0.hasPrefix("graphs/") }))
    try withFolder { folder in
      let path = try DamagedRun(copying: finished, below: folder).path
      try Data("WOOD".utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
      for expected in [6, 0] {
        var again = 0
        _ = try Runner(FinishedRun.plan()).resume(
          in: RunFolder(resuming: path), environment: FinishedRun.environment
        ) { _ in again += 1 }
        #expect(again == expected)
      }
    }
  }

  @Test func namesOfColumnsMayBeLong() {
    let name = String(repeating: "n_", count: 100_000)
    #expect(RunColumns(trials: [])[name].name == name)
  }

  private func withCopy(
    of run: FinishedRun, _ seed: UInt64, _ body: (DamagedRun, inout SplitMix64) throws -> Void
  ) throws {
    var generator = SplitMix64(seed: seed)
    try withFolder { folder in
      // The folder of the test holds the run, and what must not change.
      try body(try DamagedRun(copying: run, below: folder), &generator)
    }
  }

  private struct Ending: Sendable {
    /// Errors other than messages with a place.
    var problems: [String] = []
    /// The trials that ran again; nil if the run was not resumed.
    var again: [Int]?

    mutating func attempt<Result>(_ body: () throws -> Result) -> Result? {
      do {
        return try body()
      } catch {
        if (error as? Diagnostic)?.location == nil { problems.append("\(error)") }
        return nil
      }
    }
  }

  /// Reads and resumes the run; nil if it does not end.
  private func ending(of run: DamagedRun, _ generator: inout SplitMix64) -> Ending? {
    let changesMatter = Bool.random(using: &generator)
    let path = run.path
    return withDeadline {
      var ending = Ending()
      _ = ending.attempt { try RunManifest(folder: path).states() }
      Self.read(path, &ending)
      ending.again = ending.attempt {
        var again: [Int] = []
        _ = try Runner(FinishedRun.plan()).resume(
          in: RunFolder(resuming: path), environment: FinishedRun.environment,
          changesMatter: changesMatter
        ) { again.append($0.trial.number) }
        return again
      }
      if ending.again != nil { Self.read(path, &ending) }
      return ending
    }
  }

  private static func read(_ path: String, _ ending: inout Ending) {
    guard let run = ending.attempt({ try RunReader(folder: path) }) else { return }
    for trial in run.allTrials { _ = ending.attempt { try run.layout(of: trial) } }
    _ = ending.attempt { try run.samples(of: Set(run.trials.map(\.number)), limit: 2) }
  }

  /// Nil if `body` has not ended after five minutes, in which case its thread remains.
  private func withDeadline<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    let (results, end) = (Results<Value>(), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      results.value = body()
      end.signal()
    }
    return end.wait(timeout: .now() + 300) == .success ? results.value : nil
  }

  /// Written before the semaphore is signaled, and read after.
  private final class Results<Value: Sendable>: @unchecked Sendable {
    var value: Value?
  }
}
