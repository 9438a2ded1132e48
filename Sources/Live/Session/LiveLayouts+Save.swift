import ForceLabFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench
import Foundation

// Saving an experiment beside the original.
extension LiveLayouts {
  /// Writes an experiment that does what the layout did since its start, if the request `replays`, or
  /// else begins with the values on screen. Asks before it replaces a file. Throws if that is not possible.
  func save(_ request: PageRequest) throws -> PageMessage {
    let (name, replays, layout) = (request.name, request.replays, try layout(request.view))
    try checkName(name)
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
    let graphName = String(name.prefix { $0 != "." }) + ".graph.json"
    let needsGraph = replays ? startIsEdited : isEdited
    for file in [name] + (needsGraph ? [graphName] : []) {
      guard try isFree(file) || request.overwrites else {
        return PageMessage("exists", ["file": file.jsonText])
      }
    }
    var experiment = self.experiment(named: name, layout, replays: replays)
    if needsGraph {
      let graph = replays ? startGraph : layout.running.graph
      try write(GraphSketch(graph).nodeLinkJSON, to: graphName)
      experiment["graph"] = .mapping(["file": .scalar(.string(graphName))])
    }
    let note =
      replays && !layout.events.isEmpty
      ? "# Saved by `forcelab live`: the values at the start, and the changes as events.\n"
      : "# Saved by `forcelab live`: the values that were on screen.\n"
    let tree = SettingsNode(.mapping(experiment), at: .generated)
    try write(note + tree.blockText, to: name)
    return PageMessage(
      "saved",
      [
        "file": name.jsonText,
        "command": "forcelab run \(source.folder)/\(name)".printable.jsonText,
      ])
  }

  /// Names of files that other experiments would obey.
  private static let reservedNames: Set<String> = ["forcelab", "config", "corpus"]

  /// A name alone, so that no other folder is written to.
  private func checkName(_ name: String) throws(ParameterError) {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_.".utf8.contains(byte)
    }
    let hasEnding = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    // Some file systems ignore the case.
    let lower = name.lowercased()
    guard !Self.reservedNames.contains(experimentName(of: lower)), !lower.contains(".engine.y")
    else {
      throw ParameterError(
        "'\(name.excerpt)' is a name for settings, corpora or engines, which a page does not write; "
          + "choose another name")
    }
    guard isPlain, hasEnding, !name.hasPrefix("."), name.utf8.count <= 100,
      Experiment.isName(experimentName(of: name))
    else {
      throw ParameterError(
        "'\(name.excerpt)' is not a file name for an experiment; use letters, digits, - and _, and "
          + "the ending .yaml")
    }
  }

  private func experimentName(of file: String) -> String {
    String(file.prefix { $0 != "." })
  }

  /// Whether nothing has the name. Throws if something other than a file has, such as a link.
  private func isFree(_ name: String) throws(ParameterError) -> Bool {
    var status = stat()
    guard lstat("\(source.folder)/\(name)", &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ParameterError("'\(name)' is not a regular file; choose another name")
    }
    return false
  }

  private func write(_ text: String, to name: String) throws {
    try writeFile(text.utf8, to: "\(source.folder)/\(name)")
  }

  private func experiment(named name: String, _ layout: LiveLayout, replays: Bool) -> Mapping {
    let running = layout.running
    // A layout that was added on the page began as a copy of the first.
    let origin = layout === layouts[0] ? 0 : source.trials.count - 1
    var mapping = source.plan.experiment(of: source.trials[origin]).mapping ?? Mapping()
    let original = source.studies[origin].encoded()
    let values = replays ? layout.start : running.study.encoded()
    mapping["name"] = .scalar(.string(experimentName(of: name)))
    for key in ControlSheet.keys {
      guard let value = values[key], original[key]?.hasSameContent(as: value) != true else {
        continue
      }
      mapping[key] = value
    }
    if running.seed != source.trials[origin].seed {
      mapping["seed"] = .scalar(.int(Experiment.seed(givingFirst: running.seed)))
    }
    mapping["events"] = nil
    if hasRestarted || !replays { mapping["pin"] = nil }
    if replays, !layout.events.isEmpty {
      mapping["events"] = layout.eventSettings
      if running.iteration > 0 {
        mapping["stop"] = .mapping(["iterations": .scalar(.int(running.iteration))])
      }
    } else if !replays, !running.pins.isEmpty {
      mapping["pin"] = .sequence(
        running.pins.map { pin in
          // Nodes are renumbered without gaps when the graph is read again.
          let index = running.index(of: pin.node) ?? 0
          return .mapping([
            "node": .scalar(.string(running.graph.name(of: index) ?? String(index))),
            "at": .sequence(pin.position.map { .scalar(.float($0)) }),
          ])
        })
    }
    return mapping
  }
}
