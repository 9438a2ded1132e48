import ArgumentParser
import ForceLabFiles
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench
import Foundation
import Synchronization

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run experiments and write their results.",
    discussion: "Results are written to Results/NAME/DATE-TIME unless --out is given.")

  @Argument(help: .value("file", "Experiment files."), completion: .experiment)
  var files: [String]

  @Option(
    help: .value("folder", "Write the results to this folder, which must be new or empty."),
    completion: .directory)
  var out: String?

  @OptionGroup var options: ExperimentOptions
  @OptionGroup var trials: TrialOptions
  @OptionGroup var trust: TrustOption

  @Option(
    help: .value(
      "executor",
      "Run the trials with this executor, such as slurm; `forcelab list executors` names them. By "
        + "default, that of forcelab.yaml or ~/.config/forcelab/config.yaml, or local."))
  var executor: String?

  @Option(
    help: .value(
      "program",
      "Run the same trials with this other build of forcelab, too, in the same order and one after the "
        + "other, and compare both: `base` is the other build, and `this` the one that runs."),
    completion: .file())
  var against: String?

  @Flag(help: "Wait for the results of trials that run on a cluster.")
  var wait = false

  @Flag(help: "Resume the latest run of the experiment, or the run in --out.")
  var resume = false

  @Flag(
    help:
      "Resume a run even if the program or the experiment has changed, but not the settings of its trials."
  )
  var resumeAnyway = false

  @Flag(help: "Delete the run in --out and start again.")
  var fresh = false

  @Flag(help: "Write no report, charts and drawings; `forcelab report` writes them later.")
  var noReport = false

  @Flag(help: "Print only errors.")
  var quiet = false

  @OptionGroup var format: FormatOption

  @Flag(help: "Exit with 1 if a limit is exceeded or a published claim is not reproduced.")
  var strict = false

  @Option(
    help: .value(
      "folder",
      "Append the measured limits and claims to the records of this machine in this folder."),
    completion: .directory)
  var record: String?

  func validate() throws {
    guard out != "" else { throw ValidationError("--out is empty; name a folder") }
    guard out == nil || files.count == 1 else {
      throw ValidationError(
        "--out names one folder, but \(files.count) experiments are named; run them one by one")
    }
    guard !fresh || !isResumed else {
      throw ValidationError("--fresh starts again and --resume continues; use one of them")
    }
    guard !fresh || out != nil else {
      throw ValidationError("--fresh deletes the run in --out; add --out, or omit --fresh")
    }
  }

  func run() throws {
    var reports: [Runner.Report] = []
    var records = try record.map { try MachineRecords(folder: $0) }
    let executor = try MachineSettings.executor(self.executor, in: Lab.catalog, trust: trust.policy)
    // Before a folder is made.
    try executor.check(trials, programs: against == nil ? 1 : 2)
    if !(executor is LocalExecutor), !wait, strict || record != nil {
      throw ValidationError("--strict and --record need results; add --wait")
    }
    if against != nil, !(executor is LocalExecutor) {
      throw ValidationError(
        "--against runs both programs on this machine; add --executor local, or omit --against")
    }
    let base = try against.map { try BaseProgram($0, WorkerCommandLine.greetingArguments) }
    let plans = try Plan.load(files, options, base: base)
    try collect(plans) { try $0.checkPrograms() }
    try plans.flatMap(\.programs).checkTrust(trust.policy)
    if !quiet, let warning = RunEnvironment.warning { standardError(warning + "\n") }
    let printsText = !quiet && !format.isJSON
    let isInterrupted = Interruption.watched()
    for (index, plan) in plans.enumerated() {
      if isInterrupted() { throw ExitCode(130) }
      if index > 0 && printsText { output("") }
      guard let report = try run(plan, on: executor) else {
        if isInterrupted() { throw ExitCode(130) }
        continue
      }
      if report.isInterrupted { throw ExitCode(130) }
      reports.append(report)
      if trials.failFast && report.failures > 0 { break }
    }
    let (limits, claims) = (reports.flatMap(\.limits), reports.flatMap(\.published))
    // After all experiments, so that they are the last lines of a long run.
    if printsText && !limits.isEmpty { output("\n" + limits.text(width: Terminal.width ?? 100)) }
    if printsText && !claims.isEmpty { output("\n" + claims.text(width: Terminal.width ?? 100)) }
    let figures = { try reports.flatMap { try RunReader(folder: $0.folder).figureRecords() } }
    if let record, let file = try records?.add(figures()), printsText {
      let command = "\(Diagnostic.program) history \(record.asArgument)"
      output("\nRecorded in \(file). `\(command)` shows all runs.")
    }
    let isMissed = strict && (limits.contains { !$0.isKept } || claims.contains { !$0.holds })
    // After --fail-fast, trials remain.
    let isFailed = reports.contains { $0.failures > 0 || $0.remaining > 0 || $0.lacksReport }
    if isFailed || isMissed { throw ExitCode(1) }
  }

  /// Nil if the trials run on after this returns.
  private func run(_ plan: Plan, on executor: any Executor) throws -> Runner.Report? {
    let date = Date()
    let folder = try folder(for: plan, at: date)
    if !quiet, let note = plan.inputNote { standardError(note) }
    let width = Terminal.width ?? 100
    if !quiet && !format.isJSON {
      output(wrapped("\(plan.title)\n\(plan.countText)\n", width: width))
    }
    guard let report = try execute(plan, into: folder, at: date, on: executor) else { return nil }
    let isSilent = quiet && !format.isJSON
    let lacksFindings = noReport && !report.isInterrupted
    if isSilent && !lacksFindings { return report }
    let overview = try RunOverview(folder: report.folder)
    if lacksFindings { try overview.writeFindings() }
    if isSilent { return report }
    if format.isJSON {
      outputData(overview.json())
      return report
    }
    output(overview.text(width: width))
    if plan.base != nil { output("\n" + (try comparison(in: report.folder))) }
    return report
  }

  /// Of both programs of the run in `folder`, as `compare` prints it.
  private func comparison(in folder: String) throws -> String {
    var options = Comparison.Options()
    options.countsContended = trials.contended
    let table = try PairedTable(RunReader(folder: folder), by: TrialProgram.path)
    return try Comparison(table, options).text(width: Terminal.width ?? 100)
  }

  private var isResumed: Bool { resume || resumeAnyway }

  private func folder(for plan: Plan, at date: Date) throws -> RunFolder {
    let name = plan.experiment.name
    if isResumed {
      let path = try out ?? RunFolder.newest(below: "Results", experiment: name)
      let folder = try path.map { path throws(Diagnostic) in try RunFolder(resuming: path) }
      if folder?.isRun != true {
        let place = out.map { "in \($0)" } ?? "of '\(name)'"
        standardError("note: no run \(place) to resume; starting a new one\n")
      }
      if let folder { return folder }
    }
    guard let out else { return try RunFolder(below: "Results", experiment: name, at: date) }
    guard fresh else { return try RunFolder(at: out) }
    let folder = try RunFolder(resuming: out)
    if folder.isRun {
      try folder.checkIsRun(of: name)
      try ClusterState.end(folder, Lab.catalog)
      try folder.clear()
    }
    return folder
  }

  private func execute(
    _ plan: Plan, into folder: RunFolder, at date: Date, on executor: any Executor
  ) throws -> Runner.Report? {
    let progress = LiveProgress(plan, isQuiet: quiet, isResumed: isResumed)
    defer { progress.erase() }
    var environment = RunEnvironment(seed: plan.experiment.seed, date: date, catalog: Lab.catalog)
    environment.citations = plan.citations.isEmpty ? nil : plan.citations
    let timeout = min(30, plan.experiment.timeout ?? 30)
    environment.programs = try versions(
      of: plan.programs, until: .now.advanced(by: .seconds(timeout)), progress)
    if let base = plan.base {
      environment.programs = (environment.programs ?? [:]).merging(
        [TrialProgram.base.rawValue: base.description]) { $1 }
    }
    var request = RunRequest(
      plan, into: folder, environment: environment, options: try trials.runnerOptions())
    request.plan.countsContended = trials.contended
    (request.isResumed, request.changesMatter) = (isResumed, !resumeAnyway)
    (request.waits, request.hasReport) = (wait, !noReport)
    request.warn = { [progress] in
      progress.erase()
      standardError("\($0)\n")
    }
    request.interruptions = Interruption.counted(only: wait && !(executor is LocalExecutor))
    var report = try executor.run(request) { event in
      switch event {
      case .trial(let trial): progress.show(trial)
      case .tasks(let tasks): progress.update { $0.show(tasks) }
      case .note(let text): note(text, progress)
      }
    }
    if let whole = report, !whole.isInterrupted && !noReport {
      progress.update { $0.announce("Writing the report ...") }
      report?.lacksReport = !writeReport(of: whole, progress)
    }
    return report
  }

  private func note(_ text: String, _ progress: LiveProgress) {
    if quiet { return }
    progress.erase()
    if format.isJSON { standardError(text + "\n") } else { output(text) }
  }

  /// Returns the version of each program, by name. Starts all of them at the same time, and prints a
  /// warning for each one that cannot be started. After an interruption, ends them and throws.
  private func versions(
    of programs: [ExternalProgram], until deadline: ContinuousClock.Instant,
    _ progress: LiveProgress
  ) throws -> [String: String]? {
    guard !programs.isEmpty else { return nil }
    if !quiet && !format.isJSON {
      progress.erase()
      output(programs.commandText + "\n")
    }
    let found = Mutex<[String: Result<String, Diagnostic>]>([:])
    let isInterrupted = Interruption.watched()
    for program in programs {
      Thread {
        let version = program.version(deadline)
        found.withLock { $0[program.name] = version }
      }.start()
    }
    while found.withLock({ $0.count }) < programs.count {
      if isInterrupted() {
        ChildProcess.killAll()
        throw ExitCode(130)
      }
      usleep(2000)
    }
    let versions = found.withLock { $0 }
    for program in programs {
      guard case .failure(let warning)? = versions[program.name] else { continue }
      progress.erase()
      standardError("\(warning)\n")
    }
    // Its error is printed above.
    return versions.mapValues { (try? $0.get()) ?? "not installed" }
  }

  /// Writes the report. Returns false after a warning if it cannot be written: the results are complete without it.
  private func writeReport(of report: Runner.Report, _ progress: LiveProgress) -> Bool {
    do throws(Diagnostic) {
      _ = try Report.write(report.folder, catalog: Lab.catalog, charts: Lab.charts)
      return true
    } catch {
      let warning = Diagnostic(
        "cannot write the report: \(error.message); try again with `\(Diagnostic.program) report`",
        at: error.location, severity: .warning)
      progress.erase()
      standardError("\(warning)\n")
      return false
    }
  }
}
