import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

extension BodiesStudy {
  /// The maximum number of rows of `events.csv` of a trial.
  private static let maxEventCount = 10_000

  package func run(_ trial: Trial, record sink: ([Field]) throws -> Void) throws -> Outcome {
    try trial.discard { isLongEnough in
      let running = try RunningScene(self, seed: trial.seed)
      repeat { running.step() } while !isLongEnough() && !isOver(running)
    }
    let running = try RunningScene(self, seed: trial.seed)
    var recorder = SceneRecorder(
      running, record, keepsFrames: trial.repetition == 1 && !trial.isWarmUp)
    var outcome = Outcome(because: "duration")
    try sink(sample(running, clock: 0))
    if record.motion == .all { recorder.record(running, isOver: false) }
    while running.divergence == nil {
      let start = ContinuousClock.now
      running.step()
      outcome.stepNanoseconds.append(Int64(clamping: start.duration(to: .now) / .nanoseconds(1)))
      addEvents(of: running, to: &outcome)
      let isOver = end(running, trial, &outcome)
      recorder.take(running, isOver: isOver)
      if isOver || running.steps % recordSpacing == 0 {
        try sink(sample(running, clock: outcome.stepNanoseconds.total))
        recorder.record(running, isOver: isOver)
      }
      if isOver { break }
    }
    if outcome.stepNanoseconds.count == 0 { _ = end(running, trial, &outcome) }
    recorder.finish(running, trial, &outcome)
    outcome.values.merge(values(of: running, outcome)) { $1 }
    return outcome
  }

  private func isOver(_ running: RunningScene) -> Bool {
    running.divergence != nil || running.endReason != nil || running.steps >= stepCount
  }

  /// Whether the trial is over, and why.
  private func end(_ running: RunningScene, _ trial: Trial, _ outcome: inout Outcome) -> Bool {
    if let body = running.divergence {
      let motion = running.motion(of: body)
      outcome.status = .diverged
      outcome.stopReason = "diverged"
      outcome.message =
        "'\(running.scene.bodies[body].name)' "
        + (motion.isFinite && running.space.broken == nil
          ? "moves faster than \(speedLimit.shortText) pt/s" : "has no finite motion")
        + " in step \(running.steps); use more 'sub-steps', or weaker forces"
    } else if let reason = running.endReason {
      outcome.stopReason = reason
    } else if trial.isOverdue {
      outcome.status = .timedOut
      outcome.stopReason = "timeout"
      outcome.message = "timed out after \(running.steps) of \(stepCount) steps"
    } else {
      return running.steps >= stepCount
    }
    return true
  }

  private func addEvents(of running: RunningScene, to outcome: inout Outcome) {
    for index in running.events where outcome.events.count < Self.maxEventCount {
      outcome.events.append([
        .integer(index + 1), .integer(running.steps), .text(rules[index].text),
      ])
    }
  }

  private func sample(_ running: RunningScene, clock: Int64) -> [Field] {
    [.integer(running.steps), .number(running.time), .integer(Int(clock))]
      + energies(of: running) + [.number(running.maxSpeed)]
  }

  /// The values of `energies` and `contacts`.
  private func energies(of running: RunningScene) -> [Field] {
    let energy = running.energy
    return [
      .number(energy.kinetic), .number(energy.potential), .number(energy.total),
      .number(energy.dissipated), .number(energy.work), .integer(running.contactCount),
      .number(running.space.penetration),
    ]
  }

  private func values(of running: RunningScene, _ outcome: Outcome) -> [String: Field] {
    let nanoseconds = Double(outcome.stepNanoseconds.total)
    var values: [String: Field] = [
      "body_count": .integer(running.scene.bodies.count), "steps": .integer(running.steps),
      "simulated_time": .number(running.time), "max_penetration": .number(running.maxPenetration),
      "contact_events": .integer(running.contactTotal),
      "max_speed": .number(running.maxSpeed),
    ]
    // A scene can diverge before its first step.
    if running.steps > 0 { values["speed_ns"] = .number((nanoseconds / running.time).rounded()) }
    for (column, value) in zip(Self.energies + Self.contacts, energies(of: running)) {
      values[column.name] = value
    }
    for name in counters { values[CountAction.column(name)] = .integer(running.counts[name] ?? 0) }
    return values
  }
}
