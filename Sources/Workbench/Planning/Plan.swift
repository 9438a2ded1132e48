import Algorithms
import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

/// All that a run will do, worked out before anything runs.
public struct Plan: Sendable {
  /// One combination of the values that vary, and the study it makes.
  public struct Configuration: Sendable {
    /// Its number, from 1.
    public let number: Int
    /// The value at each swept path, as YAML in one line; empty where the file says nothing.
    public let settings: [String]
    /// The study with these values.
    public let study: any Study
    /// The experiment file with these values in place.
    let tree: SettingsNode
  }

  /// Combinations that were left out, and why.
  public struct Excluded: Sendable {
    /// How many.
    public let count: Int
    /// The reason that the experiment gives.
    public let because: String
  }

  /// A limit and where its figure is found.
  struct PlannedLimit: Sendable {
    let limit: Limit
    let figure: PlannedFigure
  }

  /// A published claim and where its figure is found.
  struct PlannedClaim: Sendable {
    let claim: PublishedClaim
    let figure: PlannedFigure
  }

  /// What is asked.
  public let experiment: Experiment
  /// The experiment file as it is run, overrides applied.
  public let document: SettingsNode
  /// The paths that vary, in the order of the file.
  public let paths: [String]
  /// The configurations, in the order of the sweep.
  public let configurations: [Configuration]
  /// The folder that relative paths start from.
  let folder: String
  /// The files that the experiment names, such as graphs, as they are opened.
  public let files: [String]
  /// The limits that the run is held to.
  let limits: [PlannedLimit]
  /// The published claims that the run is held against.
  let published: [PlannedClaim]
  /// What was left out.
  public let excluded: [Excluded]
  /// Warnings and notes.
  public let notes: [Diagnostic]

  /// The trials in the order in which they run: all configurations once, then all again, so that a
  /// machine that drifts favours none. Those that only warm up come first.
  public var trials: [Trial] {
    let rounds =
      (0..<experiment.warmUp).map { (repetition: $0 + 1, isWarmUp: true) }
      + (1...experiment.repeats).map { (repetition: $0, isWarmUp: false) }
    return product(rounds, configurations).enumerated().map { index, pair in
      Trial(
        number: index + 1, configuration: pair.1.number, repetition: pair.0.repetition,
        seed: experiment.seed(ofRepetition: pair.0.repetition), isWarmUp: pair.0.isWarmUp)
    }
  }

  /// The number of the trial with whose layout the others of its configuration are compared: the
  /// first that counts.
  func firstTrial(of configuration: Int) -> Int {
    experiment.warmUp * configurations.count + configuration
  }

  /// The study's columns of `trials.csv`, of all configurations together.
  public var columns: [Column] {
    Array(configurations.flatMap(\.study.columns).uniqued(on: \.name))
  }

  /// The study's columns of `samples.csv`, of all configurations together.
  public var sampleColumns: [Column] {
    Array(configurations.flatMap(\.study.sampleColumns).uniqued(on: \.name))
  }
}

/// Everything that is wrong with an experiment, or with several.
public struct InvalidExperiment: Error, Sendable {
  /// What is wrong, in the order of the file.
  public let diagnostics: [Diagnostic]

  /// What is wrong, in any order.
  public init(_ diagnostics: [Diagnostic]) {
    // File by file as they are met; what concerns no file comes last.
    let files = diagnostics.map { $0.location?.file }
    let order = diagnostics.enumerated().map { index, diagnostic in
      let location = diagnostic.location
      let file = location.flatMap { files.firstIndex(of: $0.file) } ?? diagnostics.count
      return (place: (file, location?.line ?? 0, location?.column ?? 0, index), diagnostic)
    }
    self.diagnostics = order.sorted { $0.place < $1.place }.map(\.1)
  }
}

extension Plan {
  /// Reads the experiment file at `path`, applies `overrides` and works out the plan.
  ///
  /// Throws `InvalidExperiment` with everything that is wrong, at once.
  public init(path: String, overrides: [Override] = [], catalog: Catalog) throws(InvalidExperiment)
  {
    do {
      try self.init(
        document: YAMLDocument.load(path), folder: ParameterPath.folder(of: path),
        overrides: overrides, catalog: catalog)
    } catch let diagnostic as Diagnostic {
      throw InvalidExperiment([diagnostic])
    } catch let invalid as InvalidExperiment {
      throw invalid
    } catch {
      throw InvalidExperiment([Diagnostic("\(error)", at: Location(file: path))])
    }
  }

  /// Works out the plan of an experiment whose relative paths start from `folder`.
  ///
  /// Throws `InvalidExperiment` with everything that is wrong, at once.
  public init(
    document: SettingsNode, folder: String = ".", overrides: [Override] = [], catalog: Catalog
  ) throws(InvalidExperiment) {
    var planner = Planner(document: document, folder: folder, catalog: catalog)
    guard let plan = planner.plan(overrides), !planner.hasErrors else {
      throw InvalidExperiment(planner.diagnostics)
    }
    self = plan
  }
}

extension ParameterPath {
  static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }
}

/// One parameter set from the command line: `--set path=value`.
public struct Override: Sendable {
  let path: ParameterPath
  let value: SettingsNode

  /// The override that `text` states, `path=value` with the value as YAML.
  ///
  /// Throws a `Diagnostic` if it has not that form.
  public init(_ text: String) throws(Diagnostic) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let file = "--set \(text)"
    guard parts.count == 2, !parts[0].isEmpty else {
      throw Diagnostic("an override must read path=value", at: Location(file: file))
    }
    path = ParameterPath(String(parts[0]))
    var value = try YAMLDocument.parse(String(parts[1]), file: file)
    value.location = Location(file: file)
    self.value = value
  }

  /// The override of the parameter at `path` by a plain `value`.
  public init(_ path: String, _ value: Int) {
    self.path = ParameterPath(path)
    self.value = SettingsNode(
      .scalar(Scalar(String(value))), at: Location(file: "--\(path) \(value)"))
  }
}
