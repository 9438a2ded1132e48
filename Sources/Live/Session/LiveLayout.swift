import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench

/// One layout of a live view, what is measured of it, and what has happened to it.
final class LiveLayout {
  let running: RunningLayout
  /// The trial that it began as, and its settings then.
  let trial: Trial
  let original: SettingsNode
  private var movement = Movement()
  private var milliseconds = 0.0
  private var energy: (kinetic: Double, potential: Double?)?
  private var stress: Double?
  private var measured = ContinuousClock.now
  /// How long to wait until energies and stress are measured again, so that they take little time.
  private var pause = Duration.zero
  /// Why it does not continue; nil if it does.
  private(set) var problem: String?

  /// The settings at the start or the last restart, and the events since, for a file that does the same.
  private(set) var start: SettingsNode
  private(set) var events: [Event] = []
  /// Why the events cannot be repeated; nil if they can.
  private(set) var obstacle: String?
  private var forceNames: [String]
  /// Whether a node that is added has the same name in an experiment that begins at the start.
  private var namesNewNodes = true
  /// The nodes whose distances to others are measured for the stress: as many as one search takes at once.
  private static let stressSources = 64
  /// An experiment has at most as many events.
  private static let maxEvents = 10_000

  init(_ running: RunningLayout, of trial: Trial, from original: SettingsNode? = nil) {
    (self.running, self.trial) = (running, trial)
    start = running.study.encoded()
    self.original = original ?? start
    forceNames = running.study.forces.map(\.name)
  }

  /// Whether nothing changes without a request.
  var isDone: Bool { problem != nil || running.isSettled || running.nodes.isEmpty }

  func tick() {
    let start = ContinuousClock.now
    do {
      movement = try running.tick()
    } catch {
      problem = errorText(error)
    }
    milliseconds = start.duration(to: .now) / .milliseconds(1)
  }

  /// The layout is where the placement puts the nodes.
  func begin() {
    forgetGraph()
    (movement, milliseconds, problem) = (Movement(), 0, nil)
    (start, events, obstacle) = (running.study.encoded(), [], nil)
    namesNewNodes = running.namesNextNodeAsNew
    for pin in running.pins {
      record(PinNodes { ($0.nodes, $0.at) = ([running.eventName(of: pin.node)], pin.position) })
    }
  }

  /// Nodes or edges have changed.
  func forgetGraph() {
    (stress, energy) = (nil, nil)
    pause = .zero
  }

  /// Something has changed, so that a layout that had diverged may continue.
  func forgetProblem() { problem = nil }

  /// Adds the positions, in the order of the nodes' numbers, and the newest measures.
  func add(to frame: inout FrameData, revision: Int) {
    measure()
    let measures = [
      running.alpha, movement.total, movement.maximum, energy?.kinetic, energy?.potential, stress,
      milliseconds,
    ]
    let particles =
      running.study.shuffle
      ? Particles(positions: running.positions) : running.simulation.world.particles
    let isFinite = frame.add(
      particles, revision: revision, iteration: running.iteration, isSettled: isDone,
      measures: measures.map { $0 ?? .nan })
    if !isFinite, problem == nil {
      problem =
        "the layout has diverged: a coordinate is not finite; undo the change or restart the layout"
    }
  }

  /// Measures energies and stress, unless this would take more than a fiftieth of the time.
  private func measure() {
    let start = ContinuousClock.now
    guard measured.duration(to: start) >= pause else { return }
    let ledger = running.simulation.energy()
    energy = (ledger.kinetic, ledger.potential)
    let positions = running.positions
    let isFinite = positions.joined().allSatisfy(\.isFinite)
    stress =
      isFinite && running.nodes.count > 1
      ? Stress { $0.sources = Self.stressSources }
        .value(of: FinishedLayout(running.graph, at: positions)) : nil
    measured = .now
    pause = max(.milliseconds(100), start.duration(to: measured) * 50)
  }

  // MARK: Changes

  /// Makes a change, and returns the parts that had an effect. `undo` becomes what undoes it, or the part of it that
  /// was made before an error.
  func perform(_ edit: LayoutEdit, undo: inout LayoutEdit) throws -> LayoutEdit {
    undo = LayoutEdit()
    var effect = edit
    effect.actions = []
    for action in edit.actions {
      let alpha = running.alpha
      try perform(action, &undo)
      if !(action is Reheat) || running.alpha != alpha { effect.actions.append(action) }
    }
    for removed in edit.restored {
      try running.restore(removed)
      undo.actions.insert(removal(of: removed), at: 0)
    }
    return effect
  }

