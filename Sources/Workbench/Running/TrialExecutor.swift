/// Who runs trials.
protocol TrialExecutor {
  /// Whether another trial can begin now.
  var hasRoom: Bool { get }
  /// Begins a trial. There must be room for it.
  mutating func begin(_ task: TrialTask) throws
  /// Waits until a trial that has begun ends; nil if none has begun.
  mutating func nextEnd() throws -> TrialRecord?
  /// Ends whatever is still running.
  mutating func dismiss()
}

/// This process, which runs one trial at a time.
struct InProcessExecutor: TrialExecutor {
  private let plan: Plan
  private var task: TrialTask?

  init(_ plan: Plan) { self.plan = plan }

  var hasRoom: Bool { task == nil }

  mutating func begin(_ task: TrialTask) { self.task = task }

  mutating func nextEnd() throws -> TrialRecord? {
    guard let task else { return nil }
    self.task = nil
    return try task.run(plan.configurations[task.configuration - 1].study)
  }

  func dismiss() {}
}
