/// Where the results of trials go.
protocol ResultWriter {
  /// The trials that have ended.
  var records: [Int: TrialRecord] { get }
  mutating func add(_ result: TrialResult) throws
  /// Called about once a second while trials run.
  mutating func writeIfDue() throws
}

/// Runs trials of a plan, as many at a time as the options say.
struct TrialLoop {
  let plan: Plan
  let options: Runner.Options
  let context: TrialContext

  /// Runs those of `trials` that have not ended until all have, or until the run is interrupted.
  /// Calls `observe` after each.
  func run<Writer: ResultWriter>(
    _ trials: [Trial], into writer: inout Writer, observe: (TrialRecord, Writer) -> Void
  ) throws {
    var executor: any TrialExecutor =
      try options.worker.map { try WorkerPool($0, size: options.jobs, context, plan) }
      ?? InProcessExecutor(try TrialRunner(context, plan))
    defer { executor.stop() }
    var queue = TrialQueue(trials.filter { writer.records[$0.number] == nil }, of: plan)
    var isStopped = false
    while true {
      while !isStopped, !options.isInterrupted(), executor.hasRoom,
        let task = queue.next(after: writer.records)
      {
        try executor.begin(task)
      }
      guard var result = try executor.nextResult(whileWaiting: { try writer.writeIfDue() }) else {
        return
      }
      result.record.isContended = queue.end(result.record.trial)
      let record = result.record
      try writer.add(result)
      if options.stopsAtFailure && record.status != .ok { isStopped = true }
      observe(record, writer)
    }
  }
}
