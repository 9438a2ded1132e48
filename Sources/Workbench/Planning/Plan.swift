import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

/// The configurations and trials of a run, checked before anything runs.
public struct Plan: Sendable {
  public struct Configuration: Sendable {
    public let number: Int
    /// The value at each swept path, as YAML in one line; empty if the file has none.
    public let settings: [String]
    public let study: any Study
    let program: TrialProgram
    /// The number of its instance of the problem, such as a graph, from 0.
    let instance: Int
    /// Without parameters that have an effect only in other configurations.
    let tree: SettingsNode

    var studySettings: SettingsNode {
      let known = type(of: study).parameterNames
      let entries = tree.mapping?.entries.filter { known.contains($0.key) } ?? []
      return SettingsNode(.mapping(Mapping(entries)), at: tree.location)
    }
  }

  public let experiment: Experiment
  /// The experiment file with overrides applied.
  public let document: SettingsNode
  /// Whether the summary of the run includes the times of trials that ran in parallel.
  public var countsContended = false
  /// The other program that runs trials, if any.
  public private(set) var base: BaseProgram?
  public let paths: [String]
  /// What algorithms are compared over; nil if no swept path names instances of the problem.
  public let instances: InstanceAxes?
  public let configurations: [Configuration]
  let root: ManualPage
  let catalog: Catalog
  let folder: String
  /// The files that the experiment names, and those that describe what it names.
  public let files: [String]
  /// Those of them that a run copies.
  let inputs: RunInputs
  /// What to cite for the graphs.
  public let citations: [String]
  let limits: [(Limit, FigureRows)]
  let published: [(PublishedClaim, FigureRows)]
  /// How many combinations are left out, by their reasons.
  public let excluded: [(count: Int, because: String)]
  public let notes: [Diagnostic]

  /// The trials in the order of their numbers: all configurations once, then all again, so that a drift of
  /// the machine's speed affects all alike. Warm-up trials come first.
  public var trials: [Trial] { (0..<trialCount).map { self[trial: $0 + 1] } }

  public var trialCount: Int { configurations.count * (experiment.warmUp + experiment.repeats) }

  subscript(trial number: Int) -> Trial {
    let (round, configuration) = (number - 1).quotientAndRemainder(dividingBy: configurations.count)
    let isWarmUp = round < experiment.warmUp
    let repetition = isWarmUp ? round + 1 : round - experiment.warmUp + 1
    let instance = configurations[configuration].instance
    return Trial(
      number: number, configuration: configuration + 1, repetition: repetition,
      seed: experiment.seed(ofRepetition: repetition, on: instance), isWarmUp: isWarmUp)
  }

  /// The first trial after the warm-up, with whose layout those of the configuration are compared.
  func firstTrial(of configuration: Int) -> Int {
    experiment.warmUp * configurations.count + configuration
  }

  /// The study's columns of `trials.csv`, of all configurations together.
  public var columns: [Column] { configurations.flatMap(\.study.columns).uniqued(on: \.name) }

  public var programs: [ExternalProgram] {
    configurations.flatMap(\.study.programs).uniqued(on: \.name)
  }

  public var eventColumns: [Column] {
    configurations.flatMap(\.study.eventColumns).uniqued(on: \.name)
  }

  public var sampleColumns: [Column] {
    configurations.flatMap(\.study.sampleColumns).uniqued(on: \.name)
  }
}

/// The errors of one experiment or several.
public struct InvalidExperiment: Error, Sendable {
  /// The errors, in the order of the file.
  public let diagnostics: [Diagnostic]

  public init(_ diagnostics: [Diagnostic]) {
    // Grouped by file; errors without a file come last.
    let files = diagnostics.map { $0.location?.file }
    let order = diagnostics.enumerated().map { index, diagnostic in
      let location = diagnostic.location
      let file = location.flatMap { files.firstIndex(of: $0.file) } ?? diagnostics.count
      return (place: (file, location?.line ?? 0, location?.column ?? 0, index), diagnostic)
    }
    self.diagnostics = order.sorted { $0.place < $1.place }.map(\.1)
  }
}

