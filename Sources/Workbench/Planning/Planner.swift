import ForceLabPlugins
import ForceLabSettings

struct Planner {
  /// The maximum number of trials, which fit into memory.
  static let maxTrials = 10_000_000

  var document: SettingsNode
  let catalog: Catalog
  private let folder: String
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  private var files: Set<String> = []
  private var programs: Set<String> = []
  private var citations: [String] = []
  private(set) var root = Experiment.page
  private(set) var unused = UnusedSettings()
  /// The settings of `set`.
  var overrides: [Setting] = []
  /// Whether overrides changed the configurations, so that charts, limits and claims may no longer fit.
  private var isChanged = false

  init(document: SettingsNode, folder: String, catalog: Catalog) {
    self.document = document
    self.folder = folder
    self.catalog = catalog
  }

  /// The plan of the experiment with `overrides` and, if it `comparesPrograms`, of both programs.
  mutating func plan(_ overrides: [Override], comparesPrograms: Bool = false) -> Plan? {
    guard document.mapping != nil else {
      report(
        "an experiment must be a mapping with a 'name', found \(document.kindDescription)",
        at: document.location)
      return nil
    }
    isChanged =
      comparesPrograms
      || overrides.contains { !["repeat", "seed", "threads"].contains($0.path.text) }
    apply(overrides)
    if comparesPrograms { document = document.comparingPrograms() }
    guard let study = study() else {
      _ = experiment(sharing: catalog.pages(of: .study).flatMap(\.entries).map(\.name))
      return nil
    }
    root = Experiment.page.joined(with: study.page)
    // Results have the values as text, which is the same for a word in quotes, as in JSON.
    document = document.withoutNeedlessQuotes
    for change in [ParameterWalk.withoutUnits, RunInputs.relativePaths(in: folder)] {
      document = ParameterWalk(root: root, catalog: catalog, change: change).changed(document)
    }
    let (experiment, failed) = experiment(sharing: study.parameterNames)
    // An error is in the value: those of `--set` have the location of the option.
    let set = experiment.set.all.map {
      Setting(key: $0.key, keyLocation: $0.value.node.location, value: $0.value.node)
    }
    self.overrides = checked(set, in: experiment.crossedSweeps)
    let errorsBefore = diagnostics.count
    let sweeps = expandCollections(in: experiment.crossedSweeps)
    let hasCollectionErrors = diagnostics.count > errorsBefore
    var combinations = Combinations(seed: UInt64(experiment.seed), form: formOfPath)
    let all = combinations.all(of: sweeps)
    (combinations.faults + combinations.notes.sorted { $0.key < $1.key }.map(\.value)).forEach {
      add($0)
    }
    let isSound =
      sweeps.isComplete && !hasCollectionErrors && failed.isDisjoint(with: ["variants", "preset"])
    guard isSound && combinations.faults.isEmpty else {
      // Errors in a sweep hide neither those of the study nor those of other parts.
      _ = figures(of: experiment.limits, \.figure, "limits", sweeps, nil)
      _ = figures(of: experiment.published, \.figure, "published", sweeps, nil)
      decodeFirstValues(study, sweeps)
      return nil
    }
    return plan(experiment, study, sweeps, all)
  }

