import ForceLabFiles
import ForceLabSettings
import Foundation

/// Runs trials in worker processes, so that a crash ends one trial at most.
struct WorkerPool: TrialExecutor {
  private let commands: [TrialProgram: WorkerCommand]
  private let size: Int
  private let context: TrialContext
  private let plan: Plan
  private let isInterrupted: @Sendable () -> Bool
  /// When the trials that wait for other programs are ended after an interruption.
  private var patienceEnd: ContinuousClock.Instant?
  private var workers: [WorkerProcess] = []

  /// At most `options.jobs` processes of `command` that run trials at a time, the first of which is started
  /// at once, and as many of the other program of `plan`, if it has one.
  init(
    _ command: WorkerCommand, _ options: Runner.Options, _ context: TrialContext, _ plan: Plan
  ) throws(Diagnostic) {
    var commands = [TrialProgram.this: command]
    commands[.base] = plan.base.map { WorkerCommand($0.path, command.arguments) }
    self.commands = commands
    size = max(1, options.jobs)
    isInterrupted = options.isInterrupted
    self.context = context
    self.plan = plan
    try OpenFiles.check(jobs: size, programs: commands.count)
    _ = try addWorker(.this)
  }

  var hasRoom: Bool { workers.count { $0.trial != nil } < size }

  mutating func begin(_ trial: Trial) throws(Diagnostic) {
    let program = plan.configurations[trial.configuration - 1].program
    if let idle = workers.first(where: { $0.trial == nil && $0.program == program }) {
      if idle.begin(trial, plan) { return }
      remove(idle)
    }
    let new = try addWorker(program)
    guard new.begin(trial, plan) else {
      throw Diagnostic(
        "the worker exited at once: \(remove(new))",
        at: commands[program].map { Location(file: $0.program) })
    }
  }

  mutating func nextResult(whileWaiting idle: () throws -> Void) throws -> TrialResult? {
    while !busy.isEmpty {
      // Replies come before deadlines: this process, too, may have been suspended.
      let ready = ready()
      for worker in ready {
        if let result = try result(of: worker) { return result }
      }
      for worker in busy {
        guard let trial = worker.trial, let deadline = worker.deadline, deadline < .now,
          !isReadable(worker.replies)
        else { continue }
        remove(worker)
        return TrialResult(
          trial.number, .timedOut, because: "timeout",
          "did not end by itself within \(context.timeout ?? 0) s, so it was killed")
      }
      endHangingTrials()
      if ready.isEmpty { try idle() }
    }
    return nil
  }

  /// Ends trials with processes of other programs two seconds after an interruption: such a program may
  /// never answer. These trials have no result and run again when the run is resumed.
  private mutating func endHangingTrials() {
    guard isInterrupted() else { return }
    let end = patienceEnd ?? .now.advanced(by: .seconds(2))
    patienceEnd = end
    guard end < .now else { return }
    for worker in busy where worker.hasStartedProcesses && !isReadable(worker.replies) {
      remove(worker)
    }
  }

  mutating func stop() {
    for worker in workers { _ = worker.terminate() }
    workers = []
  }

  private var busy: [WorkerProcess] { workers.filter { $0.trial != nil } }

  /// Waits at most a second, and not beyond a deadline, for workers that reply or exit.
  private func ready() -> [WorkerProcess] {
    let busy = busy
    // `poll` ignores negative descriptors.
    var events = busy.flatMap { [$0.replies, $0.hasErrorOutput ? $0.errors : -1] }.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let patience = busy.compactMap(\.deadline).min().map { ContinuousClock.now.duration(to: $0) }
    let milliseconds = max(0, min((patience ?? .seconds(1)) / .milliseconds(1) + 1, 1000))
    _ = poll(&events, nfds_t(events.count), CInt(clamping: milliseconds))
    for (index, worker) in busy.enumerated() where events[2 * index + 1].revents != 0 {
      worker.readErrors()
    }
    // If a study leaves processes that hold the pipes open, `poll` does not report the exit.
    return busy.indices.filter { events[2 * $0].revents != 0 || !busy[$0].isRunning }
      .map { busy[$0] }
  }

  /// The result of a worker that has replied or exited; nil if its reply is incomplete.
  private mutating func result(of worker: WorkerProcess) throws(Diagnostic) -> TrialResult? {
    guard let trial = worker.trial else { return nil }
    let hasExited = !worker.isRunning && !isReadable(worker.replies)
    let reply = try describing("cannot read the result of trial \(trial.number)") {
      () throws(SystemError) in hasExited ? nil : try worker.readReply()
    }
    switch reply {
    case .result(let result):
      // What waits for a trial from now on has not waited for this one.
      for idle in workers where idle.trial == nil { idle.restartClock() }
      return result
    case .notice(.failure(let file, let reason)):
      throw Diagnostic(
        (worker.program == .base ? "the program of --against: " : "") + reason,
        at: file.isEmpty ? nil : Location(file: file))
    case .notice(.usedMemory(let used)):
      remove(worker)
      return TrialResult(
        trial.number, .failed, because: "memory",
        "used \(used / 1_000_000) MB of memory, more than the "
          + "\((context.memory ?? 0) / 1_000_000) MB that it is allowed")
    case .notice(.started), nil:
      guard hasExited || worker.isBroken else { return nil }
      let ending = remove(worker)
      if worker.ranOutOfTime {
        try begin(trial)
        return nil
      }
      return TrialResult(trial.number, .failed, because: "crash", ending)
    }
  }

  /// Terminates `worker` and returns how it exited.
  @discardableResult
  private mutating func remove(_ worker: WorkerProcess) -> String {
    workers.removeAll { $0 === worker }
    return worker.terminate()
  }

  private mutating func addWorker(_ program: TrialProgram) throws(Diagnostic) -> WorkerProcess {
    guard let command = commands[program] else {
      throw Diagnostic("no program for '\(program)'; name it with --against", at: nil)
    }
    let worker = try describing(
      "cannot start the process for trials", at: Location(file: command.program)
    ) { () throws(SystemError) in try WorkerProcess(command, of: program, context) }
    workers.append(worker)
    return worker
  }
}

extension OpenFiles {
  /// Throws a `Diagnostic` if this process may not open the three pipes of each worker: one for each of `jobs` and each of
  /// `programs`.
  package static func check(jobs: Int, programs: Int) throws(Diagnostic) {
    let workers = jobs * programs
    try check(3 * workers + needed, "\(counted(workers, "worker")) and their run need") { limit in
      let most = (limit - needed) / (3 * programs)
      return most > 0 ? "use --jobs \(most) or less, or " : ""
    }
  }
}
