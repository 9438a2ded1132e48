import Foundation
import ForceLabWorkbench
import ForceLabSettings

extension Plan {
  public var json: String {
    PlanObject(
      name: experiment.name, summary: experiment.summary, files: files,
      configurations: configurations.map { configuration in
        PlanObject.Configuration(
          configuration: configuration.number,
          settings: Dictionary(
            zip(paths, configuration.settings), uniquingKeysWith: { first, _ in first }))
      },
      trials: trials.map { trial in
        PlanObject.Trial(
          trial: trial.number, configuration: trial.configuration, repeat: trial.repetition,
          seed: trial.seed, warmUp: trial.isWarmUp)
      },
      excluded: excluded.map { PlanObject.Excluded(count: $0.count, because: $0.because) },
      programs: Dictionary(
        programs.map { ($0.name, $0.command) }, uniquingKeysWith: { first, _ in first })
    ).jsonLine
  }
}

private struct PlanObject: Encodable {
  struct Configuration: Encodable {
    let configuration: Int
    let settings: [String: String]
  }

  struct Trial: Encodable {
    let trial, configuration, `repeat`: Int
    let seed: UInt64
    let warmUp: Bool
  }

  struct Excluded: Encodable {
    let count: Int
    let because: String
  }

  let name, summary: String
  let files: [String]
  let configurations: [Configuration]
  let trials: [Trial]
  let excluded: [Excluded]
  /// The commands of the programs that trials start, by name.
  let programs: [String: String]
}

/// Whether an experiment file is valid, for programs.
public struct Validation: Encodable {
  private struct Finding: Encodable {
    let severity, message: String
    let file: String?
    let line, column: Int?
  }

  private let file: String
  private let ok: Bool
  private let trials: Int?
  private let findings: [Finding]

  /// `trials` is nil if the file is not valid.
  public init(_ file: String, trials: Int?, _ diagnostics: [Diagnostic]) {
    self.file = file
    self.trials = trials
    ok = trials != nil
    findings = diagnostics.map { diagnostic in
      let place = diagnostic.location
      return Finding(
        severity: diagnostic.severity.rawValue, message: diagnostic.message, file: place?.file,
        line: place.flatMap { $0.line > 0 ? $0.line : nil },
        column: place.flatMap { $0.column > 0 ? $0.column : nil })
    }
  }

  public var json: String { jsonLine }
}
