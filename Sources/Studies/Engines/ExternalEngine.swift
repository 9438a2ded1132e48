import ForceLabEngines
import ForceLabFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import ForceLabYAML

/// A program outside of ForceLab that computes layouts, as its manifest describes it.
public struct ExternalEngine: LayoutEngine {
  var manifest = EngineManifest()
  /// Whether the user must have trusted the manifest.
  private var needsTrust = true
  /// The parameters that have a value.
  public var values: [String: SettingsNode] = [:]
  /// The attribute of edges that the engine gets as weights; empty for none.
  public var weights = Self.noWeights
  /// The version of the engine's package; empty for the one that is installed.
  public var version = ""

  /// Shared by all configurations with the engine.
  private let processes: EngineProcesses

  static let noWeights = "none"

  public init() { processes = EngineProcesses() }

  /// Its parameters are those of a manifest, so that the type itself has none.
  public static let manual = Manual<Self>("external", "A program that computes layouts.")

  fileprivate init(
    _ manifest: EngineManifest, needsTrust: Bool, _ processes: EngineProcesses = EngineProcesses()
  ) {
    (self.manifest, self.needsTrust, self.processes) = (manifest, needsTrust, processes)
    values = manifest.parameters.defaults
  }

  private var manual: Manual<Self> {
    let declared: [Parameter<Self>] = manifest.parameters.parameters(
      \.values, missing: "that of the engine")
    let weights = Parameter<Self>(
      "weights", \.weights,
      "The attribute of edges that the engine gets as weights, such as `weight`, or `none`."
    ).effective(when: manifest.weightsCondition)
    let version = Parameter<Self>(
      "version", \.version,
      "The version of the package \(manifest.versionedPackage ?? ""), which `forcelab engine install \(name)` installs "
        + "into an environment of its own.", defaultDescription: "the one that is installed")
    return Manual(
      manifest.name, manifest.summary,
      parameters: declared + (manifest.takesWeights ? [weights] : [])
        + (manifest.versionedPackage == nil ? [] : [version]),
      source: manifest.source, version: manifest.version,
      defaults: Self(manifest, needsTrust: needsTrust, processes))
  }

  /// The engines that experiments in `folder` can name. One whose manifest has errors reports them when it is used.
  static let entries: Catalog.Finder = { folder in
    EngineFinder.manifests(beside: folder).map { found in
      let path = found.path
      do throws(EngineManifestErrors) {
        let engine = Self(try EngineManifest(file: path), needsTrust: !found.isExplicit)
        if let problem = found.problem(engine.manifest.files) {
          let error = Diagnostic(
            "the engine is not started, because \(problem); copy it to a folder of your own, or add its "
              + "folder to FORCELAB_ENGINES", at: Location(file: path))
          return Catalog.Entry(Self.self, invalid: engine.name, errors: [error])
        }
        return Catalog.Entry(
          engine, manual: engine.manual, files: engine.manifest.files, arePrograms: true)
      } catch {
        return Catalog.Entry(Self.self, invalid: EngineManifest.name(of: path), errors: error.all)
      }
    }
  }

  public var name: String { manifest.name }
  public var isRandom: Bool { manifest.isRandom }

  public var reference: SettingsNode { manual.reference(of: self) }

  public var edgeAttributes: Set<String> { weights == Self.noWeights ? [] : [weights] }

  public var columns: [Column] {
    [
      .time(
        "round_trip_seconds", "time with the transfer to the engine", short: "round trip",
        importance: 0)
    ]
  }

  public func check() throws(ParameterError) {
    if !version.isEmpty { try EngineManifest.checkVersion(version) }
  }

  /// The manifest of the version.
  private var chosen: EngineManifest { version.isEmpty ? manifest : manifest.choosing(version) }

  public func check(on graph: Graph) throws(ParameterError) {
    guard weights != Self.noWeights else { return }
    try Quantity.attribute(weights).check(edgesOf: graph, within: Bounds(above: 0), as: "weights")
  }

  public func programs(threads: Int) -> [ExternalProgram] {
    [
      ExternalProgram(
        version.isEmpty ? name : "\(name) \(version)", command: chosen.commandText,
        filesToTrust: needsTrust ? manifest.filesToTrust : []
      ) { [chosen] deadline in
        Result { () throws(EngineError) in
          try EngineProcess(chosen, threads: threads, until: deadline).greeting.version
        }.mapError { Diagnostic("\($0)", at: nil, severity: .warning) }
      }
    ]
  }

  /// The values of the parameters as JSON, sorted by name.
  var jsonValues: [(name: String, json: String)] {
    values.sorted { $0.key < $1.key }.compactMap { name, value in
      value.scalar?.engineJSON.map { (name, $0) }
    }
  }

