/// Which trial comes next, and which ran beside which.
struct Schedule {
  private let plan: Plan
  private let folder: RunFolder
  private let memory: Int?
  private let sampleColumns: [String]
  private var pending: [Trial]
  /// The trials in flight, and whether each had another beside it.
  private var running: [Int: Bool] = [:]

  /// The order of `trials`, which have not ended yet.
  init(_ trials: [Trial], of plan: Plan, in folder: RunFolder, memory: Int?) {
    self.plan = plan
    self.folder = folder
    self.memory = memory
    sampleColumns = plan.sampleColumns.map(\.name)
    // The next one is the last, from where it is taken.
    pending = trials.reversed()
  }

  /// The task of the next trial that can run now, after those of `records` have ended; nil if there is
  /// none, or if all wait for the end of one in flight.
  mutating func next(after records: [Int: TrialRecord]) -> TrialTask? {
    // A trial that is compared with another waits for it.
    let next = pending.lastIndex { first(for: $0).map { records[$0] != nil } ?? true }
    guard let index = next else { return nil }
    let trial = pending.remove(at: index)
    for other in running.keys { running[other] = true }
    running[trial.number] = !running.isEmpty
    return task(trial, comparedWith: first(for: trial).flatMap { records[$0] })
  }

  /// Takes note of the end of a trial, and says in its record whether another ran beside it.
  mutating func end(_ record: TrialRecord) -> TrialRecord {
    var record = record
    record.isContended = running.removeValue(forKey: record.trial) ?? false
    return record
  }

  /// The trial with whose layout this one is compared; nil if with none.
  private func first(for trial: Trial) -> Int? {
    guard !trial.isWarmUp, plan.configurations[trial.configuration - 1].study.comparesLayouts else {
      return nil
    }
    let first = plan.firstTrial(of: trial.configuration)
    return first == trial.number ? nil : first
  }

  private func task(_ trial: Trial, comparedWith first: TrialRecord?) -> TrialTask {
    let hasLayout = first?.status == .ok && first?.hasLayout == true
    let configuration = plan.configurations[trial.configuration - 1]
    return TrialTask(
      trial: trial.number, configuration: trial.configuration, repetition: trial.repetition,
      seed: trial.seed, isWarmUp: trial.isWarmUp, study: configuration.study.name,
      document: configuration.tree.emitted(), folder: plan.folder, results: folder.path,
      firstTrial: hasLayout ? first?.trial : nil,
      sampleColumns: sampleColumns, timeout: plan.experiment.timeout, memory: memory)
  }
}
