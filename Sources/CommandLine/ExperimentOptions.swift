import ArgumentParser
import ForceLabWorkbench
import ForceLabSettings

/// What can be changed of an experiment from the command line.
struct ExperimentOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a parameter, as in --set forces.many-body.strength=-50; may be given several times.",
      valueName: "path=value"))
  var settings: [String] = []

  @Option(
    name: .customLong("repeat"), parsing: .unconditional,
    help: ArgumentHelp("Run this many trials per configuration.", valueName: "count"))
  var repeats: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Derive all random numbers from this seed.", valueName: "number"))
  var seed: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Share the work of a tick among this many threads.", valueName: "count"))
  var threads: Int?

  func overrides() throws(InvalidExperiment) -> [Override] {
    var overrides: [Override] = []
    var wrong: [Diagnostic] = []
    for setting in settings {
      do throws(Diagnostic) {
        overrides.append(try Override(setting))
      } catch {
        wrong.append(error)
      }
    }
    guard wrong.isEmpty else { throw InvalidExperiment(wrong) }
    if let repeats { overrides.append(Override("repeat", repeats)) }
    if let seed { overrides.append(Override("seed", seed)) }
    if let threads { overrides.append(Override("threads", threads)) }
    return overrides
  }
}
