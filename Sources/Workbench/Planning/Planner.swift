import ForceLabPlugins
import ForceLabSettings

/// Works out a plan and collects everything that is wrong on the way.
struct Planner {
  /// So many trials fit into memory, and no table of them is read by anybody.
  private static let greatestTrialCount = 10_000_000

  private(set) var document: SettingsNode
  let catalog: Catalog
  private let folder: String
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  private var files: Set<String> = []
  private(set) var root = Experiment.page

  init(document: SettingsNode, folder: String, catalog: Catalog) {
    self.document = document
    self.folder = folder
    self.catalog = catalog
  }

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  mutating func plan(_ overrides: [Override]) -> Plan? {
    guard document.mapping != nil else {
      error(
        "an experiment is a mapping that begins with its name; found \(document.kindDescription)",
        at: document.location)
      return nil
    }
    guard let study = study(overrides) else { return nil }
    root = Experiment.page.joined(with: study.page)
    apply(overrides)
    guard let experiment = experiment(study) else {
      // What the study has to say about the file is worth reading in the same go.
      check(study)
      return nil
    }
    for override in overrides { checkNotSwept(override, in: experiment.sweep) }
    checkConditions(of: experiment.limits.map(\.figure) + experiment.published.map(\.figure))
    var combinations = Combinations(seed: UInt64(experiment.seed)) {
      [root, catalog] path throws(ParameterError) in
      try Self.form(of: path, from: root, in: catalog)
    }
    let all = combinations.all(of: experiment.sweep)
    combinations.faults.forEach { add($0) }
    guard !hasErrors || experiment.sweep.all.isEmpty else {
      // Without a sound sweep the file is still read as it stands, to find what else is wrong.
      check(study)
      return nil
    }
    return plan(experiment, study, all, isChanged: !overrides.isEmpty)
  }

  private mutating func plan(
    _ experiment: Experiment, _ study: any Study.Type, _ all: [Combinations.Combination],
    isChanged: Bool
  ) -> Plan? {
    let paths = all.isEmpty ? [] : Combinations.paths(of: experiment.sweep)
    var configurations: [Plan.Configuration] = []
    var (kept, left): (Set<String>, Set<String>) = ([], [])
    var excluded: [String: Int] = [:]
    var reasons: [String] = []
    var limits = PlannedFigures(experiment.limits.map(\.figure), of: "limits")
    var claims = PlannedFigures(experiment.published.map(\.figure), of: "published")
    for combination in all where !kept.contains(combination.key) {
      let (tree, faults) = tree(combination.settings)
      if let reason = combination.reasonToExclude(tree) {
        guard left.insert(combination.key).inserted else { continue }
        if excluded.updateValue(excluded[reason, default: 0] + 1, forKey: reason) == nil {
          reasons.append(reason)
        }
        continue
      }
      kept.insert(combination.key)
      faults.forEach { add($0) }
      guard faults.isEmpty, let study = decode(study, tree) else { continue }
      configurations.append(
        Plan.Configuration(
          number: configurations.count + 1,
          settings: paths.map { ParameterPath($0).value(in: tree)?.flowText ?? "" }, study: study,
          tree: tree))
      limits.consider(configurations.count, tree)
      claims.consider(configurations.count, tree)
    }
    if configurations.isEmpty && !hasErrors {
      error("an empty sweep: every combination is excluded", at: document["sweep"]?.location)
    }
    let rounds = experiment.warmUp + experiment.repeats
    if configurations.count * rounds > Self.greatestTrialCount {
      error(
        "\(configurations.count) configurations, \(rounds) times each, are more than "
          + "\(Self.greatestTrialCount) trials; repeat them less often",
        at: document["repeat"]?.location)
    }
    checkHeaders(of: configurations, experiment.sweep)
    // Each list tells of its own mistakes, whatever is wrong in the other.
    let isSound = !hasErrors
    if isSound { checkCharts(experiment.chart, of: configurations, paths, isChanged: isChanged) }
    let held = isSound ? figures(limits, of: configurations, isChanged: isChanged) : []
    let compared = isSound ? figures(claims, of: configurations, isChanged: isChanged) : []
    return Plan(
      experiment: experiment, document: document, paths: paths, configurations: configurations,
      folder: folder, files: files.sorted(),
      limits: held.map { Plan.PlannedLimit(limit: experiment.limits[$0], figure: limits.all[$0]) },
      published: compared.map {
        Plan.PlannedClaim(claim: experiment.published[$0], figure: claims.all[$0])
      },
      excluded: reasons.map { Plan.Excluded(count: excluded[$0] ?? 0, because: $0) },
      notes: diagnostics.filter { $0.severity != .error })
  }

