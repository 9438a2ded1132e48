import Foundation
import ForceLabWorkbench

/// The progress and the failures of a run.
public struct RunStatus: Sendable {
  /// The state of a run.
  public enum State: String, Sendable, Encodable {
    /// All trials have ended.
    case finished
    /// It was interrupted before all trials had ended.
    case interrupted = "cut short"
    /// A process is writing to its folder.
    case running
    /// Its files cannot be read.
    case damaged
  }

  /// A trial that failed.
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
  /// The experiment's name; empty if unknown.
  public let name: String
  /// When the run began; nil if unknown.
  public let started: Date?
  /// How many trials have ended, including warm-up.
  public let done: Int
  /// How many trials were planned; nil if unknown.
  public let planned: Int?
  /// The trials that failed.
  public let failures: [Failure]
  /// The state.
  public let state: State

  /// The status of the run in `folder`, also if it is damaged. Cost: linear in `trials.csv`.
  public init(folder: String) {
    if let run = try? RunReader(folder: folder) {
      self.init(run)
    } else {
      self.init(damaged: folder)
    }
  }

  /// The status of a run whose tables cannot be read.
  private init(damaged folder: String) {
    self.folder = folder
    name = (try? RunReader.experiment(in: folder))?["name"]?.scalar?.text ?? ""
    started = (try? RunEnvironment(folder: folder))?.startDate
    (done, planned, failures) = (0, nil, [])
    state = RunFolder.isHeld(folder) ? .running : .damaged
  }

  /// The status of `run`.
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

  /// How many trials have ended, of how many.
  public var progress: String { planned.map { "\(done)/\($0)" } ?? "\(done)" }
}