  public func layout(_ task: LayoutTask) throws -> LayoutAnswer {
    var request = EngineRequest(start: task.start)
    request.parameters = jsonValues
    (request.seed, request.threads) = (task.seed, task.threads)
    (request.frames, request.deadline) = (task.frames, task.deadline)
    let graph = EngineGraph(
      task.graph, weights: weights == Self.noWeights ? nil : task.graph.edgeValues(weights),
      key: "\(task.graphKey) \(weights)")
    do {
      let (process, isNew) = try processes.process(of: chosen, threads: task.threads, task.deadline)
      let layout = try process.layout(request, of: graph)
      var answer = LayoutAnswer(layout.coordinates)
      (answer.nanoseconds, answer.iterations) = (layout.nanoseconds, layout.iterations)
      (answer.frames, answer.isFirst) = (layout.frames, isNew)
      answer.values["round_trip_seconds"] = .number(Double(layout.roundTripNanoseconds) / 1e9)
      return answer
    } catch let error as EngineError {
      throw LayoutFailure(error.status, "\(error)")
    }
  }
}

extension EngineError {
  fileprivate var status: Outcome.Status {
    switch self {
    case .notInstalled: .skipped
    case .refused, .broken: .failed
    case .timedOut: .timedOut
    }
  }
}

/// The running processes of an engine, one for each version and number of threads. They end with it.
private final class EngineProcesses: @unchecked Sendable {
  private var all: [[String]: EngineProcess] = [:]

  /// A running process, and whether it was started now. Trials of one process run one after the other.
  func process(
    of manifest: EngineManifest, threads: Int, _ deadline: ContinuousClock.Instant?
  ) throws(EngineError) -> (process: EngineProcess, isNew: Bool) {
    let key = manifest.command + ["\(threads)"]
    if let process = all[key], process.isUsable { return (process, false) }
    all[key] = nil
    let process = try EngineProcess(manifest, threads: threads, until: deadline)
    all[key] = process
    return (process, true)
  }
}

extension Scalar {
  /// As JSON, in which a float keeps its point, as 1.0; nil if it is null or not finite.
  fileprivate var engineJSON: String? {
    switch value {
    case .null: nil
    case .float(let value): value.isFinite ? "\(value)" : nil
    case .bool, .int, .string: json
    }
  }
}

extension ExternalEngine {
  /// Installs `version` of the engine `name`, and returns the version that it reports. Throws if that is impossible.
  package static func install(
    _ name: String, _ version: String, in catalog: Catalog, trust: TrustPolicy
  ) throws -> String {
    let place = Location(file: "engine install")
    var decoder = ParameterDecoder(catalog: catalog)
    let plugin = decoder.plugin(.engine, from: .scalar(.string(name), at: place))
    if let error = decoder.diagnostics.first { throw error }
    guard let engine = plugin as? ExternalEngine else {
      throw Diagnostic("'\(name)' is part of ForceLab and has no other version", at: place)
    }
    try Result { () throws(ParameterError) in try EngineManifest.checkVersion(version) }
      .mapError { Diagnostic($0.message, at: place) }.get()
    try engine.programs(threads: 1).checkTrust(trust)
    return try engine.manifest.install(version)
  }

  /// Tests the engine `name` with the parameters `settings`, each `parameter=value`, and calls `report`
  /// after each test. Throws a `Diagnostic` if it is unknown, not trusted or not installed.
  package static func check(
    _ name: String, _ settings: [String], in catalog: Catalog, trust: TrustPolicy,
    report: @escaping (EngineCheck.Finding) -> Void
  ) throws -> [EngineCheck.Finding] {
    let place = Location(file: "engine check")
    var parameters = SettingsNode.mapping([:], at: place)
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Diagnostic("'\(setting)' is not parameter=value", at: Location(file: "--set"))
      }
      parameters[parts[0]] = try YAMLDocument.parse(parts[1], file: "--set \(setting)")
    }
    func decoded(_ parameters: SettingsNode) throws(Diagnostic) -> (any Plugin)? {
      var decoder = ParameterDecoder(catalog: catalog)
      let engine = decoder.plugin(.engine, from: .mapping([name: parameters]))
      let ineffective = decoder.conditional.compactMap(\.problem).map { Diagnostic($0, at: place) }
      if let error = (decoder.diagnostics + ineffective).first { throw error }
      return engine
    }
    guard let engine = try decoded(parameters) as? ExternalEngine else {
      throw Diagnostic("'\(name)' is part of ForceLab and needs no test", at: nil)
    }
    try engine.programs(threads: 1).checkTrust(trust)
    // Those of the parameters that are not set and have an effect.
    let choices = engine.manifest.parameters.all.filter { parameters[$0.name] == nil }
      .flatMap { name, declaration in declaration.choices.map { (name, $0) } }
      .compactMap { name, choice -> (String, EngineCheck.Parameters)? in
        var chosen = parameters
        chosen[name] = .scalar(.string(choice), at: place)
        return (try? decoded(chosen) as? ExternalEngine).map {
          ("\(name): \(choice)", $0.jsonValues)
        }
      }
    var check = EngineCheck(
      engine.chosen, parameters: engine.jsonValues, choices: choices, report: report)
    do {
      return try check.run()
    } catch let error as EngineError {
      throw Diagnostic("\(error)", at: Location(file: engine.manifest.file))
    }
  }
}
