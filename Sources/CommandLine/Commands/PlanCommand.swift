import ArgumentParser
import ForceLabReports
import ForceLabWorkbench

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Print the trials of an experiment without running them.",
    usage: "forcelab plan <file> [<options>]")

  @Argument(help: .value("file", "Experiment file."), completion: .experiment)
  var file: String

  @OptionGroup var options: ExperimentOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    let commands = try MachineSettings.executor(nil, in: Lab.catalog, trust: .ignored).commands
    for plan in try Plan.load([file], options) {
      if format.isJSON { return outputData(plan.json) }
      output(plan.table.text(width: Terminal.width ?? .max))
      output("\n" + plan.countText)
      if let note = plan.verdictNote { standardError(note) }
      if !plan.programs.isEmpty { output("\n" + plan.programs.commandText) }
      if !commands.isEmpty {
        output("\nThe executor runs these commands:" + commands.map { "\n  \($0)" }.joined())
      }
    }
  }
}
