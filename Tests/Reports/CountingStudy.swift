import Foundation
import ForceLabPlugins
import ForceLabReports
import ForceLabTestSupport
import Testing
import ForceLabWorkbench
import ForceLabSettings
import ForceLabYAML

/// A study that measures what it is told to, so that tables of it are known beforehand.
struct CountingStudy: Study {
  var method = ""
  var size = 1.0
  var fails = false

  static let manual = Manual<Self>(
    "counting", "Measures what its parameters say.",
    parameters: [
      Parameter("method", \.method, "Not used."),
      Parameter("size", \.size, "What is measured."),
      Parameter("fails", \.fails, "Whether the last repeat fails."),
    ])

  var columns: [Column] {
    [
      .fact("nodes"), .measure("iterations", importance: 6), .measure("movement", importance: 5),
      .measure("kinetic_energy", short: "kinetic", importance: 1), .measure("edge_length_cv"),
      .measure("potential_energy", short: "potential", importance: 2),
    ]
  }

  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    if fails && trial.repetition == 3 { return Outcome(.failed, "as told") }
    var outcome = Outcome()
    outcome.values = [
      "nodes": .integer(7), "iterations": .integer(300), "movement": .number(size * 1.2345678),
      "kinetic_energy": .number(size / 1000), "edge_length_cv": .number(0.588),
    ]
    outcome.stepNanoseconds = StepTimes([1000, 3000, 2000].map { $0 * Int64(size) })
    return outcome
  }
}

extension CountingStudy {
  static func plan(_ text: String) throws -> Plan {
    try Plan(
      document: YAMLDocument.parse("name: counted\nstudy: counting\n" + text, file: "test.yaml"),
      catalog: Catalog([CountingStudy.self]))
  }

  /// Runs what `text` plans; the files are removed again.
  static func report(_ text: String) throws -> Runner.Report { try observe(plan(text)) { _ in } }

  /// Runs what `text` plans and reads its files before they are removed.
  static func run(_ text: String) throws -> RunReader {
    try inFolder { folder in
      _ = try Runner(plan(text)).run(into: folder, environment: RunEnvironment(seed: 0)) { _ in }
      return try RunReader(folder: folder.path)
    }
  }

  @discardableResult
  static func observe(_ plan: Plan, _ observe: (Runner.Progress) -> Void) throws -> Runner.Report {
    try inFolder { folder in
      try Runner(plan).run(
        into: folder, environment: RunEnvironment(seed: 0), observe: observe)
    }
  }

  private static func inFolder<Value>(_ body: (RunFolder) throws -> Value) throws -> Value {
    try withFolder { try body(RunFolder(at: $0)) }
  }
}

/// Expects `text` to be `expected`, and shows both whole if it is not.
func expect(
  _ text: String, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(text == expected, "\n\(text)\n", sourceLocation: sourceLocation)
}
