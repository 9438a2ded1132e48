import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// The folder of an experiment, the only one that a page writes to.
struct ExperimentFolder {
  let path: String

  /// Writes `experiment` as `name`, named after it, and the text of `graph` beside it. Asks before it replaces a file.
  func save(
    _ experiment: SettingsNode, as name: String, graph: String? = nil,
    overwrites: Bool, note: String
  ) throws -> PageMessage {
    try checkName(name)
    let graphName = experimentName(of: name) + ".graph.json"
    for file in [name] + (graph == nil ? [] : [graphName]) {
      guard try isFree(file) || overwrites else {
        return PageMessage("exists", ["file": file.jsonText])
      }
    }
    var experiment = experiment
    experiment["name"] = .scalar(.string(experimentName(of: name)))
    // Paths are relative to the saved file, which can then be moved with what it names.
    let own = physicalPath(path)
    let place = experiment["folder"]?.scalar?.text ?? ""
    let root = place.isEmpty ? own : physicalPath(place.hasPrefix("/") ? place : "\(path)/\(place)")
    experiment["folder"] = root == own ? nil : .scalar(.string(RunInputs.relative(root, to: own)))
    if let graph {
      try writeFile(graph.utf8, to: "\(path)/\(graphName)")
      let file = RunInputs.relative("\(own)/\(graphName)", to: root)
      experiment["graph"] = .mapping(["file": .scalar(.string(file))])
    }
    let text = "# Saved by `\(Diagnostic.program) live`: \(note).\n" + experiment.blockText
    try writeFile(text.utf8, to: "\(path)/\(name)")
    let command = "\(Diagnostic.program) run \("\(path)/\(name)".asArgument)".printable
    return PageMessage("saved", ["file": name.jsonText, "command": command.jsonText])
  }

  /// Names of files that other experiments would obey.
  private static let reservedNames: Set<String> = ["forcelab", "config", "corpus"]

  /// A name alone, so that no other folder is written to.
  func checkName(_ name: String) throws(ParameterError) {
    let isPlain = name.wholeMatch(of: /[A-Za-z0-9._-]+\.ya?ml/) != nil
    // Some file systems ignore the case.
    let lower = name.lowercased()
    guard !Self.reservedNames.contains(experimentName(of: lower)),
      !lower.contains(".engine.y"), !lower.contains(".preset.y")
    else {
      throw ParameterError(
        "'\(name.excerpt)' is a name for settings, corpora, engines or presets, which a page does not "
          + "write; choose another name")
    }
    guard isPlain, !name.hasPrefix("."), name.utf8.count <= 100,
      Experiment.isName(experimentName(of: name))
    else {
      throw ParameterError(
        "'\(name.excerpt)' is not a file name for an experiment; use letters, digits, - and _, and "
          + "the ending .yaml")
    }
  }

  private func experimentName(of file: String) -> String { String(file.prefix { $0 != "." }) }

  /// Whether nothing has the name. Throws if something other than a file has, such as a link.
  private func isFree(_ name: String) throws(ParameterError) -> Bool {
    var status = stat()
    guard lstat("\(path)/\(name)", &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ParameterError("'\(name)' is not a regular file; choose another name")
    }
    return false
  }
}
