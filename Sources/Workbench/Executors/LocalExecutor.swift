import ForceLabPlugins

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
