import ArgumentParser
import ForceLabFiles
import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct Tune: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find the best parameters for graphs, if any are better than the default.",
    usage: "forcelab tune <file> [<options>]",
    discussion: """
      The key `tune` of the experiment says what varies, and which measures are to be low or high; see \
      `forcelab describe tune`. Configurations race on blocks of a graph with a seed, and those that are \
      significantly worse drop out. Graphs that no race has seen decide whether the best one is better \
      than the experiment as it is.

        forcelab tune my-graphs.yaml --budget 2000
        forcelab tune my-graphs.yaml --budget 5min --out tuned
        forcelab tune my-graphs.yaml --budget 5min --out tuned --resume

      Writes tune.json, the run of the test with its report, tuned.yaml, an experiment with the best settings, \
      and, if the default is not the best, tuned.preset.yaml, a preset of them, to Results/NAME/tune unless --out \
      is given.
      """)

  @Argument(help: .value("file", "Experiment file."), completion: .experiment)
  var file: String

  @Option(
    parsing: .unconditional,
    help: .value("trials|time", "Trials, such as 2000, or time, such as 5min."))
  var budget = "2000"

  @Option(
    help: .value("folder", "Write to this folder, which must be new or empty."),
    completion: .directory)
  var out: String?

  @Flag(
    help:
      "Continue a tuning that was interrupted, with the same --budget; the time that it used counts."
  )
  var resume = false

  @Option(
    help: .value(
      "executor",
      "Run the trials with this executor, such as slurm; `forcelab list executors` names them."))
  var executor: String?

  @Flag(help: "Print only errors.")
  var quiet = false

  @OptionGroup var settings: SettingOptions
  @OptionGroup var trials: TrialOptions
  @OptionGroup var trust: TrustOption

  private var parsedBudget: Tuner.Budget? {
    let words = budget.hasSuffix("trials") ? budget.dropLast("trials".count) : budget[...]
    if let count = Int(words.trimmingCharacters(in: .whitespaces)), count > 0 {
      return .trials(count)
    }
    return Units.number(in: budget, of: "s").flatMap { $0 > 0 && $0.isFinite ? .seconds($0) : nil }
  }

  func validate() throws {
    guard out != "" else { throw ValidationError("--out is empty; name a folder") }
    guard parsedBudget != nil else {
      throw ValidationError(
        "--budget is '\(budget)'; give a number of trials, such as 2000, or a time, such as 5min")
    }
    guard !trials.failFast else {
      throw ValidationError(
        "--fail-fast would end every tuning; omit it, because a failure is the worst result")
    }
  }

  func run() throws {
    guard let budget = parsedBudget else { return }
    let plan = try Plan(path: file, overrides: try settings.overrides(), catalog: Lab.catalog)
    for note in plan.notes { standardError(note) }
    let tuning = try TuningPlan(plan)
    let folder = out ?? "Results/\(plan.experiment.name)/tune"
    let executor = try MachineSettings.executor(self.executor, in: Lab.catalog, trust: trust.policy)
    try executor.check(trials)
    let options = try trials.runnerOptions()
    let environment = RunEnvironment(seed: plan.experiment.seed, date: Date(), catalog: Lab.catalog)
    var tuner = try Tuner(tuning, budget: budget, into: folder, isParallel: trials.jobs > 1) {
      part, folder in
      try part.programs.checkTrust(trust.policy)
      var request = RunRequest(part, into: folder, environment: environment, options: options)
      (request.isResumed, request.waits, request.hasReport) = (true, true, false)
      request.warn = { standardError("\($0)\n") }
      request.interruptions = Interruption.counted(only: !(executor is LocalExecutor))
      // It waits, so there is a report unless it was interrupted.
      guard let report = try executor.run(request, observe: { _ in }) else {
        throw Tuner.Interrupted()
      }
      return report
    }
    try checkFolder(folder)
    if !quiet, let warning = RunEnvironment.warning { standardError(warning + "\n") }
    let result: TuningResult
    do {
      result = try tuner.run { race in if !quiet { output(race.text) } }
    } catch is Tuner.Interrupted {
      if !quiet { standardError("interrupted; continue with --resume\n") }
      throw ExitCode(130)
    }
    try writeFile(Data(result.prettyJSON.utf8), to: folder + "/tune.json")
    try writeFile(Data(tuning.tunedExperiment(result).utf8), to: folder + "/tuned.yaml")
    let preset = try tuning.preset(result)
    if let preset { try writeFile(Data(preset.utf8), to: folder + "/tuned.preset.yaml") }
    try writeFile(Data(result.explorationCSV.utf8), to: folder + "/configurations.csv")
    try writeFile(Data(try TuningPage.html(result).utf8), to: folder + "/tune.html")
    _ = try Report.write(folder + "/test", catalog: Lab.catalog, charts: Lab.charts)
    if quiet { return }
    let width = Terminal.width ?? 100
    output("")
    for sentence in result.sentences { output(wrapped(sentence, width: width)) }
    output(
      "\nResults: \(folder)/tune.json\nReport:  \(folder)/tune.html\nTuned:   \(folder)/tuned.yaml")
    if preset != nil { output("Preset:  \(folder)/tuned.preset.yaml") }
    if result.isGain, let trial = result.trial {
      let test = folder + "/test"
      let (settings, study) = try Plan(path: test + "/experiment.yaml", catalog: Lab.catalog)
        .trial(trial)
      let form = study.program(seed: settings.seed) == nil ? "yaml" : "swift"
      output("Code:    \(Diagnostic.program) show \(test.asArgument) --trial \(trial) --\(form)")
    }
  }

  private func checkFolder(_ folder: String) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard !names.isEmpty else { return }
    let isTuning = names.contains("blocks") || names.contains(TuningProgress.fileName)
    guard isTuning, resume else {
      throw Diagnostic(
        isTuning
          ? "the folder already holds a tuning; continue it with --resume, or name another folder with --out"
          : "the folder is not empty; name another with --out", at: Location(file: folder))
    }
  }
}
