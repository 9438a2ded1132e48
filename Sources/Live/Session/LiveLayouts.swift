import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies
import Foundation

/// The layouts of a live view and what has changed: one layout, or two in step. Only the thread of the session uses it.
final class LiveLayouts: LiveContent {
  let source: LiveSource
  private(set) var layouts: [LiveLayout]
  private(set) var history = History(size: \Edit.size)
  /// Increases whenever nodes or edges change.
  private(set) var revision = 1
  /// The graph at the start or the last restart, and whether it is not that of the experiment.
  private(set) var startGraph: Graph
  private(set) var startIsEdited = false
  private(set) var isEdited = false
  private(set) var hasRestarted = false
  private(set) var rate: Double? = 60
  private(set) var isRunning = true
  private var drag: Drag?

  var hasChanged = true
  private(set) var version = 1

  /// A node that is being dragged.
  private struct Drag {
    let node: Int
    let name: String
    /// In each layout.
    let wasPinned: [Bool]
    /// What puts it back, and the settings that dragging changed for a while.
    let undo, settings: [LayoutEdit]
    var hasMoved = false
  }

  init(_ source: LiveSource, _ layouts: [LiveLayout]) {
    (self.source, self.layouts) = (source, layouts)
    startGraph = layouts[0].running.graph
  }

  // MARK: Ticks and frames

  var canTick: Bool { isRunning && layouts.contains { !$0.isDone } }

  func tick() {
    for layout in layouts where !layout.isDone {
      layout.tick()
      if layout.isDone { hasChanged = true }
    }
    version += 1
  }

  func frame() -> Data {
    var frame = FrameData(number: version, layouts: layouts.count, isRunning: isRunning)
    for layout in layouts {
      let before = layout.problem
      layout.add(to: &frame, revision: revision)
      if layout.problem != before { hasChanged = true }
    }
    return frame.data
  }

  // MARK: Requests

  /// Throws if the request is not possible; then all layouts are as before, but a drag may have ended.
  func handle(_ request: PageRequest) throws -> PageMessage? {
    hasChanged = true
    version += 1
    for layout in layouts { layout.forgetProblem() }
    // A drag also ends if a node was added meanwhile.
    if let revision = request.revision, revision != self.revision, request.command != .dragEnd {
      throw ParameterError("the graph has changed meanwhile; try again")
    }
    // A drag knows what to undo in each layout, and has changed settings for a while.
    switch request.command {
    case .restart, .dragStart, .dragEnd, .undo, .redo, .compare, .save, .swift: try dragEnd()
    default: break
    }
    switch request.command {
    case .event: try perform(request.event, view: request.view, gesture: request.gesture)
    case .run: isRunning = request.isOn
    case .step:
      isRunning = false
      for _ in 0..<request.count { for layout in layouts { layout.tick() } }
    case .rate: rate = request.rate > 0 ? min(1000, max(0.1, request.rate)) : nil
    case .restart:
      let seed = request.isOn ? UInt64.random(in: 0..<1 << 53) : nil
      let undo = try perform(.restart(seeds: layouts.map { seed ?? $0.running.seed }))
      history.add(request.isOn ? "restart with a new seed" : "restart", undoneBy: undo)
      isRunning = true
    case .dragStart: try dragStart(request.node)
    case .drag: if drag?.name == request.node { try drag(to: request.at) }
    case .undo: try history.undo(perform)
    case .redo: try history.redo(perform)
    case .compare: try compare(request.isOn)
    case .save: return try save(request)
    case .swift: return try program(of: try layout(request.view))
    case .repeats: throw ParameterError("a layout has no end to repeat from")
    case .dragEnd, nil: break
    }
    return nil
  }

  /// The layout of a view, or the first.
  func layout(_ view: Int?) throws(ParameterError) -> LiveLayout {
    guard layouts.indices.contains(view ?? 0) else {
      throw ParameterError("there is no view \(view ?? 0)")
    }
    return layouts[view ?? 0]
  }

  private func perform(_ event: Event, view: Int?, gesture: Int) throws {
    _ = try layout(view)
    guard !event.actions.isEmpty else { throw ParameterError("the event has no action") }
    for action in event.actions { try check(action) }
    // A drag has changed the integrator, and puts back what it was.
    if event.actions.contains(where: { ($0 as? SetValues)?.sets("integrator") == true }) {
      try dragEnd()
    }
    let edit = LayoutEdit(actions: event.actions)
    let edits = layouts.indices.map { view == nil || view == $0 ? edit : LayoutEdit() }
    let undo = try perform(.actions(edits))
    guard let change = event.actions.first(where: { !($0 is Reheat) }) else {
      return isRunning = true
    }
    history.add(Self.name(of: change), undoneBy: undo, gesture: gesture)
  }

  private static func name(of action: any EventAction) -> String {
    switch action {
    case let set as SetValues: "change of \(set.values.all.first?.key ?? "")"
    case is AddNodes: "new node"
    case is AddEdges: "new edge"
    case is RemoveNodes: "removal of a node"
    case is RemoveEdges: "removal of an edge"
    default: action.name
    }
  }