  private mutating func plan(
    _ experiment: Experiment, _ study: any Study.Type, _ sweeps: Sweeps,
    _ all: [Combinations.Combination]
  ) -> Plan? {
    let paths = all.isEmpty ? [] : sweeps.all.flatMap(\.paths).uniqued
    let instances = InstanceAxes(paths, from: root, in: catalog)
    let instanceIndices = (instances?.paths ?? []).compactMap { paths.firstIndex(of: $0) }
    var instanceNumbers: [[String]: Int] = [:]
    var contents: [[String]: String] = [:]
    var configurations: [Plan.Configuration] = []
    var (kept, left): (Set<String>, Set<String>) = ([], [])
    /// The reasons of the combinations that are left out.
    var reasons: [String] = []
    var effective: Set<Location> = []
    // The sweep may be as long as there are configurations.
    var common = document
    for key in ["sweep", "variants"] { common[key] = nil }
    let swept = paths.map { path in
      (ParameterPath(path), takesNumbers: (try? formOfPath(path))?.takesNumbers == true)
    }
    let trees = concurrently(all.count) { [common, overrides, root, catalog] index in
      let configuration = ConfigurationTree(
        common, all[index].settings, overrides: overrides, root: root, catalog: catalog)
      // Equal for configurations with the same values, in any spelling of numbers.
      let key = swept.map { path, takesNumbers in
        let value = path.value(in: configuration.tree)
        let number = takesNumbers ? value?.scalar?.numberText : nil
        return number ?? value.map { "\($0.name ?? "") \($0.flowText)" } ?? ""
      }
      return (configuration, key: key.joined(separator: "\n"))
    }
    var chosen: [(combination: Combinations.Combination, configuration: ConfigurationTree)] = []
    for (combination, (configuration, key)) in zip(all, trees)
    // A setting with an error is not in the tree, which may be that of another combination.
    where !configuration.faults.isEmpty || !kept.contains(key) {
      let exclusions = combination.exclude.filter { $0.conditions.hold(for: configuration.tree) }
      effective.formUnion(exclusions.compactMap(\.location))
      if let reason = exclusions.first?.because {
        if left.insert(key).inserted || !configuration.faults.isEmpty { reasons.append(reason) }
        continue
      }
      kept.insert(key)
      chosen.append((combination, configuration))
    }
    let decoded = concurrently(chosen.count) { [chosen, catalog, folder] index in
      let configuration = chosen[index].configuration
      var decoder = ParameterDecoder(catalog: catalog, folder: folder)
      let isSound = configuration.faults.isEmpty
      return (isSound ? decoder.study(study, from: configuration.tree) : nil, decoder)
    }
    for ((combination, configuration), (found, decoder)) in zip(chosen, decoded) {
      let tree = configuration.tree
      (configuration.faults + configuration.notes).forEach { add($0) }
      files.formUnion(configuration.files)
      guard configuration.faults.isEmpty else { continue }
      takeOver(decoder)
      guard let found else {
        report(decoder.problems(ofFaulty: study, from: tree), in: tree)
        continue
      }
      let conditional = configuration.conditional + decoder.conditional
      let ineffective = conditional.filter { $0.problem != nil }
      let values = paths.map { ParameterPath($0).value(in: tree) }
      let settings = values.map { $0?.settingText ?? "" }
      checkNames(of: values, at: paths, &contents)
      let instance = instanceIndices.map { settings[$0] }
      let instanceNumber = instanceNumbers[instance, default: instanceNumbers.count]
      instanceNumbers[instance] = instanceNumber
      configurations.append(
        Plan.Configuration(
          number: configurations.count + 1,
          settings: settings,
          study: found,
          program: tree[TrialProgram.path]?.scalar.flatMap { TrialProgram(rawValue: $0.text) }
            ?? .this,
          instance: instanceNumber,
          tree: tree.removingEntries { entry in ineffective.contains { $0.isOf(entry) } }))
      unused.consider(found.unused, combination.settings, tree)
      unused.consider(conditional, combination.settings)
    }
    // In parallel, because that may read a graph for each.
    let problems = concurrently(configurations.count) { [configurations] index in
      configurations[index].study.problems()
    }
    for (configuration, problems) in zip(configurations, problems) {
      report(problems, in: configuration.tree)
    }
    unused.faults.forEach { add($0) }
    if !isChanged { noteExclusions(of: sweeps, without: effective) }
    if kept.isEmpty {
      report("an empty sweep: every combination is excluded", at: document["sweep"]?.location)
    }
    let rounds = experiment.warmUp + experiment.repeats
    if configurations.count * rounds > Self.maxTrials {
      report(
        "\(configurations.count) configurations, \(rounds) times each, are more than "
          + "\(Self.maxTrials) trials; reduce 'repeat'",
        at: document["repeat"]?.location)
    }
    checkHeaders(of: configurations, sweeps)
    noteCopies(experiment.repeats, of: configurations)
    let complete = !kept.isEmpty && kept.count == configurations.count ? configurations : nil
    if let complete { checkCharts(experiment.chart, of: complete, paths) }
    return Plan(
      experiment: experiment, document: document, paths: paths,
      instances: instances, configurations: configurations,
      root: root, catalog: catalog,
      folder: folder, files: files.sorted(),
      inputs: RunInputs(files.sorted(), programs: programs, folder: folder),
      citations: citations.uniqued,
      limits: figures(of: experiment.limits, \.figure, "limits", sweeps, complete, paths: paths),
      published: figures(
        of: experiment.published, \.figure, "published", sweeps, complete, paths: paths),
      excluded: reasons.grouped(by: \.self).map { ($1.count, $0) },
      notes: notes)
  }

