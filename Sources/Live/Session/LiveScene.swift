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
  private let scene: InteractiveScene
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

  init(_ source: LiveSource, _ scene: InteractiveScene, _ trial: Trial) {
    (self.source, self.scene) = (source, scene)
    experiment = source.plan.experiment(of: trial)
    rate = Double(scene.stepsPerSecond)
  }

  // MARK: Steps and frames

  var canTick: Bool { isRunning && (!isOver || repeats || scene.isDragging) }
  private var isOver: Bool { scene.ending != nil }

  func tick() {
    version += 1
    if isOver, !scene.isDragging || scene.hasDiverged {
      // The scene was possible when it started first.
      try? scene.restart()
      hasChanged = true
      return
    }
    let (start, ending) = (ContinuousClock.now, scene.ending)
    scene.step()
    milliseconds = start.duration(to: .now) / .milliseconds(1)
    if scene.ending != ending { hasChanged = true }
  }

  func frame() -> Data {
    var frame = FrameData(number: version, layouts: 1, isRunning: isRunning)
    let measures = scene.measures
    let numbers = [
      .nan, measures.speed, measures.speed, measures.kinetic, measures.potential,
      Double(measures.contacts), milliseconds,
    ]
    _ = frame.add(
      Particles(positions: scene.layout), revision: revision, iteration: scene.steps,
      isSettled: isOver, measures: numbers)
    frame.add(counts: scene.counts)
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
      for _ in 0..<request.count where !scene.hasDiverged { scene.step() }
    case .rate: rate = request.rate > 0 ? min(100_000, max(0.1, request.rate)) : nil
    case .restart: try restart()
    case .repeats: repeats = request.isOn
    case .dragStart: try scene.dragStart(request.node)
    case .drag: try scene.drag(to: request.at, isPaused: !isRunning)
    case .dragEnd: scene.dragEnd()
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
    try scene.restart()
    isRunning = true
  }

  private func set(_ event: Event, gesture: Int, restarts: Bool) throws {
    guard event.actions.count == 1, let set = event.actions[0] as? SetValues else {
      throw ParameterError("a page sets a value of the scene, one at a time")
    }
    let (path, value) = try set.value(without: source.readers)
    let key = String(path.prefix { $0 != "." })
    guard InteractiveScene.keys.contains(key) else {
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
    let plan: Plan
    do throws(InvalidExperiment) {
      plan = try Plan(
        document: experiment, folder: source.files.path, overrides: overrides,
        catalog: source.catalog)
    } catch {
      throw ParameterError(error.diagnostics.first?.message ?? "the value is not possible")
    }
    let (trial, study) = try plan.trial(1)
    let (names, before) = (scene.sketch, self.experiment)
    try scene.change(to: study)
    self.experiment = plan.experiment(of: trial)
    if scene.sketch != names { revision += 1 }
    return before
  }

  private func save(_ request: PageRequest) throws -> PageMessage {
    try source.files.save(
      experiment, as: request.name, overwrites: request.overwrites,
      note: "the values that were on screen")
  }

  // MARK: Messages

  var graph: PageMessage {
    let sketch = scene.sketch
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
      "settings": source.sheet.values(in: scene.settings), "seed": "0", "problem": "null",
      "events": "0", "obstacle": "null", "pinned": "[]",
    ])
    return PageMessage(
      "state",
      [
        "kind": "\"scene\"", "revision": String(revision), "running": String(isRunning),
        "rate": rate.map(\.shortText) ?? "0", "rates": String(scene.stepsPerSecond),
        "repeats": String(repeats), "ending": scene.ending?.printable.jsonText ?? "null",
        "counters": jsonList(scene.counters.map(\.printable.jsonText)),
        "title": (experiment["name"]?.scalar?.text ?? "").printable.jsonText,
        "file": source.fileName.jsonText, "nodes": String(scene.bodyCount), "edges": "0",
        "undo": history.undoName?.jsonText ?? "null", "redo": history.redoName?.jsonText ?? "null",
        "views": jsonList([view]),
      ])
  }
}
