import ForceLabGraphs
import ForceLabMechanics
import ForceLabWorkbench
import Foundation

/// One run of a layout: steps it, measures and records each step, makes events happen, and decides when it ends.
///
/// A run has phases. A phase ends when a stop rule is met: the layout has settled. Then the next event
/// that waits for this begins another phase, in which rules start to count from 0; so does an event that happens
/// at a later iteration. The run ends with the last phase.
struct LayoutRun {
  let layout: RunningLayout
  private(set) var progress = SimulationProgress()
  private(set) var outcome = Outcome()
  private(set) var isRunning = true
  private(set) var divergence: Divergence?
  private(set) var recorder: FrameRecorder?

  private let record: Recording
  private var rules: [any StopRule]
  private let energyLimit: Double?
  private var needsEnergy = false
  private var needsLayout = false
  /// Nil if the energy limit replaces it.
  private var growth: InstabilityDetector?
  private var limit = Int.max
  private let events: [Event]
  private var schedule: EventSchedule
  private(set) var log: EventLog
  /// The iteration at which the phase began, and the rule that ended it.
  private var phaseStart = 0
  private var endOfPhase: String?
  private(set) var tracker: QualityTracker?
  /// Rows of samples whose layouts are measured later: measuring at once would empty the caches before the next tick.
  private var kept: [KeptSample] = []
  /// The last iteration whose layout is or will be measured.
  private var measured = 0
  private let preparation: Int64
  private var clocked: Int64 = 0
  private var recorded = 0
  private(set) var recordingNanoseconds: Int64 = 0

  init(
    _ layout: RunningLayout, keepsFrames: Bool, tracker: QualityTracker?, preparation: Int64 = 0
  ) {
    let study = layout.study
    (self.layout, self.tracker, self.preparation) = (layout, tracker, preparation)
    (record, energyLimit, events) = (study.record, study.energyLimit, study.events)
    schedule = EventSchedule(events)
    log = EventLog(keepsStates: study.metrics.contains { $0.needs.contains(.settledStates) })
    rules = []
    growth = energyLimit == nil ? InstabilityDetector(layout.simulation) : nil
    takeRules()
    performDue()
    if keepsFrames && record.frames > 0 {
      recorder = FrameRecorder(of: layout, limit: record.frames)
    }
    // Other rules need a tick to judge.
    if let rule = rules.first(where: { ($0 as? StopAfterIterations)?.count == 0 }), isRunning {
      settle(by: rule.name)
      performSettled()
    }
    guard !isRunning else { return }
    if tracker != nil, outcome.status == .ok { kept.append(sample(isMeasured: true)) }
  }

  var simulation: Simulation { layout.simulation }

  /// Takes the stop rules of the study, which have not seen the run so far.
  private mutating func takeRules() {
    rules = layout.study.stopRules
    needsEnergy = energyLimit != nil || rules.contains(where: \.needsEnergy)
    needsLayout = rules.contains(where: \.needsLayout)
    limit = rules.contains { $0 is StopAfterIterations } ? .max : LayoutStudy.iterationLimit
  }

  mutating func step(_ sink: ([Field]) throws -> Void) throws {
    do {
      // Values that move are set before the clock starts, like those of all events.
      // Without 'stop', the rule is that of the integrator.
      let movesRules = layout.transitions.contains {
        $0.path.hasPrefix(layout.study.stop.isEmpty ? "integrator" : "stop")
      }
      try layout.advanceTransitions()
      if movesRules { takeRules() }
    } catch {
      return end("event", .failed, "iteration \(layout.iteration + 1): \(error)")
    }
    let start = ContinuousClock.now
    let movement = simulation.tick()
    let nanoseconds = start.duration(to: .now).nanoseconds
    clocked += nanoseconds
    outcome.stepNanoseconds.append(nanoseconds)
    (progress.iteration, progress.movement) = (simulation.iteration, movement)
    progress.alpha = simulation.integrator.temperature
    progress.energy = needsEnergy ? simulation.energy() : nil
    if needsLayout {
      (progress.graph, progress.positions) = (simulation.world.graph, simulation.positions)
    }
    decide()
    try keep(sink)
    performSettled()
    performDue()
  }

