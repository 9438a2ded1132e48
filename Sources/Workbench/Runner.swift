import YAML

/// Runs a plan, one trial at a time, and writes its results as they come.
public struct Runner {
  /// How far a run has come, told after every trial.
  public struct Progress: Sendable {
    /// The trial that has just ended.
    public let trial: Trial
    /// What came of it.
    public let outcome: Outcome
    /// How many trials are done.
    public let done: Int
    /// How many there are.
    public let count: Int
  }

  /// What came of a run.
  public struct Report: Sendable {
    /// Where the results are.
    public let folder: String
    /// One row for each configuration.
    public let summary: Summary
    /// The experiment's limits and what was measured.
    public let limits: [LimitResult]
    /// How many trials there were.
    public let trials: Int
    /// How many did not end well.
    public let failures: Int
  }

  private let plan: Plan

  /// A runner of `plan`.
  public init(_ plan: Plan) { self.plan = plan }

  /// Runs every trial of the plan and tells `observe` of each.
  ///
  /// Throws a `Diagnostic` that names the file if results cannot be written.
  public func run(
    into folder: RunFolder, environment: Environment,
    observe: (Progress) -> Void = { _ in }
  ) throws -> Report {
    let trials = plan.trials
    var results = try Results(plan, folder: folder, environment: environment)
    var failures = 0
    for (index, trial) in trials.enumerated() {
      let outcome = try run(trial, into: &results)
      try results.add(trial, outcome)
      if outcome.status != .ok { failures += 1 }
      observe(Progress(trial: trial, outcome: outcome, done: index + 1, count: trials.count))
    }
    try results.finish()
    return Report(
      folder: folder.path, summary: results.summary, limits: results.limits, trials: trials.count,
      failures: failures)
  }

  private func run(_ trial: Trial, into results: inout Results) throws -> Outcome {
    var trial = trial
    // What is longer than a lifetime would overflow the clock.
    trial.deadline = plan.experiment.timeout.map { .now.advanced(by: .seconds(min($0, 1e10))) }
    let study = plan.configurations[trial.configuration - 1].study
    do {
      if study.comparesLayouts { trial.firstLayout = try results.firstLayout(for: trial) }
      return try study.run(trial) { try results.addSample(trial, study.sampleColumns, $0) }
    } catch let failure as RunFolder.WriteFailure {
      throw failure.diagnostic
    } catch {
      return Outcome(.failed, "\(error)")
    }
  }
}
