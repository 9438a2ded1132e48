import ForceLabGraphs
import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench

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
    let graph = replays ? startGraph : layout.running.graph
    let needsGraph = replays ? startIsEdited : isEdited
    return try source.files.save(
      experiment(layout, replays: replays), as: request.name,
      graph: needsGraph ? GraphSketch(graph).nodeLinkJSON : nil, overwrites: request.overwrites,
      note: !replays
        ? "the values that were on screen"
        : "the values at the start" + (layout.events.isEmpty ? "" : ", and the changes as events"))
  }

  func experiment(_ layout: LiveLayout, replays: Bool) -> SettingsNode {
    let running = layout.running
    var experiment = source.plan.experiment(of: layout.trial)
    let values = replays ? layout.start : running.study.encoded()
    for key in ControlSheet.layout.keys {
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
