/// Which trial comes next, and which ran beside which.
struct Schedule {
  private let plan: Plan
  private let folder: RunFolder
  private let memory: Int?
  private let sampleColumns: [String]
  private var pending: [Trial]
  /// The trials in flight, and whether each had another beside it.
  private var running: [Int: Bool] = [:]
  /// The first trials of configurations whose first trial ended well and left a layout.
  private var layouts: Set<Int> = []
  private var ended: Set<Int>

  init(_ plan: Plan, in folder: RunFolder, done: [Int: TrialRecord], memory: Int?) {
    self.plan = plan
    self.folder = folder
    self.memory = memory
    sampleColumns = plan.sampleColumns
    // The next one is the last, from where it is taken.
    pending = plan.trials.filter { done[$0.number] == nil }.reversed()
    ended = Set(done.keys)
    for record in done.values { remember(record) }
  }

  /// Whether any trial is in flight.
  var isRunning: Bool { !running.isEmpty }

  /// The task of the next trial that can run now; nil if there is none, or if all wait for the end of
  /// one in flight.
  mutating func next() -> TrialTask? {
    guard let index = pending.lastIndex(where: { isReady($0) }) else { return nil }
    let trial = pending.remove(at: index)
    if isRunning { for other in running.keys { running[other] = true } }
    running[trial.number] = !running.isEmpty
    return task(trial)
  }

  /// Takes note of the end of a trial, and says in its record whether another ran beside it.
  mutating func end(_ record: TrialRecord) -> TrialRecord {
    var record = record
    record.isContended = running.removeValue(forKey: record.trial) ?? false
    ended.insert(record.trial)
    remember(record)
    return record
  }

  private mutating func remember(_ record: TrialRecord) {
    if record.status == .ok && record.layoutBytes != nil { layouts.insert(record.trial) }
  }

  /// A trial that is compared with another waits for it.
  private func isReady(_ trial: Trial) -> Bool {
    first(for: trial).map { ended.contains($0) } ?? true
  }

  /// The trial with whose layout this one is compared; nil if with none.
  private func first(for trial: Trial) -> Int? {
    guard !trial.isWarmUp, plan.configurations[trial.configuration - 1].study.comparesLayouts else {
      return nil
    }
    let first = plan.firstTrial(of: trial.configuration)
    return first == trial.number ? nil : first
  }

  private func task(_ trial: Trial) -> TrialTask {
    let configuration = plan.configurations[trial.configuration - 1]
    return TrialTask(
      trial: trial.number, configuration: trial.configuration, repetition: trial.repetition,
      seed: trial.seed, isWarmUp: trial.isWarmUp, study: configuration.study.name,
      document: configuration.tree.emitted(), folder: plan.folder, results: folder.path,
      firstTrial: first(for: trial).flatMap { layouts.contains($0) ? $0 : nil },
      sampleColumns: sampleColumns, timeout: plan.experiment.timeout, memory: memory)
  }
}
