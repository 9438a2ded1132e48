import Foundation
import ForceLabWorkbench

extension RunOverview {
  /// The run as one JSON object in one line, for programs. Numbers that do not exist are left out,
  /// and so are those that JSON cannot say.
  public var json: String { RunObject(self).jsonLine }
}

extension RunList {
  /// The runs as one JSON object in one line, for programs.
  public var json: String { ["runs": runs.map { RunObject.Glance($0) }].jsonLine }
}

extension Encodable {
  /// The value as JSON in one line, keys sorted.
  var jsonLine: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    guard let data = try? encoder.encode(self) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// What is told of a run.
private struct RunObject: Encodable {
  struct Glance: Encodable {
    let folder, name, state: String
    let started: Date?
    let trials: Int?
    let done, failed: Int

    init(_ glance: RunGlance) {
      (folder, name, state) = (glance.folder, glance.name, glance.state.rawValue)
      (started, trials, done) = (glance.started, glance.planned, glance.done)
      failed = glance.failures.count
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
    let claim, source: String
    let published, measured, ratio: Double?
    let verdict, reason: String
    let holds: Bool
  }

  let folder, name, state: String
  let started: Date?
  let trials: Int?
  let done: Int
  let report: String?
  let failures: [RunGlance.Failure]
  let summary: [Configuration]
  let limits: [Limit]
  let published: [Claim]

  init(_ overview: RunOverview) {
    let glance = overview.glance
    (folder, name, state) = (glance.folder, glance.name, glance.state.rawValue)
    (started, trials, done) = (glance.started, glance.planned, glance.done)
    report = overview.report
    failures = glance.failures
    summary = overview.summary.rows.map { row in
      Configuration(
        configuration: row.configuration, trials: row.trials, ok: row.good,
        settings: Dictionary(
          zip(overview.summary.paths, row.settings), uniquingKeysWith: { first, _ in first }),
        medians: row.medians.filter { $1.isFinite })
    }
    limits = overview.limits.map { result in
      Limit(
        name: result.limit.name, column: result.limit.figure.column,
        measured: result.measured?.finite, atMost: result.limit.atMost.finite,
        ratio: result.ratio?.finite, kept: result.isKept)
    }
    published = overview.published.map { result in
      Claim(
        claim: result.claim.claim, source: result.claim.source,
        published: result.claim.value.finite, measured: result.measured?.finite,
        ratio: result.ratio?.finite, verdict: result.verdict.rawValue, reason: result.reason,
        holds: result.holds)
    }
  }
}

extension Double {
  /// The number, if JSON can say it.
  fileprivate var finite: Double? { isFinite ? self : nil }
}
