import ArgumentParser
import ForceLabSettings
import ForceLabWorkbench

struct Cancel: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Cancel the tasks of a run on a cluster.",
    discussion: """
      Trials that have ended are merged. `forcelab run --resume` submits the others again.
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  func run() throws {
    let plan = try Plan(path: "\(folder)/experiment.yaml", catalog: Lab.catalog)
    guard var state = try ClusterState(folder, trials: plan.trialCount, Lab.catalog) else {
      throw Diagnostic(
        "the run has no tasks on a cluster; those of a finished run are merged",
        at: Location(file: folder))
    }
    try state.refresh()
    let progress = state.progress
    try state.cancel()
    output("Cancelled \(counted(progress.running + progress.pending, "task")).")
  }
}
