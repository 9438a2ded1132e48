import Foundation
import ForceLabWorkbench

extension RunOverview {
  /// One object in one line, with what the tasks of the run on a cluster do, if it has any. Numbers that
  /// are missing or not finite are omitted.
  public func json(_ tasks: ClusterState? = nil) -> String { RunObject(self, tasks).jsonLine }
}

extension RunList {
  public var json: String { ["runs": runs.map { RunObject.Status($0) }].jsonLine }
}

extension Encodable {
  var jsonLine: String { json([]) }

  /// Over several lines, with a newline at the end.
  var prettyJSON: String { json(.prettyPrinted) + "\n" }

  private func json(_ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    guard let data = try? encoder.encode(self) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

private struct RunObject: Encodable {
  struct Status: Encodable {
    let folder, name, state: String
    let started: Date?
    let trials: Int?
    let done, failed: Int

    init(_ status: RunStatus) {
      (folder, name, state) = (status.folder, status.name, status.state.rawValue)
      (started, trials, done) = (status.started, status.planned, status.done)
      failed = status.failures.count
    }
  }

  struct Configuration: Encodable {
    let configuration, trials, ok: Int
    let settings: [String: String]
    let medians: [String: Double]
  }

  struct Limit: Encodable {
    let name, column: String
    let measured, atMost, ratio: Double?
    let kept: Bool
  }

  struct Claim: Encodable {
    let claim, source, machine, standIn: String
    let n: Int
    let published, measured, low, high, ratio: Double?
    let verdict, reason: String
    let holds: Bool
  }

  struct Tasks: Encodable {
    struct Failed: Encodable {
      let task, reason: String
      let trials, missing: Int
    }

    let running, pending, failed, done: Int
    let failures: [Failed]

    init(_ state: ClusterState) {
      let progress = state.progress
      (running, pending, failed) = (progress.running, progress.pending, progress.failed)
      done = progress.done
      failures = state.failedTasks.map {
        Failed(task: $0.name, reason: $0.reason, trials: $0.count, missing: $0.missing)
      }
    }
  }

  let folder, name, state: String
  let started: Date?
  let trials: Int?
  let done: Int
  let tasks: Tasks?
  let report: String?
  let failures: [RunStatus.Failure]
  let summary: [Configuration]
  let limits: [Limit]
  let published: [Claim]

  init(_ overview: RunOverview, _ tasks: ClusterState?) {
    self.tasks = tasks.map(Tasks.init)
    let status = overview.status
    (folder, name, state) = (status.folder, status.name, status.state.rawValue)
    (started, trials, done) = (status.started, status.planned, status.done)
    report = overview.report
    failures = status.failures
    let run = overview.run
    summary = overview.shown.map { index in
      let row = run.configurations[index]
      return Configuration(
        configuration: row.number, trials: row.trials, ok: row.good,
        settings: run.settings(of: row), medians: row.statistics.mapValues(\.value))
    }
    limits = overview.limits.map { result in
      Limit(
        name: result.limit.name, column: result.limit.figure.column,
        measured: result.measured?.finite, atMost: result.limit.atMost.finite,
        ratio: result.ratio?.finite, kept: result.isKept)
    }
    published = overview.published.map { result in
      Claim(
        claim: result.claim.claim, source: result.claim.source, machine: result.claim.machine,
        standIn: result.claim.standIn, n: result.count,
        published: result.claim.value.finite, measured: result.measured?.finite,
        low: result.interval?.lowerBound, high: result.interval?.upperBound,
        ratio: result.ratio?.finite, verdict: result.verdict.rawValue, reason: result.reason,
        holds: result.holds)
    }
  }
}

extension Double {
  fileprivate var finite: Double? { isFinite ? self : nil }
}
