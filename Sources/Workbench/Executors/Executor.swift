import ForceLabPlugins
import ForceLabSettings

/// Runs the trials of an experiment: on this machine, or on others.
public protocol Executor: Plugin {
  /// Runs the trials of `request`; returns nil if they run on afterwards. Throws a `Diagnostic` if that is impossible.
  func run(_ request: RunRequest, observe: (RunEvent) -> Void) throws -> Runner.Report?

  /// The commands that its parameters name. They count only from the user's own configuration or a trusted file.
  var commands: [String] { get }
}

extension PluginKind {
  public static let executor = PluginKind("executor", "Run the trials of an experiment.")
}

extension Executor {
  public static var kind: PluginKind { .executor }
  public var commands: [String] { [] }
}

extension Catalog {
  public static let executors = Catalog([LocalExecutor.self, SlurmExecutor.self])
}

public struct LocalExecutor: Executor {
  public init() {}

  public static let manual = Manual<Self>(
    "local", "Runs trials on this machine, as many at a time as --jobs says.")

  public func run(_ request: RunRequest, observe: (RunEvent) -> Void) throws -> Runner.Report? {
    let runner = Runner(request.plan, options: request.options)
    return try request.isResumed
      ? runner.resume(
        in: request.folder, environment: request.environment, changesMatter: request.changesMatter
      ) { observe(.trial($0)) }
      : runner.run(into: request.folder, environment: request.environment) { observe(.trial($0)) }
  }
}

public struct RunRequest {
  public var plan: Plan
  public var folder: RunFolder
  public var environment: RunEnvironment
  public var options: Runner.Options
  /// Whether the run in the folder is resumed. Then changes of experiment or program are errors, if `changesMatter`.
  public var isResumed = false
  public var changesMatter = true
  /// Whether to wait for trials that run elsewhere.
  public var waits = false
  public var hasReport = true
  /// How often the user has asked to stop.
  public var interruptions: @Sendable () -> Int = { 0 }
  public var warn: @Sendable (Diagnostic) -> Void = { _ in }

  public init(
    _ plan: Plan, into folder: RunFolder, environment: RunEnvironment, options: Runner.Options
  ) {
    (self.plan, self.folder, self.environment, self.options) = (plan, folder, environment, options)
  }
}

public enum RunEvent {
  case trial(Runner.Progress)
  /// Trials or tasks have ended elsewhere.
  case tasks(TaskProgress)
  case note(String)
}