/// The diagnostics of an invalid experiment, or the one thrown itself; nil for other errors.
package func knownDiagnostics(of error: any Error) -> [Diagnostic]? {
  (error as? InvalidExperiment)?.diagnostics ?? (error as? Diagnostic).map { [$0] }
}

/// The results of `body` for all elements, or all their diagnostics as one error.
@discardableResult
package func collect<Element, Result>(
  _ elements: [Element], _ body: (Element) throws -> Result
) throws(InvalidExperiment) -> [Result] {
  var results: [Result] = []
  var diagnostics: [Diagnostic] = []
  for element in elements {
    do {
      results.append(try body(element))
    } catch {
      diagnostics += knownDiagnostics(of: error) ?? [Diagnostic("\(error)", at: nil)]
    }
  }
  guard diagnostics.isEmpty else { throw InvalidExperiment(diagnostics) }
  return results
}

extension Plan {
  /// Throws `InvalidExperiment` with all errors.
  ///
  /// With a `base`, the plan has every configuration twice: for that program, and for this one.
  public init(
    path: String, overrides: [Override] = [], catalog: Catalog, base: BaseProgram? = nil
  ) throws(InvalidExperiment) {
    let document = try Result { () throws(Diagnostic) in try YAMLDocument.load(path) }
      .mapError { InvalidExperiment([$0]) }.get()
    try self.init(
      document: document, folder: parentFolder(of: path), overrides: overrides, catalog: catalog,
      base: base)
  }

  /// Relative paths start from `folder`. Settings that no configuration uses are errors, unless they are omitted.
  /// Throws `InvalidExperiment` with all errors.
  public init(
    document: SettingsNode, folder: String = ".", overrides: [Override] = [], catalog: Catalog,
    base: BaseProgram? = nil, omitsUnused: Bool = false
  ) throws(InvalidExperiment) {
    let set = overrides.last { $0.path.text == "folder" }?.value
    let own = (set ?? document["folder"])?.scalar?.text ?? ""
    let place = own.isEmpty ? folder : own.hasPrefix("/") ? own : "\(folder)/\(own)"
    let catalog = catalog.withPlugins(beside: place)
    var planner = Planner(document: document, folder: place, catalog: catalog)
    var found = planner.plan(overrides, comparesPrograms: base != nil)
    if omitsUnused, planner.diagnostics.contains(where: { $0.severity == .error }) {
      let used = document.removingEntries(planner.unused.contains)
      planner = Planner(document: used, folder: place, catalog: catalog)
      found = planner.plan(overrides, comparesPrograms: base != nil)
    }
    guard var plan = found, !planner.diagnostics.contains(where: { $0.severity == .error })
    else { throw InvalidExperiment(planner.diagnostics) }
    plan.base = base
    self = plan
  }
}

/// One parameter set from the command line: `--set path=value`.
public struct Override: Sendable {
  let path: ParameterPath
  let value: SettingsNode

  /// Throws a `Diagnostic` if `text` is not `path=value`.
  public init(_ text: String) throws(Diagnostic) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let file = "--set \(text)"
    // An empty value is that of a shell variable that is not set. It would be a default for some paths.
    guard parts.count == 2, !parts.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
      let isNamed = parts.count == 2 && parts[0].contains { !$0.isWhitespace }
      throw Diagnostic(
        isNamed
          ? "the value is missing; write path=value" : "an override must have the form path=value",
        at: Location(file: file))
    }
    path = ParameterPath(String(parts[0]))
    var value = try YAMLDocument.parse(String(parts[1]), file: file)
    value.location = Location(file: file)
    self.value = value
  }

  public init(_ path: String, _ value: SettingsNode) {
    (self.path, self.value) = (ParameterPath(path), value)
  }

  public init(_ path: String, _ value: Int) {
    self.init(path, .scalar("\(value)", at: Location(file: "--\(path) \(value)")))
  }
}
