/// The trials that have not run yet, in their order, and those that run now.
struct TrialQueue {
  private let plan: Plan
  /// The configurations, by index, whose trials are compared with their first.
  private let comparesLayouts: [Bool]
  /// In reverse order, so that the next trial is removed from the end.
  private var pending: [Trial]
  /// The trials that run now, and whether another ran beside each.
  private var running: [Int: Bool] = [:]

  init(_ trials: [Trial], of plan: Plan) {
    self.plan = plan
    comparesLayouts = plan.configurations.map { $0.study.comparesLayouts }
    pending = trials.reversed()
  }

  /// The next trial that can run after those of `records`; nil if there is none now.
  mutating func next(after records: [Int: TrialRecord]) -> TrialTask? {
    // A trial that is compared with another has to wait for it.
    let index = pending.lastIndex { first(for: $0).map { records[$0] != nil } ?? true }
    guard let index else { return nil }
    let trial = pending.remove(at: index)
    for other in running.keys { running[other] = true }
    running[trial.number] = !running.isEmpty
    let record = first(for: trial).flatMap { records[$0] }
    let hasLayout = record?.status == .ok && record?.hasLayout == true
    return TrialTask(trial: trial, firstTrial: hasLayout ? record?.trial : nil)
  }

  /// Removes a trial that has ended. Returns whether another ran beside it.
  mutating func end(_ trial: Int) -> Bool { running.removeValue(forKey: trial) ?? false }

  /// The number of the trial with whose layout `trial` is compared, if any.
  private func first(for trial: Trial) -> Int? {
    guard !trial.isWarmUp, comparesLayouts[trial.configuration - 1] else { return nil }
    let first = plan.firstTrial(of: trial.configuration)
    return first == trial.number ? nil : first
  }
}
