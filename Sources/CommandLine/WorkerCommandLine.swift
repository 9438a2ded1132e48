import ArgumentParser
import ForceLabStudies
import ForceLabWorkbench

/// `forcelab worker`: what `run` starts to run trials apart from itself.
struct WorkerCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Run trials for another forcelab.", shouldDisplay: false)

  func run() { Worker.serve(Lab.catalog) }
}