  private func compare(_ isOn: Bool) throws {
    history = History(size: \Edit.size)
    guard isOn != (layouts.count > 1) else { return }
    guard isOn else { return layouts.removeLast(layouts.count - 1) }
    // Both begin at the start, so that they differ by their settings alone.
    let copy = try layouts[0].running.copy()
    try layouts[0].running.restart()
    layouts.append(LiveLayout(copy, of: layouts[0].trial, from: layouts[0].original))
    begin()
    revision += 1
  }

  // MARK: Edits

  /// Makes a change of all layouts, or of none, and returns what undoes it. Throws if it is not possible.
  private func perform(_ edit: Edit) throws -> Edit {
    switch edit {
    case .actions(let edits): return .actions(try perform(edits))
    case .restart(let seeds):
      let before = layouts.map(\.running).map { ($0.seed, $0.nodes, $0.positions) }
      let restarts = try zip(layouts, seeds).map { try $0.running.restarting(seed: $1) }
      for restart in restarts { restart() }
      begin()
      return .move(before)
    case .move(let places):
      let before = Edit.restart(seeds: layouts.map(\.running.seed))
      try move(to: places)
      return before
    }
  }

  private func perform(_ edits: [LayoutEdit]) throws -> [LayoutEdit] {
    let before = layouts.map { ($0.running.nextNumbers, $0.running.alpha) }
    var undo = layouts.map { _ in LayoutEdit() }
    var effects: [LayoutEdit] = []
    do {
      for (index, edit) in edits.enumerated() {
        effects.append(try layouts[index].perform(edit, undo: &undo[index]))
      }
    } catch {
      // Cannot fail: it puts back what was there before.
      for (index, edit) in undo.enumerated() {
        _ = try? layouts[index].perform(edit, undo: &undo[index])
      }
      for (layout, (numbers, alpha)) in zip(layouts, before) {
        layout.running.nextNumbers = numbers
        if layout.running.alpha != alpha { layout.running.simulation.alpha = alpha }
      }
      throw error
    }
    for (layout, effect) in zip(layouts, effects) { layout.record(effect) }
    if edits.contains(where: { !$0.restored.isEmpty || $0.actions.contains(where: \.changesGraph) })
    {
      revision += 1
      isEdited = true
      for layout in layouts { layout.forgetGraph() }
    }
    return undo
  }

  /// Undoes a restart. Iterations continue from the present one.
  private func move(to places: [Edit.Places]) throws {
    // A layout may have diverged before the restart.
    guard places.flatMap(\.positions).joined().allSatisfy(\.isFinite) else {
      throw ParameterError("the layout before the restart had diverged; the restart stays")
    }
    for (layout, old) in zip(layouts, places) {
      let running = layout.running
      // A removed node is not there if its removal could not be undone.
      for (index, node) in old.nodes.enumerated()
      where running.has(node) && !running.isPinned(node) {
        try running.move(node, to: old.positions.map { $0[index] })
      }
    }
    for (layout, old) in zip(layouts, places) {
      layout.running.seed = old.seed
      layout.cannotReplay("a restart was undone")
    }
  }

  /// All layouts are where the placement puts the nodes.
  private func begin() {
    for layout in layouts { layout.begin() }
    // Names in events are numbers with gaps if nodes were removed.
    startGraph = layouts[0].running.identifiedGraph
    (startIsEdited, hasRestarted) = (isEdited, true)
  }

  // MARK: Dragging, as in d3-drag's examples: the node is pinned, and alpha tends to 0.3.

  private static let heating = SetValues {
    let value = AnyValue(.scalar(.float(0.3)))
    $0.values = PathValues([.init("integrator.verlet.alpha-target", value)])
  }

  private func dragStart(_ name: String) throws {
    let node = try layouts[0].running.existingNode(named: name)
    let undo = try layouts.map {
      LayoutEdit(actions: try $0.placement(of: [name]) + [Reheat { $0.alpha = 0.3 }])
    }
    let heating = layouts.map { LayoutEdit(actions: $0.heatsByTarget ? [Self.heating] : []) }
    drag = Drag(
      node: node, name: name, wasPinned: layouts.map { $0.running.isPinned(node) }, undo: undo,
      settings: try perform(heating))
  }

  /// The same position in all layouts.
  private func drag(to position: [Double]) throws {
    guard let drag else { return }
    try check(position)
    let pin = PinNodes { ($0.nodes, $0.at) = ([drag.name], position) }
    _ = try perform(
      layouts.map {
        LayoutEdit(actions: $0.heatsByTarget ? [pin] : [pin, Reheat { $0.alpha = 0.3 }])
      })
    self.drag?.hasMoved = true
  }

  private func dragEnd() throws {
    guard let drag else { return }
    self.drag = nil
    _ = try perform(drag.settings)
    guard drag.hasMoved, layouts[0].running.has(drag.node) else { return }
    let unpin = UnpinNodes { $0.nodes = [drag.name] }
    _ = try perform(drag.wasPinned.map { LayoutEdit(actions: $0 ? [] : [unpin]) })
    history.add("move of a node", undoneBy: .actions(drag.undo))
  }
}

extension LiveLayout { fileprivate var heatsByTarget: Bool { running.study.integrator is Verlet } }
