import ForceLabPlugins
import ForceLabSettings
import Foundation

/// What is tuned: an experiment, and what its key `tune` says.
public struct TuningPlan {
  /// The experiment without what is tuned, and with the metrics of the objectives. Its configurations are the graphs.
  public let plan: Plan
  /// In the order of the file, those to minimize first.
  let objectives: [TunedObjective]
  let space: TunedSpace
  /// The default and the candidates of the file.
  let given: [TunedConfiguration]
  /// The share of the graphs that is kept for the test.
  let testShare: Double

  /// Configurations at which a race ends.
  var fewest: Int { 2 + Int(clamping: log2(Double(space.count))) }
  /// Configurations that the test compares with those that are given.
  var testedCount: Int { objectives.count > 1 ? fewest : 1 }

  /// Throws if the experiment cannot be tuned, with all errors.
  public init(_ experiment: Plan) throws(InvalidExperiment) {
    guard let tuning = experiment.experiment.tune else {
      throw experiment.problem(
        "the experiment has no 'tune'; add it, as in 'tune: {minimize: [stress], over: {forces.link.length: "
          + "{from: 10, to: 100}}}'")
    }
    guard experiment.paths.allSatisfy({ experiment.instances?.paths.contains($0) == true }) else {
      throw experiment.problem(
        "the experiment varies other settings than graphs; remove its 'sweep' and 'variants', because 'tune' chooses "
          + "configurations", experiment.document["sweep"] != nil ? "sweep" : "variants")
    }
    (objectives, testShare) = (tuning.objectives, tuning.test)
    plan = try Self.measuring(tuning.objectives, experiment)
    space = try TunedSpace(tuning.over, of: plan)
    given = try Self.given(tuning.candidates, plan)
    let varied = given.flatMap(\.settings).map { ($0.path, $0.location) }
    try collect(varied + space.dimensions.map { ($0.path, $0.location) }) { path, location in
      if let kind = ParameterPath(path).instances(from: plan.root, in: plan.catalog) {
        throw Diagnostic(
          "'\(path)' changes the \(kind.plural), on which all configurations must run; remove it",
          at: location)
      }
    }
    // Reports errors of each value before anything runs.
    do {
      _ = try part(of: given + space.probes, on: [1], seed: 0, repeats: 1, keepsLayouts: false)
    } catch {
      // The file has no variants, and no sweep to exclude combinations from.
      throw InvalidExperiment(
        error.diagnostics.map {
          var fault = $0
          fault.message.replace(/^variant '[^']*':\s/, with: "")
          fault.message.replace(/(where ('.*') is '.*'; )exclude that combination.*/) {
            "\($0.1)set \($0.2) beside it, too"
          }
          return fault
        }.uniqued)
    }
  }

  /// `plan`, with the metrics of the objectives that it does not have. Throws if it cannot have one.
  private static func measuring(
    _ objectives: [TunedObjective], _ plan: Plan
  ) throws(InvalidExperiment) -> Plan {
    let form = try? ParameterPath("metrics").form(from: plan.root, in: plan.catalog)
    let metrics = (form?.pluginKind).map { plan.catalog.names(of: $0) } ?? []
    func missing(in plan: Plan, among metrics: [String]) throws(InvalidExperiment) -> [String] {
      let measures = plan.columns.filter(\.isMeasure).map(\.name)
      let known = Set(measures + StepTimes.columns.map(\.name))
      let names = objectives.map(\.column).filter { !known.contains($0) }.uniqued.map {
        $0.replacing("_", with: "-")
      }
      guard let name = names.first(where: { !metrics.contains($0) }) else { return names }
      let advice = "the experiment has \(measures.joined(separator: ", "))"
      throw plan.problem(
        "unknown measure '\(name)'; "
          + suggestion(for: name, among: measures + metrics, else: advice), "tune")
    }
    let names = try missing(in: plan, among: metrics)
    guard !names.isEmpty else { return plan }
    // Those of a preset or of `set`, too.
    let location = plan.document["tune"]?.location ?? .generated
    let own = plan.configurations[0].tree["metrics"]?.sequence ?? []
    let all = SettingsNode.sequence(own + names.map { .scalar($0, at: location) }, at: location)
    var document = plan.document.setting("metrics", to: all)
    if document["set"]?["metrics"] != nil { document["set"]?["metrics"] = all }
    let measuring = try plan.replanned(document)
    _ = try missing(in: measuring, among: [])
    return measuring
  }

  /// The configurations that the file gives, after the default.
  private static func given(
    _ candidates: [PathValues], _ plan: Plan
  ) throws(InvalidExperiment) -> [TunedConfiguration] {
    // Those that a tuning gives to what it draws, checks and tests.
    let ownNames = /(c|p|candidate-|tuned-?)[0-9]*/
    var found = [TunedConfiguration(name: "default", settings: [])]
    try collect(Array(candidates.enumerated())) { index, candidate in
      let entries = candidate.all.map {
        Setting(key: $0.key, keyLocation: $0.location, value: $0.value.node)
      }
      // The keys of a preset replace those of the experiment, and others of the candidate replace those.
      let preset = ConfigurationTree(
        .mapping([:]), entries.filter(\.isOfPreset), root: plan.root, catalog: plan.catalog)
      guard preset.faults.isEmpty else { throw InvalidExperiment(preset.faults) }
      let own = entries.filter { !$0.isOfPreset }
      let others = (preset.tree.mapping?.entries ?? []).filter { entry in
        entry.key != "preset" && !own.contains { $0.key == entry.key }
      }
      let first = entries.first.flatMap { $0.key == "preset" ? $0.value.pluginName : nil }
      let name = first.flatMap { name in
        Variants.isName(name) && name.wholeMatch(of: ownNames) == nil
          && !found.contains { $0.name == name } ? name : nil
      }
      found.append(
        TunedConfiguration(name: name ?? "candidate-\(index + 1)", settings: others + own))
    }
    return found
  }