  /// The type of the study, which says what other paths there are.
  private mutating func study(_ overrides: [Override]) -> (any Study.Type)? {
    let node = overrides.last { $0.path.text == "study" }?.value ?? document["study"]
    let name = node?.scalar?.text ?? Experiment().study
    if let type = catalog.type(of: .study, named: name) as? any Study.Type { return type }
    let known = catalog.names(of: .study)
    let hint = suggestion(for: name, among: known)
    error(
      "unknown study '\(name)'; "
        + (hint.isEmpty ? "there are \(known.joined(separator: ", "))" : hint),
      at: node?.location ?? document.location)
    return nil
  }

  private mutating func apply(_ overrides: [Override]) {
    for override in overrides {
      let path = override.path
      do {
        // The paths below `sweep` are names of other paths, which the sweep itself checks.
        if !path.text.hasPrefix("sweep.") { _ = try path.form(from: root, in: catalog) }
        try path.checkList(in: document, root: root, catalog: catalog)
        try path.set(override.value, in: &document)
      } catch {
        self.error(error.message, at: override.value.location)
      }
    }
  }

  /// What all experiments have.
  private mutating func experiment(_ study: any Study.Type) -> Experiment? {
    var decoder = ParameterDecoder(catalog: catalog, folder: folder)
    let others = study.page.entries.map(\.name)
    let experiment = decoder.decode(Experiment.self, from: document, sharing: Set(others))
    decoder.diagnostics.forEach { add($0) }
    return experiment
  }

  private mutating func checkNotSwept(_ override: Override, in sweeps: Sweeps) {
    let path = override.path.text
    if Combinations.paths(of: sweeps).contains(path) {
      error(
        "'\(path)' is swept, which would override it; set its values instead, as in "
          + "--set 'sweep.grid.\(path)=[\(override.value.flowText)]'", at: override.value.location)
    }
  }

  /// The form of what stands at `path`, if it can vary from configuration to configuration.
  static func form(of path: String, from root: ManualPage, in catalog: Catalog)
    throws(ParameterError)
    -> ValueForm
  {
    let first = path.prefix { $0 != "." }
    if Experiment.page.entries.contains(where: { $0.name == first }) {
      throw ParameterError("'\(first)' belongs to the whole experiment and cannot vary")
    }
    return try ParameterPath(path).form(from: root, in: catalog)
  }

  /// Finds what is wrong with the file as it stands, whatever its sweep.
  private mutating func check(_ study: any Study.Type) { _ = decode(study, document) }

  /// The document with `settings` in place, shorter paths first, so that a swept plugin stands
  /// before its own swept parameters are set; and what could not be set.
  private func tree(_ settings: [Combinations.Setting]) -> (
    tree: SettingsNode, faults: [Diagnostic]
  ) {
    var tree = document
    var faults: [Diagnostic] = []
    let depth = { (path: String) in path.count { $0 == "." } }
    for setting in settings.sorted(by: { depth($0.path) < depth($1.path) }) {
      let path = ParameterPath(setting.path)
      do {
        try path.checkList(in: tree, root: root, catalog: catalog)
        try path.checkConflict(with: tree, root: root, catalog: catalog)
        try path.set(setting.value, in: &tree)
      } catch {
        faults.append(Diagnostic(error.message, at: setting.location))
      }
    }
    return (tree, faults)
  }

  private mutating func decode(_ type: any Study.Type, _ tree: SettingsNode) -> (any Study)? {
    var decoder = ParameterDecoder(catalog: catalog, folder: folder)
    let study = decoder.study(type, from: tree)
    decoder.diagnostics.forEach { add($0) }
    files.formUnion(decoder.files)
    guard let study else { return nil }
    for problem in study.problems() {
      switch problem {
      case let diagnostic as Diagnostic: add(diagnostic)
      case let fault as ParameterError:
        let place = fault.parameter.map { ParameterPath($0).location(in: tree) }
        error(fault.message, at: place ?? tree.location)
      default: error("\(problem)", at: tree.location)
      }
    }
    return study
  }

  mutating func error(_ message: String, at location: Location?) {
    add(Diagnostic(message, at: location))
  }

  /// Many configurations share what is wrong with the file; it is said once.
  mutating func add(_ diagnostic: Diagnostic) {
    if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }
}
