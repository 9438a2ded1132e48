import ArgumentParser
import Workbench

/// What can be changed of an experiment from the command line.
struct ExperimentOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a parameter, as in --set forces.many-body.strength=-50.", valueName: "path=value"))
  var settings: [String] = []

  @Option(name: .customLong("repeat"), help: "Run this many trials per configuration.")
  var repeats: Int?

  @Option(help: "Derive all random numbers from this seed.")
  var seed: Int?

  func overrides() throws -> [Override] {
    try settings.map { try Override($0) }
      + [
        repeats.map { Override("repeat", $0) }, seed.map { Override("seed", $0) },
      ].compactMap { $0 }
  }
}
