import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML
import Foundation

/// The settings of a machine or a cluster, which experiments do not have: a site file.
public struct MachineSettings: Record {
  public var executor: any Executor = LocalExecutor()

  public init() {}

  public static let manual = Manual<Self>(
    "site", "Settings of a site file: forcelab.yaml or ~/.config/forcelab/config.yaml.",
    parameters: [
      Parameter(
        "executor", \.executor, of: .executor, "What runs trials, unless --executor is given.")
    ])

  /// The executor that `option` names, such as `slurm` or `{slurm: {partition: main}}`, or else that of
  /// the first site file: `forcelab.yaml` in the working folder, and `.config/forcelab/config.yaml` in
  /// `home`. Only that in `home`, or one that is trusted, may name commands. An executor that is named alone has
  /// the parameters of the first site file that names it.
  ///
  /// Throws all errors of `option` and the site files.
  package static func executor(
    _ option: String?, in catalog: Catalog, trust: TrustPolicy = .required, folder: String = ".",
    home: String? = ProcessInfo.processInfo.environment["HOME"]
  ) throws(InvalidExperiment) -> any Executor {
    var decoder = ParameterDecoder(catalog: catalog)
    var sites: [MachineSettings] = []
    let named: SettingsNode?
    do throws(Diagnostic) {
      let own = home.map { ("\($0)/.config/forcelab/config.yaml", true) }
      for case let (path, mayRunCommands)? in [("\(folder)/forcelab.yaml", false), own] {
        guard try ReadFile(at: path) != nil else { continue }
        if let problem = ownershipProblem(ofFile: path) {
          throw Diagnostic(
            "the settings are not used, because \(problem); remove them, or copy them to a file of your own",
            at: Location(file: path))
        }
        let document = try YAMLDocument.load(
          path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
        guard let site = decoder.decode(MachineSettings.self, from: document) else { continue }
        // Somebody may have sent the folder.
        if !mayRunCommands, !site.executor.commands.isEmpty {
          try checkTrust(
            trust, in: [path], home: home, of: "the executor",
            commands: site.executor.commands, at: document.location)
        }
        sites.append(site)
      }
      named = try option.map { (option) throws(Diagnostic) in
        try YAMLDocument.parse(option, file: "--executor \(option)")
      }
    } catch {
      throw InvalidExperiment([error])
    }
    let executor = named.flatMap { decoder.plugin(.executor, from: $0) as? any Executor }
    guard decoder.diagnostics.isEmpty else { throw InvalidExperiment(decoder.diagnostics) }
    guard let executor else { return sites.first?.executor ?? LocalExecutor() }
    let same = sites.first { named?.mapping == nil && $0.executor.name == executor.name }
    return same?.executor ?? executor
  }
}
