import ForceLabSettings

/// Runs the trials of a plan one by one or in parallel processes, and writes results into a run folder after each.
public struct Runner {
  public struct Options: Sendable {
    /// Starts worker processes that isolate the trials; nil to run them in this process.
    public var worker: WorkerCommand?
    /// The number of trials that run at a time; more than one needs a worker.
    public var jobs = 1
    /// The memory limit of the process of a trial in bytes, if any.
    public var memory: Int?
    /// Whether the run stops at the first trial that is not `ok`.
    public var stopsAtFailure = false
    /// Called before each trial; the run stops if it returns true.
    public var isInterrupted: @Sendable () -> Bool = { false }

    public init() {}
  }

  /// The state of a run after a trial has ended.
  public struct Progress: Sendable {
    public let trial: Trial
    public let record: TrialRecord
    public let done: Int
    public let count: Int
    /// The next trial in the order of the run that has not ended; nil after the last.
    public let current: Trial?
  }

  public struct Report: Sendable {
    let tables: RunTables
    public let folder: String
    public let trials: Int
    /// The number of trials that are not `ok`.
    public let failures: Int
    public let remaining: Int
    public let isInterrupted: Bool
    /// Whether the report of the run could not be written.
    public var lacksReport = false
    /// The trials that ended, but whose samples or files are missing or damaged.
    var damaged: [Int] = []

    /// A sentence about them, and what to do; nil if there are none.
    public var damageLine: String? {
      damaged.first.map {
        "Samples or files of \(counted(damaged.count, "trial")) are missing or damaged, first those of trial \($0); "
          + "`\(Diagnostic.program) run --resume` with the same options runs what was left out again."
      }
    }

    public var summary: Summary { tables.summary }
    public var limits: [LimitResult] { tables.limits }
    public var published: [ClaimResult] { tables.published }
  }

  private let plan: Plan
  private let options: Options

  public init(_ plan: Plan, options: Options = Options()) {
    self.plan = plan
    self.options = options
  }

  /// Calls `observe` after each trial. Throws a `Diagnostic` if results cannot be written.
  public func run(
    into folder: RunFolder, environment: RunEnvironment, observe: (Progress) -> Void = { _ in }
  ) throws -> Report {
    try plan.checkPrograms()
    let writer = try RunWriter.begin(plan, in: folder, environment: environment)
    return try run(writer, folder, observe)
  }

  /// Runs the trials that have not ended; if none has, a new run begins.
  ///
  /// Throws a `Diagnostic` if the experiment, its files or the program have changed, unless
  /// `changesMatter` is false, if tasks of the run wait or run on a cluster, or if a file cannot be read or written.
  public func resume(
    in folder: RunFolder, environment: RunEnvironment, changesMatter: Bool = true,
    observe: (Progress) -> Void = { _ in }
  ) throws -> Report {
    guard folder.isRun else {
      return try run(into: folder, environment: environment, observe: observe)
    }
    let journal = try RunManifest(of: folder.files)
    let hasTasks = try folder.hasTasks()
    // Killed before its first trial ended, the run may not have written its experiment.
    guard !journal.isEmpty || hasTasks else {
      try folder.clear()
      return try run(into: folder, environment: environment, observe: observe)
    }
    let origin = try RunOrigin(plan)
    try origin.check(against: journal, of: plan, in: folder, changesMatter)
    if hasTasks { try folder.collectEnded(plan) }
    let writer = try RunWriter.resume(plan, origin, in: folder, environment: environment)
    return try run(writer, folder, observe)
  }

  private func run(
    _ writer: RunWriter, _ folder: RunFolder, _ observe: (Progress) -> Void
  ) throws -> Report {
    var writer = writer
    let loop = TrialLoop(
      plan: plan, options: options,
      context: TrialContext(
        plan, results: folder, files: writer.origin.files(of: plan), memory: options.memory))
    let trials = plan.schedule
    var first = 0
    try loop.run(trials, into: &writer) { record, writer in
      while first < trials.count, writer.records[trials[first].number] != nil { first += 1 }
      observe(
        Progress(
          trial: plan[trial: record.trial], record: record, done: writer.records.count,
          count: trials.count, current: first < trials.count ? trials[first] : nil))
    }
    try writer.finish()
    let remaining = trials.count - writer.records.count
    return Report(
      tables: writer.tables, folder: folder.path, trials: trials.count,
      failures: writer.records.values.count { $0.status != .ok }, remaining: remaining,
      isInterrupted: remaining > 0 && options.isInterrupted())
  }
}
