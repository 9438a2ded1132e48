import ForceLabEngines
import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

extension ExternalEngine {
  /// Tests the engine `name` with the parameters `settings`, each `parameter=value`, and calls `report`
  /// after each test. Throws a `Diagnostic` if it is unknown or not installed.
  package static func check(
    _ name: String, _ settings: [String], in catalog: Catalog,
    report: @escaping (EngineCheck.Finding) -> Void
  ) throws -> [EngineCheck.Finding] {
    var parameters = Mapping()
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Diagnostic("'\(setting)' is not parameter=value", at: Location(file: "--set"))
      }
      parameters[parts[0]] = try YAMLDocument.parse(parts[1], file: "--set \(setting)")
    }
    var decoder = ParameterDecoder(catalog: catalog)
    let place = Location(file: "engine check")
    let node = SettingsNode.mapping([name: SettingsNode(.mapping(parameters), at: place)])
    let engine = decoder.plugin(.engine, from: node)
    if let error = decoder.diagnostics.first { throw error }
    guard let engine = engine as? ExternalEngine else {
      throw Diagnostic("'\(name)' is part of ForceLab and needs no test", at: nil)
    }
    var check = EngineCheck(
      engine.manifest, parameters: engine.jsonValues, report: report)
    do {
      return try check.run()
    } catch let error as EngineError {
      throw Diagnostic("\(error)", at: Location(file: engine.manifest.file))
    }
  }
}
