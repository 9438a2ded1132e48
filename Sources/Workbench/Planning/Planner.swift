import ForceLabPlugins
import ForceLabSettings

struct Planner {
  /// The greatest number of trials, which fit into memory.
  private static let greatestTrialCount = 10_000_000

  var document: SettingsNode
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
        "an experiment must be a mapping with a 'name', found \(document.kindDescription)",
        at: document.location)
      return nil
    }
    guard let study = study(overrides) else { return nil }
    root = Experiment.page.joined(with: study.page)
    apply(overrides)
    guard let experiment = experiment(study) else {
      // Reports the errors of the study, too.
      decodeWithoutSweep(study)
      return nil
    }
    let sweeps = experiment.crossedSweeps
    for override in overrides { checkNotSwept(override, in: sweeps) }
    checkConditions(
      of: experiment.limits.map(\.figure) + experiment.published.map(\.figure), sweeps)
    var combinations = Combinations(seed: UInt64(experiment.seed), form: formOfPath)
    let all = combinations.all(of: sweeps)
    (combinations.faults + combinations.notes.sorted { $0.key < $1.key }.map(\.value)).forEach {
      add($0)
    }
    guard !hasErrors || sweeps.all.isEmpty else {
      // Reports the errors of the study without the sweep.
      decodeWithoutSweep(study)
      return nil
    }
    return plan(experiment, study, sweeps, all, isChanged: !overrides.isEmpty)
  }

  private mutating func plan(
    _ experiment: Experiment, _ study: any Study.Type, _ sweeps: Sweeps,
    _ all: [Combinations.Combination], isChanged: Bool
  ) -> Plan? {
    let paths = all.isEmpty ? [] : Combinations.paths(of: sweeps)
    var configurations: [Plan.Configuration] = []
    var (kept, left): (Set<String>, Set<String>) = ([], [])
    var excluded: [String: Int] = [:]
    var reasons: [String] = []
    var limits = PlannedFigures(experiment.limits.map(\.figure), of: "limits")
    var claims = PlannedFigures(experiment.published.map(\.figure), of: "published")
    for combination in all where !kept.contains(combination.key) {
      let configuration = ConfigurationTree(
        document, combination.settings, root: root, catalog: catalog)
      let tree = configuration.tree
      if let reason = combination.reasonToExclude(tree) {
        guard left.insert(combination.key).inserted else { continue }
        if excluded.updateValue(excluded[reason, default: 0] + 1, forKey: reason) == nil {
          reasons.append(reason)
        }
        continue
      }
      kept.insert(combination.key)
      (configuration.faults + configuration.notes).forEach { add($0) }
      guard configuration.faults.isEmpty, let study = decode(study, tree) else { continue }
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
          + "\(Self.greatestTrialCount) trials; reduce 'repeat'",
        at: document["repeat"]?.location)
    }
    checkHeaders(of: configurations, sweeps)
    noteCopies(experiment.repeats, of: configurations)
    // Reports the errors of each list, whatever the errors of the other.
    let isSound = !hasErrors
    if isSound { checkCharts(experiment.chart, of: configurations, paths, isChanged: isChanged) }
    let held = isSound ? figures(limits, of: configurations, isChanged: isChanged) : []
    let compared = isSound ? figures(claims, of: configurations, isChanged: isChanged) : []
    return Plan(
      experiment: experiment, document: document, paths: paths, configurations: configurations,
      folder: folder, files: files.sorted(),
      limits: held.map { (experiment.limits[$0], limits.all[$0]) },
      published: compared.map { (experiment.published[$0], claims.all[$0]) },
      excluded: reasons.map { Plan.Excluded(count: excluded[$0] ?? 0, because: $0) },
      notes: diagnostics.filter { $0.severity != .error })
  }

  private mutating func study(_ overrides: [Override]) -> (any Study.Type)? {
    let node = overrides.last { $0.path.text == "study" }?.value ?? document["study"]
    let name = node?.scalar?.text ?? Experiment().study
    if let type = catalog.type(of: .study, named: name) as? any Study.Type { return type }
    let known = catalog.names(of: .study)
    let hint = suggestion(for: name, among: known)
    error(
      "unknown study '\(name)'; "
        + (hint.isEmpty ? "use one of \(known.joined(separator: ", "))" : hint),
      at: node?.location ?? document.location)
    return nil
  }

  private mutating func experiment(_ study: any Study.Type) -> Experiment? {
    var decoder = ParameterDecoder(catalog: catalog, folder: folder)
    let others = study.page.entries.map(\.name)
    let experiment = decoder.decode(Experiment.self, from: document, sharing: Set(others))
    decoder.diagnostics.forEach { add($0) }
    return experiment
  }

  /// Throws if the value at a path cannot vary from configuration to configuration.
  private var formOfPath: (String) throws(ParameterError) -> ValueForm {
    { [root, catalog] path throws(ParameterError) in
      let first = path.prefix { $0 != "." }
      if first != "preset", Experiment.page.entries.contains(where: { $0.name == first }) {
        throw ParameterError("'\(first)' belongs to the whole experiment and cannot vary")
      }
      return try ParameterPath(path).form(from: root, in: catalog)
    }
  }

  private mutating func decodeWithoutSweep(_ study: any Study.Type) {
    _ = decode(study, ConfigurationTree(document, root: root, catalog: catalog).tree)
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

  /// Adds a diagnostic once, although many configurations share it.
  mutating func add(_ diagnostic: Diagnostic) {
    if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }
}

