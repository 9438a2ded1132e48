import Foundation
import ForceLabSettings

/// Processes that run trials: whatever one of them does ends one trial at most.
struct WorkerPool: TrialExecutor {
  private let command: WorkerCommand
  private let size: Int
  private var workers: [WorkerProcess] = []

  /// At most `size` processes of `command`, the first of which is started at once.
  init(_ command: WorkerCommand, size: Int) throws(Diagnostic) {
    self.command = command
    self.size = max(1, size)
    Self.allowManyFiles()
    workers = [try Self.worker(command)]
  }

  var hasRoom: Bool { workers.count { $0.task != nil } < size }

  mutating func begin(_ task: TrialTask) throws(Diagnostic) {
    if let idle = workers.first(where: { $0.task == nil }) {
      if idle.begin(task) { return }
      remove(idle)
    }
    let new = try Self.worker(command)
    guard new.begin(task) else {
      throw Diagnostic(
        "a worker ended at once: \(new.terminate())", at: Location(file: command.program))
    }
    workers.append(new)
  }

  mutating func nextEnd() throws(Diagnostic) -> TrialRecord? {
    while !busy.isEmpty {
      // What has been said counts first: this process, too, may have stood still.
      for worker in ready() {
        if let record = try end(of: worker) { return record }
      }
      for worker in busy {
        guard let task = worker.task, let deadline = worker.deadline, deadline < .now,
          !isReadable(worker.replies)
        else { continue }
        remove(worker)
        return TrialRecord(
          task.trial, .timedOut, because: "timeout",
          "did not end by itself within \(task.timeout ?? 0) s, so it was killed")
      }
    }
    return nil
  }

  mutating func dismiss() {
    workers.forEach { $0.dismiss() }
    workers = []
  }

  private var busy: [WorkerProcess] { workers.filter { $0.task != nil } }

  /// Waits until a busy worker has something to say or is gone, but for no longer than a second, and
  /// not beyond a deadline; those that reply or are gone.
  private func ready() -> [WorkerProcess] {
    let busy = busy
    // A negative descriptor is passed over.
    var events = busy.flatMap { [$0.replies, $0.canComplain ? $0.complaints : -1] }.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let patience = busy.compactMap(\.deadline).min().map { ContinuousClock.now.duration(to: $0) }
    let milliseconds = max(0, min((patience ?? .seconds(1)) / .milliseconds(1) + 1, 1000))
    _ = poll(&events, nfds_t(events.count), CInt(milliseconds))
    for (index, worker) in busy.enumerated() where events[2 * index + 1].revents != 0 {
      worker.readComplaint()
    }
    // Where processes that a study has left behind hold its pipes open, they tell of no end.
    return busy.indices.filter { events[2 * $0].revents != 0 || !busy[$0].isRunning }
      .map { busy[$0] }
  }

  /// What came of the trial of `worker`, which has something to say; nil if it has not ended.
  private mutating func end(of worker: WorkerProcess) throws(Diagnostic) -> TrialRecord? {
    guard let task = worker.task else { return nil }
    let isGone = !worker.isRunning && !isReadable(worker.replies)
    let reply = isGone ? nil : worker.readReply()
    if let used = reply?.usedMemory {
      remove(worker)
      let limit = task.memory ?? 0
      return TrialRecord(
        task.trial, .failed, because: "memory",
        "used \(used / 1_000_000) MB of memory, more than the \(limit / 1_000_000) MB that it may")
    }
    if let failure = reply?.failure {
      throw Diagnostic(failure[1], at: failure[0].isEmpty ? nil : Location(file: failure[0]))
    }
    if isGone || worker.isOver {
      return TrialRecord(task.trial, .failed, because: "crash", remove(worker))
    }
    return reply?.record
  }

  /// Lets this process open as many files as it may: each worker takes several.
  private static func allowManyFiles() {
    var limit = rlimit()
    #if os(Linux)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limit) == 0, limit.rlim_cur < 8192 else { return }
    limit.rlim_cur = min(limit.rlim_max, 8192)
    setrlimit(files, &limit)
  }

  @discardableResult
  private mutating func remove(_ worker: WorkerProcess) -> String {
    workers.removeAll { $0 === worker }
    return worker.terminate()
  }

  private static func worker(_ command: WorkerCommand) throws(Diagnostic) -> WorkerProcess {
    do {
      return try WorkerProcess(command)
    } catch {
      throw Diagnostic(
        "the process for trials cannot be started: \(error.localizedDescription)",
        at: Location(file: command.program))
    }
  }
}
