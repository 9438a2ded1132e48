import ArgumentParser
import ForceLabWorkbench

/// `forcelab worker`: runs trials in a process of its own, started by `run`.
struct WorkerCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Run trials for another process.", shouldDisplay: false)

  func run() { Worker.serve(Lab.catalog) }
}