  /// Records the iteration if it is due or the last one.
  private mutating func keep(_ sink: ([Field]) throws -> Void) throws {
    let isMeasured = isMeasured
    let isDue =
      Recording.isDue(progress.iteration, after: recorded, every: record.every) || !isRunning
      || isMeasured || isEvent
    guard isDue || recorder != nil else { return }
    let start = ContinuousClock.now
    if isDue && recorded < progress.iteration {
      recorded = progress.iteration
      let sample = sample(isMeasured: isMeasured)
      if isMeasured, sample.coordinates.firstNonFinite == nil { measured = progress.iteration }
      if tracker == nil { try sink(sample.fields) } else { kept.append(sample) }
    }
    recorder?.take(layout, isOver: !isRunning)
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
    var phase = progress
    phase.iteration -= phaseStart
    if endOfPhase == nil {
      for index in rules.indices
      where rules[index].isMet(by: phase) && endOfPhase == nil && layout.transitions.isEmpty {
        settle(by: rules[index].name)
      }
    }
    if isRunning && endOfPhase == nil && phase.iteration >= limit {
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

  /// Ends the phase, and the run if no event is left.
  private mutating func settle(by rule: String) {
    endOfPhase = rule
    guard !events.isEmpty else { return end(rule, .ok, "") }
    log.settle(layout, clock: clocked)
    if schedule.isOver { end(rule, .ok, "") }
  }

  private var isEvent: Bool {
    !events.isEmpty
      && (schedule.isDue(at: progress.iteration) || endOfPhase != nil && schedule.isWaiting)
  }

  private mutating func performSettled() {
    guard isRunning, endOfPhase != nil, let event = schedule.takeSettled() else { return }
    perform(event)
  }

  private mutating func performDue() {
    guard isRunning, schedule.isDue(at: layout.iteration) else { return }
    for event in schedule.takeDue(at: layout.iteration) where isRunning { perform(event) }
  }

  private mutating func perform(_ index: Int) {
    let before = layout.state
    do {
      try layout.perform(events[index], number: log.entries.count)
    } catch {
      // Earlier actions of the event may have changed the graph.
      recorder?.history.note(layout)
      return end("event", .failed, "event \(index + 1) at iteration \(layout.iteration): \(error)")
    }
    log.add(index, events[index].text, before: before, in: layout, clock: clocked)
    takeRules()
    growth?.adapt(to: layout.simulation)
    recorder?.history.note(layout)
    if endOfPhase != nil { (endOfPhase, phaseStart) = (nil, layout.iteration) }
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

  private var isMeasured: Bool {
    tracker.map {
      !isRunning || Recording.isDue(progress.iteration, after: measured, every: $0.every)
    } ?? false
  }

  /// Measures and records the kept layouts if they are many or the run is over. Those that `trial` has no time for get no
  /// values.
  mutating func measureKept(for trial: Trial, _ sink: ([Field]) throws -> Void) throws {
    let isFull = kept.count >= 64 || kept.count * layout.graph.nodeCount >= 1 << 22
    guard var tracker, !kept.isEmpty, isFull || !isRunning else { return }
    let start = ContinuousClock.now
    for sample in kept {
      let isOverdue = !sample.coordinates.isEmpty && trial.isOverdue
      if isOverdue, outcome.status == .ok {
        end("timeout", .timedOut, "timed out while the layout was measured")
      }
      (tracker.graph, tracker.nodes) = (sample.graph, sample.nodes)
      let values =
        sample.coordinates.isEmpty || isOverdue
        ? tracker.noValues
        : tracker.measure(
          sample.coordinates, iteration: sample.iteration, nanoseconds: sample.nanoseconds)
      try sink(sample.fields + values)
    }
    (self.tracker, kept) = (tracker, [])
    recordingNanoseconds += start.duration(to: .now).nanoseconds
  }

  private mutating func sample(isMeasured: Bool) -> KeptSample {
    let energy = progress.energy ?? simulation.energy()
    progress.energy = energy
    let fields: [Field] = [
      .integer(progress.iteration), .integer(Int(clocked)),
      .number(progress.movement.total), .number(progress.movement.maximum),
      .number(energy.kinetic), Field(energy.potential), Field(energy.total),
      .number(progress.alpha),
    ]
    return KeptSample(
      fields: fields + energy.potentials.map { Field($0) }, graph: layout.graph,
      nodes: layout.study.nodes, coordinates: isMeasured ? layout.positions : [],
      iteration: progress.iteration, nanoseconds: clocked + preparation)
  }
}

/// A row of samples without the values of metrics, and what they are measured on.
private struct KeptSample {
  let fields: [Field]
  let graph: Graph
  let nodes: NodeTraits
  /// Empty if the layout is not measured.
  let coordinates: [[Double]]
  let iteration: Int
  /// Since the start of the layout.
  let nanoseconds: Int64
}
