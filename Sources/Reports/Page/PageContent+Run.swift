import Foundation
import ForceLabSettings

extension PageContent {
  /// What is told of `run` without pictures.
  init(_ run: RunRecord) throws(Diagnostic) {
    let machine = MachineFacts(folder: run.folder)
    let held = try HeldFigures(folder: run.folder)
    name = run.experiment?["name"]?.scalar?.text ?? run.folder
    summary = run.experiment?["summary"]?.scalar?.text
    facts = Self.facts(run, machine)
    state = Self.state(run)
    doubts = (run.warnings + run.conditions.doubts(run.folder)).map { sentence($0.message) }
    experiment = try? fileText(at: run.folder + "/experiment.yaml")
    table = try ConfigurationTable(run)
    failures = Self.failures(run)
    limits = Part(held.limits)
    claims = Part(held.claims)
    self.machine = machine.facts
  }

  private static func facts(_ run: RunRecord, _ machine: MachineFacts) -> [String] {
    let (trials, configurations) = (run.trials.count, run.configurations.count)
    var facts = [counted(trials, "trial")]
    facts.append(
      counted(configurations, "configuration")
        + (run.repeats > 1 ? " × \(run.repeats) repeats" : ""))
    guard let started = machine.started else { return facts }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "d MMMM yyyy, HH:mm 'UTC'"
    facts.append(formatter.string(from: started))
    if let ended = machine.ended, ended > started {
      facts.append("took " + readable(seconds: ended.timeIntervalSince(started)))
    }
    return facts
  }

  /// What of the run is missing; nil if nothing is.
  private static func state(_ run: RunRecord) -> String? {
    let planned = run.configurations.count * run.repeats
    guard run.trials.count < planned else { return nil }
    return
      "\(planned - run.trials.count) of \(counted(planned, "trial")) have not run; go on with them "
      + "by forcelab run FILE --resume --out \(run.folder)"
  }

  /// The trials that did not end well, as many of them as one reads.
  private static func failures(_ run: RunRecord) -> Part<Failure> {
    let failed = run.trials.filter { !$0.isGood }
    let names = shortNames(of: run.paths)
    let told = failed.prefix(mostFailures).map { trial in
      let settings = zip(names, trial.settings).filter { !$1.isEmpty }
      return Failure(
        trial: trial.number,
        settings: settings.map { "\($0) \(compact($1))" }.joined(separator: ", "),
        status: trial.status, message: run.text("message", of: trial) ?? "")
    }
    let rest = failed.count - told.count
    return Part(Array(told), notes: rest > 0 ? ["And \(rest) more; see trials.csv."] : [])
  }

  private static let mostFailures = 100
}

/// A message as a sentence of its own.
private func sentence(_ message: String) -> String {
  message.prefix(1).uppercased() + message.dropFirst() + "."
}