extension Planner {
  /// Reports swept paths that equal the name of another column.
  mutating func checkHeaders(of configurations: [Plan.Configuration], _ sweeps: Sweeps) {
    let taken = Set(configurations.flatMap(\.study.columns).map(\.name))
    for axis in sweeps.all.flatMap(\.axes) where taken.contains(axis.path) {
      error(
        "cannot sweep '\(axis.path)' as a whole: trials.csv has a column of that name; sweep a parameter "
          + "below it", at: axis.location)
    }
    if let variant = sweeps.all.flatMap(\.variants.all).first, taken.contains(Variants.path) {
      error("this study has a column 'variant'; use a sweep instead", at: variant.location)
    }
  }

  /// Reports requested charts that cannot be drawn, as notes if overrides changed the file.
  mutating func checkCharts(
    _ charts: [ChartRequest], of configurations: [Plan.Configuration], _ paths: [String],
    isChanged: Bool
  ) {
    guard !charts.isEmpty else { return }
    let columns = ChartColumns(configurations, paths: paths)
    for (index, chart) in charts.enumerated() {
      for fault in columns.faults(of: chart) {
        report(fault, at: ["chart", "\(index)"], isChanged)
      }
    }
  }

  private mutating func report(_ fault: ParameterError, at place: [String], _ isChanged: Bool) {
    let path = (place + [fault.parameter].compactMap { $0 }).joined(separator: ".")
    add(
      Diagnostic(
        fault.message, at: ParameterPath(path).location(in: document),
        severity: isChanged ? .note : .error))
  }

  mutating func checkConditions(of figures: [Figure], _ sweeps: Sweeps) {
    let variants = sweeps.all.flatMap(\.variants.all).map(\.name)
    for conditions in figures.flatMap({ [$0.conditions, $0.relativeTo] }) {
      conditions?.problems(variants: variants, formOfPath).forEach { add($0) }
    }
  }

  /// The figures that can be computed. Reports the others, as notes if overrides changed the file.
  mutating func figures(
    _ figures: PlannedFigures, of configurations: [Plan.Configuration], isChanged: Bool
  ) -> [Int] {
    figures.all.indices.filter { index in
      guard let fault = figures.all[index].fault(configurations) else { return true }
      report(fault, at: [figures.key, "\(index)", "figure"], isChanged)
      return false
    }
  }
}
