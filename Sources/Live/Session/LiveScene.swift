import ForceLabBodies
import ForceLabMechanics
import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench
import Foundation

/// A scene of bodies in a live view.
final class LiveScene: LiveContent {
  let source: LiveSource
  private let seed: UInt64
  private var study: BodiesStudy
  private var running: RunningScene
  private var drawing: SceneDrawing
  /// The body that is dragged, and where to.
  private var drag: (body: Int, target: Vector)?
  /// The maximum speed of a dragged body, in pt/s, so that it does not pass through others.
  private static let maxDragSpeed = 4000.0
  /// The experiment with the values on screen, of one trial.
  private var experiment: SettingsNode
  /// The experiment before or after a change, and whether the scene starts again with it.
  private typealias Change = (experiment: SettingsNode, restarts: Bool)
  private var history = History<Change> { _ in 0 }

  private(set) var revision = 1
  private(set) var version = 1
  var hasChanged = true
  private var isRunning = true
  /// Whether it starts again when it is over.
  private var repeats = false
  private(set) var rate: Double?
  private var milliseconds = 0.0

  /// Throws if the scene is impossible.
  init(_ source: LiveSource, _ study: BodiesStudy, _ trial: Trial) throws {
    (self.source, self.study, seed) = (source, study, trial.seed)
    running = try RunningScene(study, seed: seed)
    drawing = SceneDrawing(running.scene)
    experiment = source.plan.experiment(of: trial)
    rate = Double(study.stepsPerSecond)
  }

  // MARK: Steps and frames

  var canTick: Bool { isRunning && (ending == nil || repeats || drag != nil) }

  /// Why it is over; nil while it runs.
  private var ending: String? {
    if let body = running.divergence {
      return
        "'\(running.scene.bodies[body].name)' moves too fast; use more 'sub-steps', or weaker forces"
    }
    return running.endReason ?? (running.steps >= study.stepCount ? "duration" : nil)
  }

  func tick() {
    version += 1
    let (start, before) = (ContinuousClock.now, ending)
    if before != nil, drag == nil || running.divergence != nil {
      // The scene was possible when it started first.
      try? restart()
      hasChanged = true
      return
    }
    step()
    milliseconds = start.duration(to: .now) / .milliseconds(1)
    if ending != before { hasChanged = true }
  }

  private func step() {
    pull()
    running.step()
  }

  /// Gives the dragged body a velocity that brings it to its target with the next step, so that it pushes others.
  private func pull() {
    guard let drag else { return }
    var motion = running.motion(of: drag.body)
    let velocity = (drag.target - motion.place) * Double(study.stepsPerSecond)
    motion.velocity = velocity * min(1, Self.maxDragSpeed / max(velocity.length, 1e-9))
    motion.angularVelocity = 0
    running.move(drag.body, to: motion)
  }

  func frame() -> Data {
    var frame = FrameData(number: version, layouts: 1, isRunning: isRunning)
    let energy = running.energy
    // The speed of the fastest body in pt/s, and the energies in mass·pt²/s².
    let numbers = [
      .nan, running.maxSpeed, running.maxSpeed, energy.kinetic, energy.potential,
      Double(running.contactCount), milliseconds,
    ]
    _ = frame.add(
      Particles(positions: drawing.layout(of: running)), revision: revision,
      iteration: running.steps, isSettled: ending != nil, measures: numbers)
    frame.add(counts: study.counters.map { running.counts[$0] ?? 0 })
    return frame.data
  }

  // MARK: Requests

  /// Throws if the request is not possible; then all is as before, but a drag may have ended.
  func handle(_ request: PageRequest) throws -> PageMessage? {
    hasChanged = true
    version += 1
    if let revision = request.revision, revision != self.revision, request.command != .dragEnd {
      throw ParameterError("the scene has changed meanwhile; try again")
    }
    switch request.command {
    case .event: try set(request.event, gesture: request.gesture, restarts: request.isOn)
    case .run: isRunning = request.isOn
    case .step:
      isRunning = false
      for _ in 0..<request.count where running.divergence == nil { step() }
    case .rate: rate = request.rate > 0 ? min(100_000, max(0.1, request.rate)) : nil
    case .restart: try restart()
    case .repeats: repeats = request.isOn
    case .dragStart: try dragStart(request.node)
    case .drag: try drag(to: request.at)
    // The body keeps the velocity that it has.
    case .dragEnd: drag = nil
    case .undo: try history.undo(perform)
    case .redo: try history.redo(perform)
    case .save: return try save(request)
    case .compare, .swift:
      throw ParameterError("a scene of bodies has no '\(request.command?.rawValue ?? "")'")
    case nil: break
    }
    return nil
  }

