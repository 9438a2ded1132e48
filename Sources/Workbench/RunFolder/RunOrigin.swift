import Foundation
import ForceLabFiles
import ForceLabSettings

/// What the results of a run depend on besides the experiment file, as content hashes.
struct RunOrigin: Codable, Equatable {
  let program: String
  /// The hash of the configurations, the columns and the seed, on which the trials and their numbers depend.
  let trials: String
  let trialCount: Int
  /// The hashes of the files that the experiment names, by `Plan.ownPath`.
  var files: [String: String]

  /// Throws if a file cannot be read.
  init(_ plan: Plan) throws(Diagnostic) {
    program = try Self.thisProgram.get() + (plan.base.map { " \($0.hash)" } ?? "")
    let settings = concurrently(plan.configurations.count) { index in
      let configuration = plan.configurations[index]
      return
        (configuration.settings
        + ["\(configuration.instance)", configuration.studySettings.contentText])
        .joined(separator: "\u{1F}")
    }
    trialCount = plan.trialCount
    let shape =
      [plan.experiment.warmUp, plan.experiment.seed].map(\.description) + plan.paths
      + plan.columns.map(\.name)
    trials = ContentHash.long(
      Data((shape + plan.sampleColumns.map(\.name) + settings).joined(separator: "\u{1E}").utf8))
    files = [:]
    for path in plan.files { files[plan.ownPath(of: path)] = try ContentHash.ofFile(path) }
  }

  /// The hashes of the files of `plan`, whose origin this is, by path.
  func files(of plan: Plan) -> [String: String] {
    Dictionary(firstOf: plan.files.map { ($0, files[plan.ownPath(of: $0)] ?? "") })
  }

  /// The hash of this program.
  static let thisProgram = Result { () throws(Diagnostic) in
    try Bundle.main.executablePath.map { (path) throws(Diagnostic) in
      try ContentHash.ofFile(path)
    } ?? ""
  }

  /// Throws a `Diagnostic` if the run in `folder`, of the `journal`, cannot be resumed: if its trial list has changed,
  /// except in repeats that have not run, or, unless `changesMatter` is false, anything else, or if a line is damaged.
  func check(
    against journal: RunManifest, of plan: Plan, in folder: RunFolder, _ changesMatter: Bool
  ) throws(Diagnostic) {
    if changesMatter, let damage = journal.damage.first {
      throw Diagnostic(
        "the line is damaged, so the run cannot be resumed as it was; restore the file from a copy, or "
          + "run the trials of \(counted(journal.damage.count, "damaged line")) again with "
          + "--resume-anyway", at: damage.location)
    }
    let earlier = journal.origin
    let changes = try changes(from: earlier, in: folder, plan.portableDocument(in: folder.path))
    let place = Location(file: folder.path)
    let journals = try [Journal.name] + TaskAttempt.all(in: folder.files).map(\.journalName)
    let last =
      try journals.map { (name) throws(Diagnostic) in
        try JournalReader.trials(name, in: folder.files).max() ?? 0
      }.max() ?? 0
    let list =
      changes.isEmpty
      ? "trial \(last) has ended, but there are only \(trialCount)"
      : changes.joined(separator: ", ")
    guard trials == earlier.trials, last <= trialCount else {
      throw Diagnostic(
        "the run cannot be resumed: its trial list has changed: \(list); undo the change, or start over "
          + "with --fresh, which deletes the run", at: place)
    }
    guard !changesMatter || changes.isEmpty else {
      throw Diagnostic(
        "the run cannot be resumed: \(list); start over with --fresh, which deletes it, or resume with "
          + "--resume-anyway", at: place)
    }
  }

  /// The differences from the run in `folder`, for a message. `document` is the current experiment.
  func changes(from earlier: RunOrigin, in folder: RunFolder, _ document: SettingsNode)
    throws(Diagnostic) -> [String]
  {
    var changes =
      try folder.files.holds(RunReader.experimentName)
      ? RunReader.experiment(in: folder.files).setting("folder", to: nil).differences(
        from: document.setting("folder", to: nil))
      : [
        "its \(RunReader.experimentName) is missing, so that changes of the experiment are unknown"
      ]
    // A copy of the run may have a file elsewhere. Not if the trials have changed: a corpus may have lost or gained a copy.
    let mayMove = trials == earlier.trials
    let known = mayMove ? Set(earlier.files.values) : []
    for (path, hash) in files.sorted(by: { $0.key < $1.key }) where earlier.files[path] != hash {
      let isKnown = earlier.files[path] != nil
      // An anonymous copy names no files.
      if !isKnown && (earlier.files.isEmpty || known.contains(hash)) { continue }
      changes.append("the file \(path) \(isKnown ? "has changed" : "is new or has changed")")
    }
    let hashes = mayMove ? Set(files.values) : []
    for (path, hash) in earlier.files.sorted(by: { $0.key < $1.key })
    where files[path] == nil && !hashes.contains(hash) {
      changes.append("the file \(path) is no longer read")
    }
    if program != earlier.program { changes.append("the program is another build") }
    return changes
  }
}

extension Plan {
  /// The path from the folder of the experiment or of fetched collections, if in one: the same in every working folder.
  fileprivate func ownPath(of file: String) -> String {
    let root = [folder, cacheFolder].first { file.hasPrefix($0 + "/") }
    return root.map { String(file.dropFirst($0.count + 1)) } ?? file
  }

  /// `experiment`, such that its relative paths are those of this plan.
  func inPlace(_ experiment: SettingsNode) -> SettingsNode {
    files.isEmpty ? experiment : experiment.setting("folder", to: .scalar(absolutePath(folder)))
  }
}

extension SettingsNode {
  /// Equal for nodes of the same content. The files of a value with a name, a graph of a corpus, may be in any folder.
  fileprivate var contentText: String {
    if name != nil {
      var node = changingScalars {
        .scalar(.string($0.text.split(separator: "/").last.map(String.init) ?? ""))
      }
      node.name = nil
      return node.contentText
    }
    guard let entries = mapping?.entries else {
      return sequence.map { "[\($0.map(\.contentText).joined(separator: ","))]" } ?? json
    }
    let texts = entries.map { "\($0.key.jsonText):\($0.value.contentText)" }
    return "{\(texts.sorted().joined(separator: ","))}"
  }

  func differences(from other: SettingsNode, at path: String = "") -> [String] {
    if hasSameContent(as: other) { return [] }
    guard let before = mapping, let after = other.mapping else {
      return ["'\(path)' was \(flowText) and is now \(other.flowText)"]
    }
    let below = { (key: String) in path.isEmpty ? key : "\(path).\(key)" }
    let changed = before.entries.flatMap { entry in
      after[entry.key].map { entry.value.differences(from: $0, at: below(entry.key)) }
        ?? ["'\(below(entry.key))' was \(entry.value.flowText) and is no longer given"]
    }
    let added = after.entries.filter { before[$0.key] == nil }.map {
      "'\(below($0.key))' was not given and is now \($0.value.flowText)"
    }
    return changed + added
  }
}