  private mutating func study() -> (any Study.Type)? {
    let node = document["study"]
    let name = node?.scalar?.text ?? Experiment().study
    if let type = catalog.type(of: .study, named: name) as? any Study.Type { return type }
    let known = catalog.names(of: .study)
    let advice = suggestion(
      for: name, among: known, else: "use one of \(known.joined(separator: ", "))")
    report("unknown study '\(name)'; \(advice)", at: node?.location ?? document.location)
    return nil
  }

  /// The parts of the experiment without errors, and the keys with errors.
  private mutating func experiment(sharing others: [String]) -> (Experiment, failed: Set<String>) {
    let (experiment, failed) =
      decode { [document] in
        $0.decodePartially(Experiment.self, from: document, sharing: Set(others))
      } ?? (Experiment(), [])
    do {
      try experiment.check()
    } catch {
      if !failed.contains(error.parameter ?? "") { report([error], in: document) }
    }
    return (experiment, failed)
  }

  /// Throws if the value at a path cannot vary from configuration to configuration.
  var formOfPath: (String) throws(ParameterError) -> ValueForm {
    { [root, catalog] path throws(ParameterError) in
      let first = String(path.prefix { $0 != "." })
      if !["preset", TrialProgram.path].contains(first), Experiment.parameterNames.contains(first) {
        throw ParameterError(
          "'\(first)' belongs to the whole experiment, not to single configurations; it can only be "
            + "set at the top of the file")
      }
      return try ParameterPath(path).form(from: root, in: catalog)
    }
  }

  /// The result of `body`, whose errors and files it takes over.
  mutating func decode<Result>(_ body: (inout ParameterDecoder) -> Result) -> Result {
    var decoder = ParameterDecoder(catalog: catalog, folder: folder)
    let result = body(&decoder)
    takeOver(decoder)
    return result
  }

  private mutating func takeOver(_ decoder: ParameterDecoder) {
    decoder.diagnostics.forEach { add($0) }
    files.formUnion(decoder.files)
    programs.formUnion(decoder.programs)
    citations += decoder.citations
  }

  mutating func report(_ problems: [any Error], in tree: SettingsNode) {
    for problem in problems {
      switch problem {
      case var diagnostic as Diagnostic:
        diagnostic.location = diagnostic.location ?? tree.location
        add(diagnostic)
      case let fault as ParameterError:
        let path = fault.parameter.map { ParameterPath($0) }
        // The name of a graph of a corpus.
        let name = path?.value(in: tree)?.name.map { "\($0): " } ?? ""
        let place = path?.location(in: tree) ?? tree.location
        report(name + fault.message, fault.severity, at: place)
      default: report("\(problem)", at: tree.location)
      }
    }
  }

  mutating func report(
    _ message: String, _ severity: Diagnostic.Severity = .error, at location: Location?
  ) { add(Diagnostic(message, at: location, severity: severity)) }

  /// Reports a part of the file that does not fit the configurations; as a note if overrides changed these.
  mutating func report(_ misfit: ParameterError, in part: String) {
    let path = [part, misfit.parameter].compactMap { $0 }.joined(separator: ".")
    let location = ParameterPath(path).location(in: document)
    report(misfit.message, isChanged ? .note : .error, at: location)
  }

  /// Adds a diagnostic once, although many configurations share it.
  mutating func add(_ diagnostic: Diagnostic) {
    if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }
}
