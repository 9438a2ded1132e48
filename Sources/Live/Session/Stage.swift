import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies
import Foundation

/// The layouts of a live view and what has changed: one layout, or two in step. Only the thread of the
/// session uses it.
final class Stage {
  struct Answer {
    let text: Data
    let kind: String
  }

  let source: LiveSource
  var sides: [Side]
  var history = History()
  /// What has happened since the start or the last restart, for a file that does the same.
  var record: ReplayRecord
  /// Increases whenever nodes or edges change.
  private(set) var revision = 1
  /// The graph at the start or the last restart, and whether it is not that of the experiment.
  private(set) var startGraph: Graph
  private(set) var startIsEdited = false
  private(set) var isEdited = false
  private(set) var hasRestarted = false
  /// Ticks per second; nil for as many as possible.
  var rate: Double? = 60
  var isRunning = true
  /// The node that is being dragged, and what puts it back.
  var held: Held?

  private var hasNews = true
  /// Increases whenever the picture changes.
  private(set) var version = 1

  struct Held {
    let node: Int
    let before: Act
    let wasPinned: Bool
    var hasMoved = false
    /// The settings that dragging changed for a while.
    var settings: [Act] = []
  }

  init(_ source: LiveSource, _ layouts: [RunningLayout]) throws {
    self.source = source
    sides = layouts.map(Side.init)
    record = ReplayRecord(layouts)
    startGraph = layouts[0].graph
  }

  // MARK: Ticks and frames

  /// Whether a tick would do anything.
  var canTick: Bool { isRunning && sides.contains { !$0.isDone } }

  var tickInterval: Duration { rate.map { .nanoseconds(Int(1e9 / $0)) } ?? .zero }

  func tick() {
    for side in sides where !side.isDone {
      side.tick()
      if side.isDone { hasNews = true }
    }
    version += 1
  }

  /// The newest frame of all sides.
  func frame() -> Data {
    var frame = FrameData(number: version, sides: sides.count, isRunning: isRunning)
    for side in sides {
      let before = side.problem
      side.add(to: &frame, revision: revision)
      if side.problem != before { hasNews = true }
    }
    return frame.data
  }

  /// The state, if it has changed since the last call.
  func takeNews() -> Data? {
    guard hasNews else { return nil }
    hasNews = false
    return stateText
  }

  // MARK: Requests

  /// Throws if the request is not possible; then the graphs, values and positions of all sides are
  /// as before, but a drag may have ended.
  func handle(_ request: LiveRequest) throws -> Answer? {
    hasNews = true
    version += 1
    for side in sides { side.forgetProblem() }
    switch request {
    case .set(let side, let path, let value, let gesture):
      try checkFiles(path, value)
      let act = Act.set(side: side, path: path, value: value)
      let change = Change(name: "change of \(path)", acts: [try perform(act)], gesture: gesture)
      history.add(change)
    case .run(let isOn): isRunning = isOn
    case .step(let count):
      isRunning = false
      for _ in 0..<count { for side in sides { side.tick() } }
    case .rate(let rate): self.rate = rate > 0 ? min(1000, max(0.1, rate)) : nil
    case .reheat:
      for side in sides { try side.layout.reheat(to: 0.3) }
      record.add("reheat", .scalar(.float(0.3)), sides)
      isRunning = true
    case .restart(let isNew):
      let seed = isNew ? UInt64.random(in: 0..<1 << 53) : sides[0].layout.seed
      let undo = try perform(.restart(seed: seed))
      history.add(Change(name: isNew ? "restart with a new seed" : "restart", acts: [undo]))
      isRunning = true
    case .undo: try history.undo(reversed)
    case .redo: try history.redo(reversed)
    case .compare(let isOn): try compare(isOn)
    case .save(let name, let side, let replays, let overwrites):
      return try save(as: name, side: try index(side), replays: replays, overwrites: overwrites)
    case .swift(let side): return try program(of: try index(side))
    default: try handleGraph(request)
    }
    return nil
  }

  /// Pages do not make the program read files: throws if the path or the value names a plugin that does.
  private func checkFiles(_ path: String, _ value: SettingsNode) throws(ParameterError) {
    var names = path.split(separator: ".").map(String.init)
    var nodes = [value]
    while let node = nodes.popLast() {
      switch node.content {
      case .scalar(let scalar): names.append(scalar.text)
      case .sequence(let items): nodes += items
      case .mapping(let mapping):
        names += mapping.entries.map(\.key)
        nodes += mapping.entries.map(\.value)
      }
    }
    guard let name = names.first(where: source.readers.contains) else { return }
    throw ParameterError("a page cannot choose '\(name)', which reads a file")
  }

  func index(_ side: Int) throws(ParameterError) -> Int {
    guard sides.indices.contains(side) else {
      throw ParameterError("there is no side \(side)")
    }
    return side
  }

  /// Does what undoes `change` and returns what does it again. If an act fails, those before it are
  /// done again.
  private func reversed(_ change: Change) throws -> Change {
    var acts: [Act] = []
    for act in change.acts {
      do {
        acts.insert(try perform(act), at: 0)
      } catch {
        for act in acts { _ = try? perform(act) }
        throw error
      }
    }
    return Change(name: change.name, acts: acts)
  }

  /// Nodes or edges have changed.
  func changeGraph() {
    revision += 1
    isEdited = true
    for side in sides { side.forgetGraph() }
  }

  /// All sides are where the placement puts the nodes.
  func begin() {
    for side in sides { side.restarted() }
    record = ReplayRecord(sides.map(\.layout), pins: sides[0].layout.pins)
    (startGraph, startIsEdited, hasRestarted) = (sides[0].layout.graph, isEdited, true)
  }

  private func compare(_ isOn: Bool) throws {
    guard isOn else {
      history = History()
      sides.removeLast(sides.count - 1)
      return record.keepFirstSide()
    }
    guard sides.count == 1 else { return history = History() }
    // Both begin at the start, so that they differ by their settings alone.
    let twin = try sides[0].layout.twin()
    try sides[0].layout.restart()
    history = History()
    sides.append(Side(twin))
    begin()
    revision += 1
  }

  static func message(of error: any Error) -> String {
    switch error {
    case let error as Diagnostic: error.message
    case let error as ParameterError: error.message
    default: "\(error)"
    }
  }
}
