import ArgumentParser
import ForceLabReports
import ForceLabWorkbench

struct Collect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Merge what the tasks of a run on a cluster have done so far.",
    discussion: """
      Running tasks continue; run the command again to merge their later results. When no trial is \
      missing, the report is written and the files of the tasks are removed.
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Flag(help: "Include the times of trials that ran in parallel.")
  var contended = false

  @Flag(help: "Write no report, charts and drawings; `forcelab report` writes them later.")
  var noReport = false

  @Flag(help: "Print only errors.")
  var quiet = false

  func run() throws {
    let files = try RunFolder(collecting: folder)
    var plan = try Plan(path: "\(folder)/experiment.yaml", catalog: Lab.catalog)
    let columns = try? RunColumns(folder: files.files)
    plan.countsContended = contended || columns?.countsContended == true
    let state = try ClusterState(folder, trials: plan.trialCount, Lab.catalog)
    let report = try files.collect(plan)
    if report.remaining == 0 {
      if noReport {
        try RunOverview(folder: folder).writeFindings()
      } else {
        _ = try Report.write(folder, catalog: Lab.catalog, charts: Lab.charts)
      }
    }
    if quiet { return }
    let ended = "\(report.trials - report.remaining) of \(counted(report.trials, "trial"))"
    output(
      state == nil
        ? "Nothing to merge: no task runs trials of this run. \(ended) ended, of which "
          + "\(report.failures) failed." : "Merged \(ended), of which \(report.failures) failed.")
    if let line = report.damageLine { output(line) }
    guard report.remaining > 0, var state else { return }
    try state.refresh()
    output(state.progress.taskText)
    for line in state.failedTasks.lines() { output(line) }
  }
}
