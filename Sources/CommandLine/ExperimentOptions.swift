import ArgumentParser
import ForceLabSettings
import ForceLabWorkbench

struct ExperimentOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a parameter, such as forces.many-body.strength=-50. Can be given several times.",
      valueName: "path=value"))
  var settings: [String] = []

  @Option(
    name: .customLong("repeat"), parsing: .unconditional,
    help: ArgumentHelp("Run this many trials per configuration.", valueName: "count"))
  var repeats: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Use this seed for all random numbers.", valueName: "number"))
  var seed: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Compute each tick with this many threads.", valueName: "count"))
  var threads: Int?

  func overrides() throws(InvalidExperiment) -> [Override] {
    var overrides = try collect(settings) { try Override($0) }
    if let repeats { overrides.append(Override("repeat", repeats)) }
    if let seed { overrides.append(Override("seed", seed)) }
    if let threads { overrides.append(Override("threads", threads)) }
    return overrides
  }
}