  private func perform(_ action: any EventAction, _ undo: inout LayoutEdit) throws {
    var inverse: [any EventAction] = []
    let firstNode = running.nextNode
    running.lastRemoval = nil
    switch action {
    case let set as SetValues:
      for entry in set.values.all {
        // A path into a list can lead elsewhere later.
        let key = String(entry.key.prefix { $0 != "." })
        let before = try running.value(at: key)
        inverse.append(SetValues { $0.values = PathValues([.init(key, AnyValue(before))]) })
        if set.isPlacement {
          try running.setPlacement(entry.key, to: entry.value.node)
        } else {
          try running.set(entry.key, to: entry.value.node)
        }
      }
    case let pin as PinNodes: inverse = try placement(of: pin.nodes)
    case let unpin as UnpinNodes: inverse = try placement(of: unpin.nodes)
    case let added as AddEdges: inverse = [RemoveEdges { $0.edges = added.edges }]
    // In a layout that has settled, nothing would move.
    case is Reheat: undo.actions.append(action)
    default: break
    }
    if !(action is SetValues) {
      // Pages may not make random changes.
      var generator = SeededGenerator(seed: 0)
      try action.act(on: running, using: &generator)
    }
    if running.nextNode > firstNode {
      inverse = [
        RemoveNodes { $0.nodes = NodeNames((firstNode..<running.nextNode).map(running.eventName)) }
      ]
    }
    undo.actions.insert(contentsOf: inverse, at: 0)
    if let removal = running.lastRemoval { undo.restored.insert(removal, at: 0) }
  }

  /// What puts nodes where they are, pinned or not.
  func placement(of nodes: NodeNames) throws -> [any EventAction] {
    try nodes.names.flatMap { name -> [any EventAction] in
      let node = try running.existingNode(named: name)
      let position = try running.position(of: node)
      let pin = PinNodes { ($0.nodes, $0.at) = ([name], position) }
      return running.isPinned(node) ? [pin] : [pin, UnpinNodes { $0.nodes = [name] }]
    }
  }

  /// Edges of nodes go with them.
  private func removal(of removed: RunningLayout.Removed) -> any EventAction {
    guard removed.nodes.isEmpty else {
      return RemoveNodes {
        $0.nodes = NodeNames(removed.nodes.map { running.eventName(of: $0.number) })
      }
    }
    return RemoveEdges {
      $0.edges = NodePairs(
        removed.edges.map { [$0.edge.source, $0.edge.target].map(running.eventName) })
    }
  }

  /// The events as in an experiment, where the values of `set` stand below its name.
  var eventSettings: SettingsNode {
    .sequence(
      events.map { event in
        guard let set = event.actions[0] as? SetValues else { return event.encoded() }
        return .mapping(of: [("at", .scalar(.int(event.at ?? 0))), ("set", set.values.encoded())])
      })
  }

  /// Notes a change that was made.
  func record(_ edit: LayoutEdit) {
    for action in edit.actions { record(action) }
    if !edit.restored.isEmpty { cannotReplay("removed nodes or edges were put back") }
  }

  private func record(_ action: any EventAction) {
    if let set = action as? SetValues {
      // The next restart uses a placement, and begins a new record.
      if set.isPlacement { return }
      let names = running.study.forces.map(\.name)
      // A change of settings before the first tick is a change of the start.
      guard running.iteration > 0 else {
        (start, forceNames) = (running.study.encoded(), names)
        return
      }
      if names != forceNames { cannotReplay("forces were added, removed or reordered") }
      forceNames = names
    }
    if action is AddNodes, !namesNewNodes {
      cannotReplay("a node was added after the last one was removed")
    }
    let event = Event { ($0.at, $0.actions) = (running.iteration, [action]) }
    // Of the places of a node or the values of a parameter between two ticks, the last one counts.
    if let index = events.lastIndex(where: { !($0.actions[0] is Reheat) }),
      events[index].at == event.at, Self.replaces(action, events[index].actions[0])
    {
      return events[index] = event
    }
    guard events.count < Self.maxEvents else { return cannotReplay("there were too many changes") }
    events.append(event)
  }

  /// Whether an action leaves nothing of an earlier one between the same two ticks.
  private static func replaces(_ new: any EventAction, _ old: any EventAction) -> Bool {
    switch (new, old) {
    case let (new as PinNodes, old as PinNodes):
      // Without a position, nodes stay where the earlier one has put them.
      new.nodes == old.nodes && !new.at.isEmpty
    // The state of an integrator depends on each of its values.
    case let (new as SetValues, old as SetValues):
      new.values.all.map(\.key) == old.values.all.map(\.key) && !new.sets("integrator")
    default: false
    }
  }

  func cannotReplay(_ why: String) { obstacle = obstacle ?? why }
}

extension SetValues {
  /// Whether it sets the placement, which no event of an experiment can.
  fileprivate var isPlacement: Bool { sets("placement") }

  /// Whether it sets the value of `key`, or a part of it.
  func sets(_ key: String) -> Bool {
    values.all.contains { $0.key == key || $0.key.hasPrefix("\(key).") }
  }
}
