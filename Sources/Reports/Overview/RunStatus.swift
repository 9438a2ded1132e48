import Foundation
import ForceLabFiles
import ForceLabWorkbench

public struct RunStatus: Sendable {
  public enum State: String, Sendable, Encodable {
    case finished
    /// It was interrupted before all trials had ended.
    case interrupted
    /// A process is writing to its folder.
    case running
    /// Its files cannot be read.
    case damaged
  }

  public struct Failure: Sendable, Encodable {
    public let trial: Int
    /// How it ended, such as `diverged`.
    public let status: String
    public let message: String
  }

  public let folder: String
  /// The experiment's name; empty if unknown.
  public let name: String
  public let started: Date?
  /// How many trials have ended, including warm-up.
  public let done: Int
  /// Nil if unknown.
  public let planned: Int?
  public let failures: [Failure]
  public let state: State

  /// Also of a damaged run. Cost: linear in `trials.csv`.
  public init(folder: String) {
    self = (try? RunReader(folder: folder)).map { Self($0) } ?? Self(damaged: folder)
  }

  private init(damaged folder: String) {
    self.folder = folder
    let files = try? Folder(folder)
    name = files.flatMap { try? RunReader.experiment(in: $0) }?["name"]?.scalar?.text ?? ""
    started = files.flatMap { try? RunEnvironment.kept(in: $0).get() }?.startDate
    (done, planned, failures) = (0, nil, [])
    state = RunFolder.isHeld(folder) ? .running : .damaged
  }

  init(_ run: RunReader) {
    folder = run.folder
    name = run.name ?? ""
    started = run.environment?.startDate
    done = run.allTrials.count
    planned = run.experiment == nil ? nil : run.plannedTrials
    failures = run.allTrials.filter { !$0.isGood }.map {
      Failure(trial: $0.number, status: $0.status, message: $0.message)
    }
    state =
      RunFolder.isHeld(folder)
      ? .running : done > planned ?? -1 ? .damaged : done == planned ? .finished : .interrupted
  }

  public var progress: String { planned.map { "\(done)/\($0)" } ?? "\(done)" }
}
