import ForceLabMechanics
import ForceLabWorkbench
import Foundation

/// One run of a simulation: steps it, measures and records each step, and decides when it ends.
struct LayoutRun {
  let simulation: Simulation
  private(set) var progress = SimulationProgress()
  private(set) var outcome = Outcome()
  private(set) var isRunning = true
  private(set) var divergence: Divergence?
  private var recorder: FrameRecorder?

  private let record: Recording
  private var rules: [any StopRule]
  private let energyLimit: Double?
  private let needsEnergy: Bool
  /// Nil if the energy limit replaces it.
  private var growth: GrowthWatch?
  private let limit: Int
  private let order: NodeOrder
  private(set) var tracker: QualityTracker?
  /// The time before the first step.
  private let preparation: Int64
  private var clocked: Int64 = 0
  /// The last iteration that was recorded.
  private var recorded = 0
  /// The time that samples and frames took.
  private(set) var recordingNanoseconds: Int64 = 0

  init(
    _ simulation: Simulation, _ order: NodeOrder, record: Recording, rules: [any StopRule],
    energyLimit: Double?, keepsFrames: Bool, tracker: QualityTracker?, preparation: Int64
  ) {
    (self.order, self.tracker, self.preparation) = (order, tracker, preparation)
    (self.simulation, self.record) = (simulation, record)
    (self.rules, self.energyLimit) = (rules, energyLimit)
    growth = energyLimit == nil ? GrowthWatch(simulation) : nil
    needsEnergy = energyLimit != nil || rules.contains(where: \.needsEnergy)
    limit = rules.contains { $0 is StopAfterIterations } ? .max : LayoutStudy.iterationLimit
    if keepsFrames && record.frames > 0 {
      recorder = FrameRecorder(of: simulation, order, limit: record.frames)
    }
    // Other rules need a tick to judge.
    if let rule = rules.first(where: { ($0 as? StopAfterIterations)?.count == 0 }) {
      end(rule.name, .ok, "")
      recorder?.take(simulation, isOver: true)
    }
  }

  /// The bytes of the recorded frames; nil if frames are not recorded.
  var frames: Data? { recorder?.frames.bytes }

  mutating func step(_ sink: ([Field]) throws -> Void) throws {
    let start = ContinuousClock.now
    let movement = simulation.tick()
    let nanoseconds = start.duration(to: .now).nanoseconds
    clocked += nanoseconds
    outcome.stepNanoseconds.append(nanoseconds)
    (progress.iteration, progress.movement) = (simulation.iteration, movement)
    progress.alpha = simulation.integrator.temperature
    progress.energy = needsEnergy ? simulation.energy() : nil
    decide()
    try keep(sink)
  }

  /// Records the iteration if it is due or the last one.
  private mutating func keep(_ sink: ([Field]) throws -> Void) throws {
    let isDue =
      record.records(progress.iteration, after: recorded) || !isRunning || isMeasured
    guard isDue || recorder != nil else { return }
    let start = ContinuousClock.now
    if isDue && recorded < progress.iteration {
      recorded = progress.iteration
      try sink(sample())
    }
    recorder?.take(simulation, isOver: !isRunning)
    recordingNanoseconds += start.duration(to: .now).nanoseconds
  }

  mutating func timeOut(_ sink: ([Field]) throws -> Void) throws {
    guard isRunning else { return }
    isRunning = false
    try keep(sink)
    (outcome.status, outcome.stopReason) = (.timedOut, "timeout")
    outcome.message = "timed out after \(progress.iteration) iterations"
  }

  private mutating func decide() {
    if let found = Divergence(simulation, progress, energyLimit: energyLimit) {
      return end(by: found)
    }
    if let found = growth?.add(progress.movement, at: progress.iteration) {
      return end(by: Divergence(simulation, .growth(found)))
    }
    for index in rules.indices where rules[index].isMet(by: progress) && isRunning {
      end(rules[index].name, .ok, "")
    }
    if isRunning && progress.iteration >= limit {
      end(
        "limit", .failed, "no stop rule was met in \(limit) iterations; add 'iterations' to 'stop'")
    }
    guard !isRunning else { return }
    // A force may have moved the nodes itself. The integrator's movement does not include that.
    if let found = Divergence(simulation) {
      end(by: found)
    } else if let found = growth?.growth(atEndOf: simulation) {
      end(by: Divergence(simulation, .growth(found)))
    }
  }

  private mutating func end(by found: Divergence) {
    divergence = found
    if case .energy = found.reason { return end("energy-limit", .diverged, "") }
    end("diverged", .diverged, "")
  }

  private mutating func end(_ reason: String, _ status: Outcome.Status, _ message: String) {
    isRunning = false
    (outcome.status, outcome.stopReason, outcome.message) = (status, reason, message)
  }

  /// Whether the metrics are due.
  private var isMeasured: Bool {
    tracker.map { !isRunning || $0.isDue(progress.iteration) } ?? false
  }

  /// The values of the metrics, empty if they are not due.
  private mutating func measures() -> [Field] {
    guard isMeasured else { return tracker?.noValues ?? [] }
    let coordinates = order.restored(simulation.world.particles.coordinates)
    return tracker?.measure(
      coordinates, iteration: progress.iteration, nanoseconds: clocked + preparation) ?? []
  }

  private mutating func sample() -> [Field] {
    let energy = progress.energy ?? simulation.energy()
    progress.energy = energy
    return [
      .integer(progress.iteration), .integer(Int(clocked)),
      .number(progress.movement.total), .number(progress.movement.maximum),
      .number(energy.kinetic), Field(energy.potential), Field(energy.total),
      .number(progress.alpha),
    ] + energy.potentials.map { Field($0) } + measures()
  }
}
