import ForceLabSettings

/// Runs a plan and writes its results as they come.
public struct Runner {
  /// How trials are run.
  public struct Options: Sendable {
    /// The program whose processes run the trials, isolated from each other and from this process;
    /// nil to run them in this process, one after the other.
    public var worker: WorkerCommand?
    /// How many trials run at a time; more than one needs a worker.
    public var jobs = 1
    /// How many bytes of memory the process of a trial may use; nil if as many as it wants.
    public var memory: Int?
    /// Whether the first trial that does not end well is the last.
    public var stopsAtFailure = false
    /// Whether the times of trials that ran beside others count in the summary.
    public var countsContended = false
    /// Asked before each trial whether the run is to end: what is done by then is kept.
    public var isInterrupted: @Sendable () -> Bool = { false }

    /// One trial at a time, in this process.
    public init() {}
  }

  /// How far a run has come, told after every trial.
  public struct Progress: Sendable {
    /// The trial that has just ended.
    public let trial: Trial
    /// What came of it.
    public let record: TrialRecord
    /// How many trials are done.
    public let done: Int
    /// How many there are.
    public let count: Int
    /// The first trial that has not ended: the one that runs now, or is next; nil after the last.
    public let current: Trial?
  }

  /// What came of a run.
  public struct Report: Sendable {
    /// Where the results are.
    public let folder: String
    /// One row for each configuration.
    public let summary: Summary
    /// The experiment's limits and what was measured.
    public let limits: [LimitResult]
    /// The published claims and what was measured.
    public let published: [ClaimResult]
    /// How many trials there were.
    public let trials: Int
    /// How many did not end well.
    public let failures: Int
    /// How many were not run, because the run was stopped before.
    public let remaining: Int
    /// Whether it was interrupted.
    public let isInterrupted: Bool
  }

  private let plan: Plan
  private let options: Options

  /// A runner of `plan`.
  public init(_ plan: Plan, options: Options = Options()) {
    self.plan = plan
    self.options = options
  }

  /// Runs every trial of the plan and tells `observe` of each.
  ///
  /// Throws a `Diagnostic` that names the file if results cannot be written; what was written before
  /// stays.
  public func run(
    into folder: RunFolder, environment: RunEnvironment,
    observe: (Progress) -> Void = { _ in }
  ) throws -> Report {
    let results = try Results.begin(
      plan, in: folder, environment: environment, countsContended: options.countsContended)
    return try run(results, folder, observe)
  }

  /// Runs those trials of the plan that have not ended yet in the run that `folder` holds, and tells
  /// `observe` of each. A folder without a run, or with one of which no trial has ended, gets a new
  /// one.
  ///
  /// Throws a `Diagnostic` that says what has changed since the run began, unless `changesMatter` is
  /// false; or one that names the file that cannot be read or written.
  public func resume(
    in folder: RunFolder, environment: RunEnvironment, changesMatter: Bool = true,
    observe: (Progress) -> Void = { _ in }
  ) throws -> Report {
    guard folder.isRun else {
      try folder.clear()
      return try run(into: folder, environment: environment, observe: observe)
    }
    let (journal, origin, records) = try Journal.reopen(in: folder)
    guard !records.isEmpty else {
      journal.close()
      try folder.clear()
      return try run(into: folder, environment: environment, observe: observe)
    }
    try check(RunOrigin(plan), against: origin, in: folder, changesMatter)
    let results = try Results.resume(
      plan, in: folder, environment: environment, journal, records,
      countsContended: options.countsContended)
    return try run(results, folder, observe)
  }

  private func check(
    _ origin: RunOrigin, against earlier: RunOrigin, in folder: RunFolder, _ changesMatter: Bool
  ) throws(Diagnostic) {
    let changes = try origin.changes(from: earlier, in: folder, plan.document)
    let list = changes.joined(separator: ", ")
    let place = Location(file: folder.path)
    guard origin.trials == earlier.trials else {
      throw Diagnostic(
        "the run cannot go on, for its trials were others: \(list); begin it anew by --fresh",
        at: place)
    }
    guard !changesMatter || changes.isEmpty else {
      throw Diagnostic(
        "the run would not go on as it began: \(list); begin it anew by --fresh, or go on all the "
          + "same by --resume-anyway", at: place)
    }
  }

  private func run(
    _ results: Results, _ folder: RunFolder, _ observe: (Progress) -> Void
  ) throws -> Report {
    var results = results
    var crew: any TrialExecutor =
      try options.worker.map { try WorkerPool($0, size: options.jobs) } ?? InProcessExecutor(plan)
    let trials = results.trials
    var schedule = Schedule(
      trials.filter { results.records[$0.number] == nil }, of: plan, in: folder,
      memory: options.memory)
    var isStopped = false
    var first = 0
    defer { crew.dismiss() }
    while true {
      while !isStopped, !options.isInterrupted(), crew.hasRoom,
        let task = schedule.next(after: results.records)
      {
        try crew.begin(task)
      }
      guard let ended = try crew.nextEnd() else { break }
      let record = schedule.end(ended)
      try results.add(record)
      if options.stopsAtFailure && record.status != .ok { isStopped = true }
      while first < trials.count, results.records[trials[first].number] != nil { first += 1 }
      observe(
        Progress(
          trial: trials[record.trial - 1], record: record, done: results.records.count,
          count: trials.count, current: first < trials.count ? trials[first] : nil))
    }
    try results.finish()
    return report(of: results, in: folder)
  }

  private func report(of results: Results, in folder: RunFolder) -> Report {
    let count = results.trials.count
    let remaining = count - results.records.count
    return Report(
      folder: folder.path, summary: results.summary, limits: results.limits,
      published: results.published, trials: count,
      failures: results.records.values.count { $0.status != .ok },
      remaining: remaining, isInterrupted: remaining > 0 && options.isInterrupted())
  }
}
