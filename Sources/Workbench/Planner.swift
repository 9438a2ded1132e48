import Plugins
import YAML

/// Works out a plan and collects everything that is wrong on the way.
struct Planner {
  private var document: Node
  private let catalog: Catalog
  private let folder: String
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  private var root = Experiment.page

  init(document: Node, folder: String, catalog: Catalog) {
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
    apply(overrides)
    guard let (experiment, study) = head() else { return nil }
    for override in overrides { checkPath(override.path, at: override.value.location) }
    for override in overrides { checkNotSwept(override, in: experiment.sweep) }
    var combinations = Combinations(seed: UInt64(experiment.seed)) {
      [root, catalog] path throws(Fault) in
      try ParameterPath(path).form(from: root, in: catalog)
    }
    let all = combinations.all(of: experiment.sweep)
    combinations.faults.forEach { add($0) }
    guard !hasErrors || experiment.sweep.all.isEmpty else {
      // Without a sound sweep the file is still read as it stands, to find what else is wrong.
      _ = configuration(study, [], number: 1)
      return nil
    }
    return plan(experiment, study, all)
  }

  private mutating func plan(
    _ experiment: Experiment, _ study: any Study.Type, _ all: [Combinations.Combination]
  ) -> Plan? {
    let paths = all.isEmpty ? [] : Combinations.paths(of: experiment.sweep)
    var configurations: [Plan.Configuration] = []
    var excluded: [String: Int] = [:]
    var reasons: [String] = []
    for combination in all {
      guard let tree = tree(combination.settings) else { continue }
      if let reason = combination.reasonToExclude(tree) {
        if excluded.updateValue(excluded[reason, default: 0] + 1, forKey: reason) == nil {
          reasons.append(reason)
        }
        continue
      }
      guard let study = decode(study, tree) else { continue }
      configurations.append(
        Plan.Configuration(
          number: configurations.count + 1,
          settings: paths.map { ParameterPath($0).value(in: tree)?.flowText ?? "" }, study: study))
    }
    if configurations.isEmpty && !hasErrors {
      error("an empty sweep: every combination is excluded", at: document["sweep"]?.location)
    }
    return Plan(
      experiment: experiment, document: document, paths: paths, configurations: configurations,
      excluded: reasons.map { Plan.Excluded(count: excluded[$0] ?? 0, because: $0) },
      notes: diagnostics.filter { $0.severity != .error })
  }

  private mutating func apply(_ overrides: [Override]) {
    for override in overrides {
      do {
        try override.path.set(override.value, in: &document)
      } catch {
        self.error(error.message, at: override.value.location)
      }
    }
  }

  /// What all experiments have, and the type of the study.
  private mutating func head() -> (Experiment, any Study.Type)? {
    let name = document["study"]?.scalar?.text ?? Experiment().study
    let location = document["study"]?.location ?? document.location
    guard let type = catalog.type(of: .study, named: name) as? any Study.Type else {
      let known = catalog.names(of: .study)
      let hint = suggestion(for: name, among: known)
      error(
        "unknown study '\(name)'; "
          + (hint.isEmpty ? "there are \(known.joined(separator: ", "))" : hint), at: location)
      return nil
    }
    let (own, others) = (Experiment.page, type.page)
    root = own.joined(with: others)
    var decoder = ParameterDecoder(catalog: catalog, folder: folder)
    let experiment = decoder.decode(
      Experiment.self, from: document, sharing: Set(others.entries.map(\.name)))
    decoder.diagnostics.forEach { add($0) }
    guard let experiment else {
      // What the study has to say about the file is worth reading in the same go.
      _ = configuration(type, [], number: 1)
      return nil
    }
    return (experiment, type)
  }

  private mutating func checkPath(_ path: ParameterPath, at location: Location) {
    if path.text.hasPrefix("sweep") { return }
    do {
      _ = try path.form(from: root, in: catalog)
    } catch {
      self.error(error.message, at: location)
    }
  }

  private mutating func checkNotSwept(_ override: Override, in sweeps: Sweeps) {
    let path = override.path.text
    if Combinations.paths(of: sweeps).contains(path) {
      error(
        "'\(path)' is swept, which would override it; set its values instead, as in "
          + "--set 'sweep.grid.\(path)=[\(override.value.flowText)]'", at: override.value.location)
    }
  }

  private mutating func configuration(
    _ type: any Study.Type, _ settings: [Combinations.Setting], number: Int
  ) -> (any Study)? {
    tree(settings).flatMap { decode(type, $0) }
  }

  /// The document with `settings` in place, shorter paths first, so that a swept plugin stands
  /// before its own swept parameters are set.
  private mutating func tree(_ settings: [Combinations.Setting]) -> Node? {
    var tree = document
    let depth = { (path: String) in path.count { $0 == "." } }
    for setting in settings.sorted(by: { depth($0.path) < depth($1.path) }) {
      let path = ParameterPath(setting.path)
      if let conflict = path.conflict(with: tree, root: root, catalog: catalog) {
        error(conflict.message, at: setting.location)
        return nil
      }
      do {
        try path.set(setting.value, in: &tree)
      } catch {
        self.error(error.message, at: setting.location)
        return nil
      }
    }
    return tree
  }

  private mutating func decode(_ type: any Study.Type, _ tree: Node) -> (any Study)? {
    var decoder = ParameterDecoder(catalog: catalog, folder: folder)
    let own = Set(Experiment.page.entries.map(\.name))
    let study: (any Study)? = decoder.decode(type, from: tree, sharing: own)
    decoder.diagnostics.forEach { add($0) }
    guard let study else { return nil }
    for problem in study.problems() {
      switch problem {
      case let diagnostic as Diagnostic: add(diagnostic)
      case let fault as Fault:
        let place = fault.parameter.map { ParameterPath($0).location(in: tree) }
        error(fault.message, at: place ?? tree.location)
      default: error("\(problem)", at: tree.location)
      }
    }
    return study
  }

  private mutating func error(_ message: String, at location: Location?) {
    add(Diagnostic(message, at: location))
  }

  /// Many configurations share what is wrong with the file; it is said once.
  private mutating func add(_ diagnostic: Diagnostic) {
    if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }
}
