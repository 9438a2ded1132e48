import Foundation
import ForceLabPlugins
import ForceLabSettings

/// A plugin that says what a trial is: what is set up, what is done and what is measured.
///
/// Its parameters stand at the top level of the experiment file, beside those of `Experiment`.
public protocol Study: Plugin {
  /// The study's columns of `trials.csv`.
  var columns: [Column] { get }
  /// The columns of `samples.csv`, after the trial's number.
  var sampleColumns: [Column] { get }
  /// Whether a trial is told of the layout that the first of its configuration left.
  var comparesLayouts: Bool { get }
  /// What is wrong, or worth a note, before anything runs: `Diagnostic`s that point into files, or
  /// `ParameterError`s whose parameter is a path such as `forces.2.center.at`.
  func problems() -> [any Error]
  /// Runs one trial and hands the values of `sampleColumns` to `record`, a call per recorded
  /// iteration. An error thrown becomes the message of a failed trial.
  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome
}

extension PluginKind {
  /// Studies.
  public static let study = PluginKind(
    "study", plural: "studies", "Say what a trial does and measures.")
}

extension Study {
  /// Studies are of the kind `study`.
  public static var kind: PluginKind { .study }
  /// Nothing is recorded, unless the study says otherwise.
  public var sampleColumns: [Column] { [] }
  /// It is not, unless the study says otherwise.
  public var comparesLayouts: Bool { false }
  /// Nothing is wrong, unless the study says otherwise.
  public func problems() -> [any Error] { [] }
}

/// What a study is told of a trial.
public struct Trial: Sendable {
  /// Its number in the run, from 1.
  public let number: Int
  /// Its configuration's number, from 1.
  public let configuration: Int
  /// Which repeat of the configuration it is, from 1.
  public let repetition: Int
  /// The seed of its random numbers, which depends on the experiment's seed and the repeat alone.
  public let seed: UInt64
  /// Whether it only warms the machine up, and counts for nothing.
  public let isWarmUp: Bool
  /// When it has run out of time; nil if it has all the time it wants.
  public var deadline: ContinuousClock.Instant?
  /// Where a study compares layouts: the one that the first trial of the configuration left; nil in
  /// that trial itself, and where it did not end well or left none.
  public var firstLayout: [[Double]]?

  /// Whether its time is up.
  public var isOverdue: Bool { deadline.map { ContinuousClock.now > $0 } ?? false }
}

/// A file that a trial leaves in the folder of its run.
public struct KeptFile: Sendable {
  /// Where it stands there, such as `frames/1.frames`.
  public let name: String
  /// What it holds.
  public let bytes: Data
  /// Whether other trials may leave it, too, with the same content: it is written once.
  public let isShared: Bool

  /// The file `name` of `bytes`.
  public init(_ name: String, _ bytes: Data, isShared: Bool = false) {
    self.name = name
    self.bytes = bytes
    self.isShared = isShared
  }
}

/// What came of a trial.
public struct Outcome: Sendable {
  /// How a trial ended.
  public enum Status: String, Codable, Sendable {
    /// As it should.
    case ok
    /// With positions or energies that are no longer finite.
    case diverged
    /// With an error, or a check that did not hold.
    case failed
    /// By running out of time.
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
  /// The clocked time of each step.
  public var stepNanoseconds = StepTimes()
  /// The finished layout, a list of coordinates per axis, if it is to be kept.
  public var layout: [[Double]]?
  /// What else is to be kept in the folder of the run.
  public var files: [KeptFile] = []
  /// What a person should know, such as why it failed.
  public var message = ""

  /// An outcome that is well so far.
  public init() {}

  /// An outcome of `status`, and why.
  public init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }
}
