import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

extension LayoutStudy {
  private static let maxAddedCount = 1_000_000
  private static let stageCache = RecentCache<[LayoutStudy]>()

  var changesNodes: Bool { events.contains { $0.actions.contains(where: \.changesNodes) } }
  var changesGraph: Bool { events.contains { $0.actions.contains(where: \.changesGraph) } }

  /// Why events do not fit the graph, the study or each other.
  func eventProblems(on graph: Graph) -> [any Error] {
    guard isSimulation, !events.isEmpty else { return [] }
    let count = events.reduce(0) { $0 + $1.count }
    var plan = EventPlan(self, on: graph)
    var problems: [any Error] = [
      ("happen \(count) times", count, Event.maxCount),
      ("add \(plan.addedCount) nodes", plan.addedCount, Self.maxAddedCount),
    ].filter { $0.1 > $0.2 }.map { what, _, max in
      ParameterError("the events \(what), more than \(max)", parameter: "events")
    }
    let changing = events.indices.filter { events[$0].actions.contains(where: \.changesGraph) }
    for index in checkedOrder {
      let event = events[index]
      problems += errors(below: "events.\(index)") { try event.checkIsWhole() }
      plan.count = event.count
      plan.isChanged = changing.contains { mayHappen(event: $0, before: index) }
      for action in event.actions {
        problems += errors(below: "events.\(index).\(action.name)") { try action.check(in: &plan) }
        if action.changesGraph { plan.isChanged = true }
      }
    }
    return problems
  }

  /// The events in the order of their first times. Those that wait for a settled layout stay at their places.
  private var checkedOrder: [Int] {
    let timed = events.indices.filter { events[$0].when == nil }
    let sorted = timed.sorted { (events[$0].first, $0) < (events[$1].first, $1) }
    var order = Array(events.indices)
    for (place, index) in zip(timed, sorted) { order[place] = index }
    return order
  }

  /// Whether an event may happen before the first time of another.
  private func mayHappen(event other: Int, before index: Int) -> Bool {
    guard other != index else { return false }
    return switch (events[other].when, events[index].when) {
    case (nil, nil):
      events[other].first < events[index].first
        || events[other].first == events[index].first && other < index
    case (_?, _?): other < index
    // Nothing settles before the events at 0.
    default: events[index].when != nil || events[index].first > 0
    }
  }

  /// This study, and what it becomes by each value that an event sets.
  var stages: [LayoutStudy] {
    let targets = checkedOrder.flatMap { events[$0].actions }
      .compactMap { $0 as? any ValueAction }.flatMap(\.targets)
    guard isSimulation, !targets.isEmpty else { return [self] }
    // Each takes as long as to read a study, and every trial needs them several times.
    let key = "\(encodedWithoutEvents.flowText)\(targets.map { [$0.path, $0.value.node.flowText] })"
    return Self.stageCache.value(key) {
      targets.reduce(into: [self]) { stages, target in
        let now = stages[stages.count - 1]
        stages.append((try? now.settingInEvent(target.path, to: target.value)) ?? now)
      }
    }
  }

  /// Metrics that need events, or that events make meaningless.
  func eventMetricProblems() -> [any Error] {
    metrics.indices.compactMap { index -> (any Error)? in
      let (metric, parameter) = (metrics[index], "metrics.\(index)")
      if events.isEmpty, metric.needs.contains(.settledStates) {
        return Diagnostic(
          "'\(metric.name)' compares the layout before and after events and has no value without them; "
            + "add 'events'", at: nil, severity: .note)
      }
      guard changesNodes, metric.needs.contains(.first) else { return nil }
      return ParameterError(
        "'\(metric.name)' compares layouts node by node, but 'events' add or remove nodes; remove it, or "
          + "use 'stability'", parameter: parameter)
    }
  }

  /// As `setting`, with the same forces in the same order. If `moving`, both values are numbers or lists of as many
  /// numbers.
  func settingInEvent(
    _ path: String, to value: AnyValue, moving: Bool = false
  ) throws -> LayoutStudy {
    let changed = try setting(path, to: value)
    if moving { _ = try Transition(path, in: self, to: value, over: 1) }
    guard changed.forces.map(\.name) == forces.map(\.name) else {
      throw ParameterError(
        "an event cannot add, remove or reorder forces, which have columns in samples.csv; set a "
          + "parameter, such as the strength, to 0 instead")
    }
    return changed
  }
}

extension RunningLayout {
  /// Makes `event` happen. `number` counts the events before it, from which random choices follow.
  /// Throws an error of an action, after earlier actions of the event have happened.
  public func perform(_ event: Event, number: Int) throws {
    // Placements, forces and strategies use other seeds.
    var generator = SeededGenerator(
      seed: SeededGenerator.mix(seed &+ 3), stream: UInt64(max(0, number)))
    for action in event.actions { try action.act(on: self, using: &generator) }
  }
}
