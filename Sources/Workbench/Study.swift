import Foundation
import ForceLabPlugins
import ForceLabSettings

/// A plugin that defines what a trial does and measures.
///
/// Its parameters are at the top level of the experiment file, beside those of `Experiment`.
public protocol Study: Plugin {
  /// The study's columns of `trials.csv`.
  var columns: [Column] { get }
  /// The columns of `samples.csv`, after the trial's number.
  var sampleColumns: [Column] { get }
  /// Whether a trial needs the layout of the first trial of its configuration.
  var comparesLayouts: Bool { get }
  /// Errors and notes before anything runs: `Diagnostic`s that point into files, or `ParameterError`s
  /// whose parameter is a path such as `forces.2.center.at`.
  func problems() -> [any Error]
  /// Runs one trial and calls `record` with the values of `sampleColumns` for each recorded iteration.
  /// An error becomes the message of a failed trial.
  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome
}

extension PluginKind {
  /// Studies.
  public static let study = PluginKind(
    "study", plural: "studies", "Say what a trial does and measures.")
}

extension Study {
  public static var kind: PluginKind { .study }
  /// No columns by default.
  public var sampleColumns: [Column] { [] }
  /// False by default.
  public var comparesLayouts: Bool { false }
  /// No problems by default.
  public func problems() -> [any Error] { [] }
}

/// A trial of a run.
public struct Trial: Sendable {
  /// Its number in the run, from 1.
  public let number: Int
  /// Its configuration's number, from 1.
  public let configuration: Int
  /// The number of the repeat, from 1.
  public let repetition: Int
  /// The seed of its random numbers, which depends on the experiment's seed and the repeat alone.
  public let seed: UInt64
  /// Whether it is a warm-up trial, which does not count.
  public let isWarmUp: Bool
  /// When it times out, if ever.
  public var deadline: ContinuousClock.Instant?
  /// The layout of the first trial of the configuration, if the study compares layouts and there is
  /// one; nil in that trial itself.
  public var firstLayout: [[Double]]?

  /// Whether it has timed out.
  public var isOverdue: Bool { deadline.map { ContinuousClock.now > $0 } ?? false }
}

/// A file that a trial writes to the run folder.
public struct KeptFile: Sendable {
  /// Its path in the run folder, such as `frames/1.frames`.
  public let name: String
  /// Its content.
  public let bytes: Data
  /// Whether several trials share it; it is written once.
  public let isShared: Bool

  /// The file `name` of `bytes`.
  public init(_ name: String, _ bytes: Data, isShared: Bool = false) {
    self.name = name
    self.bytes = bytes
    self.isShared = isShared
  }
}

/// The outcome of a trial.
public struct Outcome: Sendable {
  /// How a trial ended.
  public enum Status: String, Codable, Sendable {
    /// Successfully.
    case ok
    /// With positions or energies that are not finite.
    case diverged
    /// With an error or a failed check.
    case failed
    /// By timing out.
    case timedOut = "timed-out"
    /// Before it began.
    case skipped
  }

  /// How it ended.
  public var status = Status.ok
  /// What ended it, such as the name of a stop rule.
  public var stopReason = ""
  /// The values of the study's columns; a column without a value is empty.
  public var values: [String: Field] = [:]
  /// The time of each step.
  public var stepNanoseconds = StepTimes()
  /// The finished layout, a list of coordinates per axis, if it is to be kept.
  public var layout: [[Double]]?
  /// Other files for the run folder.
  public var files: [KeptFile] = []
  /// A message for people, such as why it failed.
  public var message = ""

  /// A successful outcome.
  public init() {}

  /// An outcome of `status` with its reason.
  public init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }
}