  private func restart() throws {
    running = try RunningScene(study, seed: seed)
    drag = nil
    isRunning = true
  }

  /// Throws if no body has that name, or if it cannot move.
  private func dragStart(_ name: String) throws(ParameterError) {
    guard let body = running.scene.bodies.firstIndex(where: { $0.name == name }) else {
      throw ParameterError("there is no body '\(name)'")
    }
    guard running.scene.bodies[body].isMovable else {
      throw ParameterError("'\(name)' is anchored, so it cannot be dragged")
    }
    drag = (body, running.motion(of: body).place)
  }

  /// The body moves there with the next steps, or at once if the scene is paused.
  private func drag(to place: [Double]) throws(ParameterError) {
    try checkPoint(place, "at", isOptional: false)
    guard let body = drag?.body else { return }
    drag = (body, Vector(place))
    guard !isRunning else { return }
    var motion = running.motion(of: body)
    (motion.place, motion.velocity, motion.angularVelocity) = (Vector(place), .zero, 0)
    running.move(body, to: motion)
  }

  private func set(_ event: Event, gesture: Int, restarts: Bool) throws {
    guard event.actions.count == 1, let set = event.actions[0] as? SetValues else {
      throw ParameterError("a page sets a value of the scene, one at a time")
    }
    let (path, value) = try set.value(without: source.readers)
    let key = String(path.prefix { $0 != "." })
    guard source.sheet.keys.contains(key) else {
      throw ParameterError("a page cannot change '\(path.excerpt)'")
    }
    let before = try change(to: experiment, [Override(path, value)])
    if restarts { try restart() }
    history.add("change of \(path)", undoneBy: (before, restarts), gesture: gesture)
  }

  private func perform(_ change: Change) throws -> Change {
    let before = try self.change(to: change.experiment)
    if change.restarts { try restart() }
    return (before, change.restarts)
  }

  /// Returns the experiment before. Throws, and changes nothing, if the experiment or the scene is not possible.
  private func change(
    to experiment: SettingsNode, _ overrides: [Override] = []
  ) throws -> SettingsNode {
    let plan = try source.checkedPlan(of: experiment, overrides)
    let (trial, study) = try plan.trial(1)
    let (sketch, before) = (drawing.sketch, self.experiment)
    if let study = study as? BodiesStudy { try change(to: study) }
    self.experiment = plan.experiment(of: trial)
    if drawing.sketch != sketch { revision += 1 }
    return before
  }

  /// Bodies keep their motions, if they are the same bodies.
  private func change(to study: BodiesStudy) throws {
    let next = try RunningScene(study, seed: seed)
    let isSame = next.scene.bodies.map(\.name) == running.scene.bodies.map(\.name)
    if isSame { next.resume(running) } else { drag = nil }
    (self.study, running, drawing) = (study, next, SceneDrawing(next.scene))
  }

  private func save(_ request: PageRequest) throws -> PageMessage {
    try source.files.save(
      experiment, as: request.name, overwrites: request.overwrites,
      note: "the values that were on screen")
  }

  // MARK: Messages

  var graph: PageMessage {
    let sketch = drawing.sketch
    return PageMessage(
      "graph",
      [
        "revision": String(revision), "dimensions": "2",
        "names": jsonList((sketch.labels ?? []).map(\.jsonText)),
        "graph": sketch.pageJSON,
      ])
  }

  var state: PageMessage {
    let view = jsonObject([
      "settings": source.sheet.values(in: study.encoded()), "seed": "0", "problem": "null",
      "events": "0", "obstacle": "null", "pinned": "[]",
    ])
    return PageMessage(
      "state",
      [
        "kind": "\"scene\"", "revision": String(revision), "running": String(isRunning),
        "rate": rate.map(\.shortText) ?? "0", "rates": String(study.stepsPerSecond),
        "repeats": String(repeats), "ending": ending?.printable.jsonText ?? "null",
        "counters": jsonList(study.counters.map(\.printable.jsonText)),
        "title": (experiment["name"]?.scalar?.text ?? "").printable.jsonText,
        "file": source.fileName.jsonText, "nodes": String(running.scene.bodies.count), "edges": "0",
        "undo": history.undoName?.jsonText ?? "null", "redo": history.redoName?.jsonText ?? "null",
        "views": jsonList([view]),
      ])
  }
}
