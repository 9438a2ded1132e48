import Foundation
import ForceLabPlugins
import ForceLabSettings

/// What a trial does and measures, with parameters at the top level of the experiment file.
public protocol Study: Plugin {
  /// The columns of `trials.csv` that `Outcome.values` fills, by name. The number, the settings, the status
  /// and the times of a trial have columns anyway.
  var columns: [Column] { get }
  /// The columns of `samples.csv`, after the trial's number.
  var sampleColumns: [Column] { get }
  /// The columns of `events.csv`, after the trial's number; by default there is no such file.
  var eventColumns: [Column] { get }
  /// Whether a trial needs the layout of the first trial of its configuration.
  var comparesLayouts: Bool { get }
  /// Parameters that make trials random, for a message; nil, the default, if repeats are there to measure times.
  var randomization: String? { get }
  /// `Diagnostic`s that point into files, or `ParameterError`s with a path as parameter.
  func problems() -> [any Error]
  /// The parameters that `problems()` depends on; it is not called if one of them is invalid. By default all.
  static var validationInputs: Set<String> { get }
  /// A Swift program for apps that does what a trial with `seed` does; nil if there is none.
  func program(seed: UInt64) -> String?

  /// The settings as JavaScript for d3-force. Throws if d3-force does not have all of them.
  func d3Program() throws(Diagnostic) -> String
  /// The parameters that have no effect, given the others, and what does not use them, such as “the engine
  /// 'igraph'”; by default none.
  var unused: (keys: Set<String>, reader: String) { get }
  /// The programs that trials start; by default none.
  var programs: [ExternalProgram] { get }
  /// Calls `record` for each recorded iteration. An error becomes the message of a failed trial.
  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome
}

extension PluginKind {
  public static let study = PluginKind(
    "study", plural: "studies", "Define what a trial does and measures.")
}

extension Study {
  public static var kind: PluginKind { .study }
  /// Unless the study knows better.
  public var isRandom: Bool { true }
  public var randomization: String? { nil }
  public var sampleColumns: [Column] { [] }
  public var eventColumns: [Column] { [] }
  public var comparesLayouts: Bool { false }
  public func problems() -> [any Error] { [] }
  public static var validationInputs: Set<String> { Set(parameterNames) }
  public func program(seed: UInt64) -> String? { nil }
  public func d3Program() throws(Diagnostic) -> String {
    throw Diagnostic("only simulations have a program for d3-force; use --yaml", at: nil)
  }
  public var unused: (keys: Set<String>, reader: String) { ([], "") }
  public var programs: [ExternalProgram] { [] }
}

/// A program outside of ForceLab that trials start.
public struct ExternalProgram: Sendable {
  public let name: String
  private let makeCommand: @Sendable () -> String
  /// The files by which the program is started, the description first, if the user must have trusted them.
  public let filesToTrust: [String]
  /// Its version, or why it cannot be started. Starts the program, which has to answer until a deadline.
  public let version: @Sendable (ContinuousClock.Instant) -> Result<String, Diagnostic>

  public init(
    _ name: String, command: @autoclosure @escaping @Sendable () -> String,
    filesToTrust: [String] = [],
    version: @escaping @Sendable (ContinuousClock.Instant) -> Result<String, Diagnostic>
  ) {
    (self.name, makeCommand, self.version) = (name, command, version)
    self.filesToTrust = filesToTrust
  }

  /// As people would type it. It is looked for on the PATH.
  public var command: String { makeCommand() }
}

/// A trial to run: one repeat of one configuration, or a warm-up.
public struct Trial: Codable, Sendable {
  /// From 1, in the order of the plan.
  public let number: Int
  /// Its configuration's number, from 1.
  public let configuration: Int
  public let repetition: Int
  /// The seed of its random numbers, which depends on the experiment's seed, the repeat and the instance, such as a graph.
  public let seed: UInt64
  /// Whether it is a warm-up trial, which does not count.
  public let isWarmUp: Bool
  /// Whether it makes the file of its graph. If not, only its layout is wanted.
  public var keepsFiles = true
  /// When it times out, if ever.
  public var deadline: ContinuousClock.Instant?
  /// The number of the first trial of the configuration, and its layout, if the study compares layouts; nil in
  /// that trial itself.
  var firstTrial: Int?
  public var firstLayout: [[Double]]?

  public var isOverdue: Bool { deadline.map { ContinuousClock.now > $0 } ?? false }

  /// How long `discard` runs, and what is long enough to be measured without it.
  public static let discardedDuration = Duration.microseconds(100)

  /// Runs a part of the trial before its clock starts, and drops what it makes: then caches, memory, branch
  /// predictors and the clock rate are those of the trial, and not what the trial before left behind.
  ///
  /// Calls `part` once or, if that takes less, until `discardedDuration` has passed. A part with steps asks
  /// after each whether it `isLongEnough`. Does nothing if the trial is overdue.
  public func discard(_ part: (_ isLongEnough: () -> Bool) throws -> Void) rethrows {
    let end = ContinuousClock.now.advanced(by: Self.discardedDuration)
    let isLongEnough = { isOverdue || ContinuousClock.now >= end }
    while !isLongEnough() { try part(isLongEnough) }
  }
}

/// A file that a study adds to the run folder.
public struct Artifact: Sendable {
  /// The path in the run folder, of at most two parts, such as `graphs/x.json`.
  public let name: String
  public let bytes: Data
  /// Whether several trials share it; it is written once.
  public let isShared: Bool

  public init(_ name: String, _ bytes: Data, isShared: Bool = false) {
    (self.name, self.bytes, self.isShared) = (name, bytes, isShared)
  }
}

public struct Outcome: Sendable {
  /// How a trial ended. Only trials that are `ok` count in statistics.
  public enum Status: String, Codable, Sendable {
    case ok
    /// With positions, motions or energies that are not finite, unstable growth, or an energy or speed above its limit.
    case diverged
    case failed
    case timedOut = "timed-out"
    case skipped
  }

  public var status = Status.ok
  /// What ended it, such as the name of a stop rule.
  public var stopReason = ""
  /// The values of the study's columns; a column without a value is empty.
  public var values: [String: Field] = [:]
  public var stepNanoseconds = StepTimes()
  /// The finished layout, a list of coordinates per axis, if it is to be kept.
  public var layout: [[Double]]?
  /// The identifiers of the nodes in the layout; nil if they are the numbers of the nodes.
  public var nodeIDs: [String]?
  /// Rows of `events.csv`, in the order of the study's columns.
  public var events: [[Field]] = []
  public var files: [Artifact] = []
  public var message = ""

  public init(_ status: Status = .ok, _ message: String = "", because reason: String = "") {
    (self.status, self.message, stopReason) = (status, message, reason)
  }
}

/// The error that `check` throws, if any, with `path` before the path of its parameter.
package func errors(below path: String, _ check: () throws -> Void) -> [any Error] {
  do {
    try check()
    return []
  } catch let error as ParameterError {
    let parameter = error.parameter.map { "\(path).\($0)" } ?? path
    return [ParameterError(error.message, parameter: parameter, severity: error.severity)]
  } catch {
    return [error]
  }
}
