protocol ResultWriter {
  var records: [Int: TrialRecord] { get }
  mutating func add(_ result: TrialResult) throws
  /// Called about once a second while trials run.
  mutating func writeIfDue() throws
}

/// What runs trials: this process, or workers.
protocol TrialExecutor {
  var hasRoom: Bool { get }
  /// Begins a trial; `hasRoom` must be true.
  mutating func begin(_ trial: Trial) throws
  /// Waits for the end of a trial, calling `idle` once a second; nil if none has begun.
  mutating func nextResult(whileWaiting idle: () throws -> Void) throws -> TrialResult?
  mutating func stop()
}

private struct InProcessExecutor: TrialExecutor {
  let runner: TrialRunner
  var trial: Trial?

  var hasRoom: Bool { trial == nil }
  mutating func begin(_ trial: Trial) { self.trial = trial }

  mutating func nextResult(whileWaiting idle: () throws -> Void) throws -> TrialResult? {
    defer { trial = nil }
    return try trial.map { try runner.run($0) }
  }

  func stop() {}
}

/// Runs trials of a plan, as many at a time as the options say.
struct TrialLoop {
  let plan: Plan
  let options: Runner.Options
  let context: TrialContext

  /// Runs those of `trials` that have not ended, unless the run is interrupted. Calls `observe` after each.
  func run<Writer: ResultWriter>(
    _ trials: [Trial], into writer: inout Writer, observe: (TrialRecord, Writer) -> Void
  ) throws {
    try plan.checkPrograms()
    var executor: any TrialExecutor =
      try options.worker.map { try WorkerPool($0, options, context, plan) }
      ?? InProcessExecutor(runner: try TrialRunner(context, plan))
    defer { executor.stop() }
    // In reverse order, so that the next trial is removed from the end.
    var pending = Array(trials.filter { writer.records[$0.number] == nil }.reversed())
    let firsts = firstTrials
    /// Whether another trial ran beside each that runs now.
    var running: [Int: Bool] = [:]
    var isStopped = false
    while true {
      while !isStopped, !options.isInterrupted(), executor.hasRoom,
        // A trial that is compared with another has to wait for it.
        let index = pending.lastIndex(where: { trial in
          firsts(trial).map { writer.records[$0] != nil } ?? true
        })
      {
        var trial = pending.remove(at: index)
        for other in running.keys { running[other] = true }
        running[trial.number] = !running.isEmpty
        let first = firsts(trial).flatMap { writer.records[$0] }
        trial.firstTrial = first.flatMap { $0.status == .ok && $0.hasLayout ? $0.trial : nil }
        try executor.begin(trial)
      }
      guard var result = try executor.nextResult(whileWaiting: { try writer.writeIfDue() }) else {
        return
      }
      result.record.ranConcurrently = running.removeValue(forKey: result.record.trial) ?? false
      let record = result.record
      try writer.add(result)
      if options.stopsAtFailure && record.status != .ok { isStopped = true }
      observe(record, writer)
    }
  }

  /// The number of the trial with whose layout a trial is compared, if any.
  private var firstTrials: (Trial) -> Int? {
    let areCompared = plan.configurations.map { $0.study.comparesLayouts }
    return { [plan] trial in
      guard !trial.isWarmUp, areCompared[trial.configuration - 1] else { return nil }
      let first = plan.firstTrial(of: trial.configuration)
      return first == trial.number ? nil : first
    }
  }
}
