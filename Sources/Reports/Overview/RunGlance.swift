import Foundation
import ForceLabWorkbench
import ForceLabSettings
import ForceLabYAML

/// How far a run is and how it went, from its folder alone.
public struct RunGlance: Sendable {
  /// What has become of a run.
  public enum State: String, Sendable, Encodable {
    /// All its trials have ended.
    case finished
    /// It ended before all its trials had.
    case cutShort = "cut short"
    /// A process is writing to its folder.
    case running
    /// Its files cannot be read.
    case damaged
  }

  /// A trial that did not end well.
  public struct Failure: Sendable, Encodable {
    /// Its number.
    public let trial: Int
    /// How it ended, such as `diverged`.
    public let status: String
    /// Why.
    public let message: String
  }

  /// The folder's path.
  public let folder: String
  /// The experiment's name; empty if its file cannot be read.
  public let name: String
  /// What one learns from the experiment; empty if it does not say.
  public let summary: String
  /// When the run began; nil if that cannot be read.
  public let started: Date?
  /// How many trials each configuration was to have.
  public let repeats: Int
  /// How many trials have ended, those that warmed up among them.
  public let done: Int
  /// How many there are to be; nil if that cannot be read.
  public let planned: Int?
  /// Those that did not end well.
  public let failures: [Failure]
  /// What has become of it.
  public let state: State
  /// What the run was started by; empty if that cannot be read.
  let command: [String]

  /// A look at the run in `folder`. What cannot be read is left out. Cost: linear in `trials.csv`.
  public init(folder: String) {
    self.folder = folder
    let experiment = try? YAMLDocument.load(folder + "/experiment.yaml")
    name = experiment?["name"]?.scalar?.text ?? ""
    summary = experiment?["summary"]?.scalar?.text ?? ""
    repeats = experiment?.whole("repeat") ?? 1
    let environment = FileManager.default.contents(atPath: folder + "/environment.json")
      .flatMap { try? JSONDecoder().decode(Beginning.self, from: $0) }
    started = environment.flatMap { ISO8601DateFormatter().date(from: $0.started) }
    command = environment?.command ?? []
    let configurations = (try? CSVTable(path: folder + "/summary.csv"))?.rows.count
    let rounds = repeats + (experiment?.whole("warm-up") ?? 0)
    planned = experiment == nil ? nil : configurations.map { $0 * rounds }
    let trials = try? CSVTable(path: folder + "/trials.csv")
    done = trials?.rows.count ?? 0
    failures = trials.map(Self.failures) ?? []
    state =
      RunFolder.isHeld(folder)
      ? .running
      : trials?.header.first != "trial" || done > planned ?? -1
        ? .damaged : done == planned ? .finished : .cutShort
  }

  /// How many trials have ended, of how many.
  public var progress: String { planned.map { "\(done)/\($0)" } ?? "\(done)" }

  private struct Beginning: Decodable {
    let started: String
    let command: [String]
  }

  private static func failures(_ table: CSVTable) -> [Failure] {
    guard let status = table.header.firstIndex(of: "status"),
      let message = table.header.firstIndex(of: "message")
    else { return [] }
    return table.rows.filter { $0.fields[status] != "ok" }.map { row in
      Failure(
        trial: Int(row.fields[0]) ?? 0, status: row.fields[status], message: row.fields[message])
    }
  }
}

extension SettingsNode {
  /// The whole number at `key`, if there is one.
  fileprivate func whole(_ key: String) -> Int? {
    if case .int(let number)? = self[key]?.scalar?.value { number } else { nil }
  }
}
