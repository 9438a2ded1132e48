import ArgumentParser
import ForceLabWorkbench

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of experiment files, for editors.")

  func run() { outputData(Experiment.schema(of: Lab.localCatalog), terminator: "") }
}
