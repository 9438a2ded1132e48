import ArgumentParser
import ForceLabEngines
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench

struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check experiment files and print all errors.")

  @Argument(
    help: .value("file", "Experiment files, and manifests of engines (*.engine.yaml)."),
    completion: .experiment)
  var files: [String]

  @OptionGroup var format: FormatOption

  func run() throws {
    var failure: ExitCode?
    for file in files {
      do throws(InvalidExperiment) {
        if file.hasSuffix(EngineManifest.suffix) {
          try validateManifest(file)
          continue
        }
        let plan = try Plan(path: file, catalog: Lab.catalog)
        let notes = plan.notes + [plan.verdictNote].compactMap { $0 }
        if format.isJSON {
          outputData(notes.validation(of: file, trials: plan.trialCount))
          continue
        }
        notes.forEach { standardError($0) }
        output("\(file): ok, \(plan.countText)")
      } catch {
        if format.isJSON { outputData(error.diagnostics.validation(of: file, trials: nil)) }
        failure = format.isJSON ? ExitCode(2) : report(error.diagnostics)
      }
    }
    if let failure { throw failure }
  }

  private func validateManifest(_ file: String) throws(InvalidExperiment) {
    do throws(EngineManifestErrors) {
      let name = try EngineManifest(file: file).name
      guard !format.isJSON else { return outputData([].validation(of: file, trials: 0)) }
      output(
        "\(file): ok, the manifest of the engine '\(name)'; "
          + "`\(Diagnostic.program) engine check` tests engines")
    } catch {
      throw InvalidExperiment(error.all)
    }
  }
}