  /// An experiment with `configurations` as variants on some of the graphs, which are configurations of `plan`.
  func part(
    of configurations: [TunedConfiguration], on graphs: [Int], seed: Int, repeats: Int,
    keepsLayouts: Bool
  ) throws(InvalidExperiment) -> Plan {
    let first = plan[trial: plan.firstTrial(of: graphs[0])]
    // The settings of a preset would replace those that configurations choose by it.
    let choosesPresets = space.paths.contains { ParameterPath($0).steps[0] == "preset" }
    var experiment =
      choosesPresets
      ? plan.unsweptDocument(with: graphs.count > 1 ? nil : first) : plan.experiment(of: first)
    experiment["seed"] = seed.encoded()
    experiment["repeat"] = repeats.encoded()
    vary(&experiment, configurations)
    if graphs.count > 1 {
      experiment["sweep"] = .sequence(
        graphs.map { graph in
          let tree = plan.configurations[graph - 1].tree
          let axes = plan.paths.compactMap { path in
            ParameterPath(path).value(in: tree).map { (path, SettingsNode.sequence([$0])) }
          }
          return .mapping(["grid": .mapping(of: axes)])
        })
    }
    let canRecord = plan.root.entries.contains { $0.name == "record" }
    if canRecord, !keepsLayouts, experiment["record"] == nil {
      experiment["record"] = .mapping(["every": 1_000_000_000.encoded(), "layout": .scalar("none")])
    }
    // What the file sets may be for configurations that have dropped out.
    return try plan.replanned(experiment, omitsUnused: true)
  }

  /// Makes `configurations` variants of the experiment. Settings of `set` that one of them replaces become those of the
  /// others, because `set` would override variants.
  private func vary(_ experiment: inout SettingsNode, _ configurations: [TunedConfiguration]) {
    // Tuned parameters that a drawn configuration does not have do not apply to it.
    let paths = configurations.map { $0.parts.isEmpty ? $0.settings.map(\.path) : space.paths }
    let set = experiment["set"]?.mapping?.entries ?? []
    let moved = set.filter { $0.isReplaced(by: paths.flatMap(\.self)) }
    for setting in moved { experiment["set"]?[setting.path] = nil }
    if moved.count == set.count { experiment["set"] = nil }
    experiment["variants"] = .mapping(
      of: zip(configurations, paths).map { one, paths in
        (one.name, (moved.filter { !$0.isReplaced(by: paths) } + one.settings).node)
      })
  }

  /// The experiment without `tune`, with the metrics of the objectives, and the default and the best as variants.
  public func tunedExperiment(_ result: TuningResult) -> String {
    var experiment = plan.document.setting("tune", to: nil)
    vary(&experiment, [TunedConfiguration(name: "default", settings: [])] + result.tuned)
    return plan.inPlace(experiment).blockText
  }

  /// The winner as the text of a preset file: the keys that it tuned and those of presets. Nil if the default stays.
  public func preset(_ result: TuningResult) throws(InvalidExperiment) -> String? {
    guard let winner = result.better else { return nil }
    let part = try part(of: [winner], on: [1], seed: 0, repeats: 1, keepsLayouts: true)
    var keys = Set(winner.settings.map { ParameterPath($0.path).steps[0] })
    for name in plan.catalog.names(of: .preset) {
      // One with errors has no keys.
      var decoder = ParameterDecoder(catalog: plan.catalog)
      let preset = decoder.plugin(.preset, from: .scalar(name)) as? any Preset
      keys.formUnion((preset?.settings.mapping?.entries ?? []).map(\.key))
    }
    let settings = part.experiment(of: part[trial: 1]).mapping?.entries ?? []
    let measures = objectives.map(\.column).listed()
    return SettingsNode.mapping(of: [
      ("summary", .scalar("Tuned for \(measures) with the experiment \(plan.experiment.name).")),
      ("settings", settings.filter { keys.contains($0.key) }.node),
    ]).blockText
  }
}

extension Plan {
  /// At the value of `key`, or at the begin of the file.
  func problem(_ message: String, _ key: String? = nil) -> InvalidExperiment {
    let location = key.flatMap { document[$0]?.location } ?? Location(file: document.location.file)
    return InvalidExperiment([Diagnostic(message, at: location)])
  }

  fileprivate func replanned(
    _ document: SettingsNode, omitsUnused: Bool = false
  ) throws(InvalidExperiment) -> Plan {
    // The folder of this plan is that of its key `folder`.
    try Plan(
      document: document.setting("folder", to: nil), folder: folder, catalog: catalog,
      omitsUnused: omitsUnused)
  }
}

extension Setting {
  /// Whether a value at one of `paths` replaces it.
  func isReplaced(by paths: [String]) -> Bool {
    paths.contains { "\(path).".hasPrefix($0 + ".") }
  }
}
