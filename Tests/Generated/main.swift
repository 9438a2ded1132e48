import ForceLabCommandLine
import ForceLabFiles
import ForceLabPlugins
import Foundation

// Makes random experiments without errors from the declarations of all plugins, runs them, and checks that
// none traps or hangs, that results are finite or have a status that says why not, and that a second run, a
// resumed run and a single trial give the same.
//
//   fuzz-experiments COUNT [SEED [SECONDS]]    runs that many, from this seed on, for at most that long
//   fuzz-experiments case SEED                 prints the experiment of this seed, and runs it alone

let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.compactMap(UInt64.init)
let isTool = ["case", "batch"].contains(arguments.first)
if isTool, let seed = numbers.first {
  try runBatch(seed, count: numbers.dropFirst().first ?? 1, isShown: arguments[0] == "case")
} else if let count = numbers.first, !isTool {
  let campaign = Campaign(
    count: Int(count), seed: numbers.dropFirst().first ?? 1,
    seconds: numbers.dropFirst(2).first.map { Double($0) } ?? .infinity)
  exit(campaign.run() ? 0 : 1)
} else {
  print("usage: fuzz-experiments COUNT [SEED [SECONDS]], or: fuzz-experiments case SEED")
  exit(2)
}

/// Runs the cases of `count` seeds in this process, and prints a line for each thing that happens.
func runBatch(_ first: UInt64, count: UInt64, isShown: Bool) throws {
  signal(SIGXFSZ, SIG_IGN)
  let folder = workFolder(of: getpid()).path
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try FileManager.default.createDirectory(
    atPath: folder + "/runs", withIntermediateDirectories: true)
  // The same for all cases, so that a seed gives the same case in any batch.
  let files = try GeneratedFiles(in: folder, seed: 1)
  var check = ExperimentCheck(in: folder + "/runs", files: files, catalog: .standard)
  var reported: Set<String> = []
  for seed in first..<first + count {
    say("begin \(seed)")
    if GeneratedExperiment.isHuge(seed: seed) { say("huge \(seed)") }
    do {
      let experiment = try GeneratedExperiment(seed: seed, files: files, catalog: .standard)
      guard let experiment else {
        say("none \(seed)")
        continue
      }
      if isShown { say(experiment.text) }
      say("valid \(seed)")
      try experiment.text.write(toFile: folder + "/case.yaml", atomically: true, encoding: .utf8)
      try check.check(experiment, seed: seed)
      let reached =
        experiment.reach.plugins.map { "plugin \($0)" }
        + experiment.reach.parameters.map { "parameter \($0)" }
      for line in reached where reported.insert(line).inserted { say("reached " + line) }
    } catch let error as InvalidCase {
      say("finding \(seed) " + error.message.replacing("\n", with: " "))
      if isShown { say(error.text) }
    }
  }
  for (what, count) in check.counts { say("count \(count) " + what.replacing("\n", with: " ")) }
}
