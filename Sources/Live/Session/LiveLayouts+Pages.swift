import ForceLabFiles
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabReports
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench

// The messages to pages.
extension LiveLayouts {
  /// Nodes and edges, how they are drawn, their names in events, and whether new nodes can have labels.
  var graph: PageMessage {
    let running = layouts[0].running
    return PageMessage(
      "graph",
      [
        "revision": String(revision), "dimensions": String(running.study.dimensions),
        "names": jsonList(running.nodes.map { running.eventName(of: $0).jsonText }),
        "labeled": String(startGraph.labels != nil),
        "graph": running.sketch.pageJSON,
      ])
  }

  var state: PageMessage {
    let running = layouts[0].running
    return PageMessage(
      "state",
      [
        "revision": String(revision), "running": String(isRunning),
        "rate": rate.map(\.shortText) ?? "0", "title": source.plan.experiment.name.jsonText,
        "file": source.fileName.jsonText, "nodes": String(running.nodes.count),
        "edges": String(running.graph.edgeCount),
        "undo": history.undoName.map(\.jsonText) ?? "null",
        "redo": history.redoName.map(\.jsonText) ?? "null",
        "views": jsonList(layouts.map(text)),
      ])
  }

  private func text(of layout: LiveLayout) -> String {
    let running = layout.running
    let pins = running.pins.compactMap { running.index(of: $0.node) }.sorted()
    return jsonObject([
      "settings": source.sheet.values(in: running.study.encoded()), "seed": String(running.seed),
      "problem": layout.problem.map(\.jsonText) ?? "null", "events": String(layout.events.count),
      "obstacle": layout.obstacle.map(\.jsonText) ?? "null",
      "pinned": jsonList(pins.map(String.init)),
    ])
  }

  /// The code of an app that has the layout.
  func program(of layout: LiveLayout) throws -> PageMessage {
    guard let program = layout.running.study.program(seed: layout.running.seed) else {
      throw ParameterError("there is no Swift program for this engine")
    }
    return PageMessage("swift", ["text": program.jsonText])
  }
}

// What pages may do.
extension LiveLayouts {
  /// Throws unless pages may do `action`, which excludes random choices, many nodes at once, and files.
  func check(_ action: any EventAction) throws(ParameterError) {
    switch action {
    case let set as SetValues: _ = try set.value(without: source.readers)
    case let pin as PinNodes: try check(pin.at)
    case let added as AddNodes:
      guard added.count == 1, added.links == 0, let place = added.place as? PointPlace else {
        break
      }
      try check(place.point)
      if !added.labels.isEmpty, startGraph.labels == nil {
        throw ParameterError("the nodes of this graph have no labels")
      }
      guard added.labels.allSatisfy({ $0.count <= 200 && !$0.contains(where: \.isNewline) }) else {
        throw ParameterError("a label has at most 200 characters, and no line breaks")
      }
      return
    case is AddEdges, is RemoveNodes, is RemoveEdges, is UnpinNodes, is Reheat: break
    default: throw ParameterError("a page cannot use '\(action.name)'")
    }
    guard !action.isRandom, action.addedNodes == 0 else {
      throw ParameterError("a page adds and removes what it names, and one node at a time")
    }
  }

  func check(_ position: [Double]) throws(ParameterError) {
    guard position.allSatisfy({ $0.magnitude < 1e12 }) else {
      throw ParameterError("a coordinate is too large")
    }
  }
}

// Saving an experiment beside the original.
extension LiveLayouts {
  /// Writes an experiment that does what the layout did since its start, if the request `replays`, or
  /// else begins with the values on screen. Asks before it replaces a file. Throws if that is not possible.
  func save(_ request: PageRequest) throws -> PageMessage {
    let (replays, layout) = (request.replays, try layout(request.view))
    try source.files.checkName(request.name)
    if replays, let obstacle = layout.obstacle {
      throw ParameterError(
        "the changes cannot be repeated, because \(obstacle); restart the layout, or save the values"
      )
    }
    let iteration = layout.running.iteration
    if replays, iteration > 0, layout.events.last?.at == iteration {
      throw ParameterError(
        "the last change has not been followed by a tick; run or step the layout, then save")
    }
    let needsGraph = replays ? startIsEdited : isEdited
    let graph =
      needsGraph ? GraphSketch(replays ? startGraph : layout.running.graph).nodeLinkJSON : nil
    let experiment = experiment(layout, replays: replays)
    try check(experiment, on: graph)
    return try source.files.save(
      experiment, as: request.name, graph: graph, overwrites: request.overwrites,
      note: !replays
        ? "the values that were on screen"
        : "the values at the start" + (layout.events.isEmpty ? "" : ", and the changes as events"))
  }

  /// Throws if `run` would refuse `experiment` with a file of the text `graph`, if it has one.
  private func check(_ experiment: SettingsNode, on graph: String?) throws {
    guard let graph else { return _ = try source.checkedPlan(of: experiment) }
    let scratch = try TemporaryFolder()
    try scratch.folder.write(graph.utf8, to: "graph.json")
    let file = SettingsNode.scalar(.string(scratch.folder.path + "/graph.json"))
    _ = try withExtendedLifetime(scratch) {
      try source.checkedPlan(of: experiment, [Override("graph", .mapping(["file": file]))])
    }
  }

  func experiment(_ layout: LiveLayout, replays: Bool) -> SettingsNode {
    let running = layout.running
    var experiment = source.plan.experiment(of: layout.trial)
    let values = replays ? layout.start : running.study.encoded()
    for key in source.sheet.keys {
      guard let value = values[key], layout.original[key]?.hasSameContent(as: value) != true
      else { continue }
      experiment[key] = value
    }
    if running.seed != layout.trial.seed {
      experiment["seed"] = .scalar(.int(Experiment.seed(givingFirst: running.seed)))
    }
    experiment["events"] = nil
    if hasRestarted || !replays { experiment["pin"] = nil }
    if replays {
      if !layout.events.isEmpty { experiment["events"] = layout.eventSettings }
      if layout.events.contains(where: { $0.actions.contains(where: \.changesNodes) }) {
        // The others compare layouts node by node.
        var study = running.study
        study.metrics.removeAll { $0.needs.contains(.first) }
        experiment["metrics"] = study.encoded(changesOnly: true)["metrics"]
      }
      // The page goes on after the `stop` of the file.
      let stops = !layout.events.isEmpty || experiment["stop"] != nil
      if stops, running.iteration > 0 {
        experiment["stop"] = .mapping(["iterations": .scalar(.int(running.iteration))])
      }
    } else if !running.pins.isEmpty {
      experiment["pin"] = .sequence(
        running.pins.map { pin in
          // Nodes are renumbered without gaps when the graph is read again.
          let index = running.index(of: pin.node) ?? 0
          return .mapping([
            "node": .scalar(.string(running.graph.name(of: index) ?? String(index))),
            "at": .sequence(pin.position.map { .scalar(.float($0)) }),
          ])
        })
    }
    return experiment
  }
}
