import Workbench

extension Plan {
  /// The trials for the terminal, in the order in which they run.
  public var table: Table {
    var table = Table(
      [
        Table.Heading("trial", isNumeric: true), Table.Heading("configuration", isNumeric: true),
        Table.Heading("repeat", isNumeric: true), Table.Heading("seed", isNumeric: true),
      ] + shortNames(of: paths).map { Table.Heading($0) })
    for trial in trials {
      table.rows.append(
        [trial.number, trial.configuration, trial.repetition].map { String($0) }
          + [String(trial.seed)] + configurations[trial.configuration - 1].settings)
    }
    return table
  }

  /// How many trials there are, how that comes about, and what was left out.
  public var countText: String {
    let repeats = experiment.repeats
    var lines = [
      "\(trials.count) \(trials.count == 1 ? "trial" : "trials"): "
        + "\(configurations.count) \(configurations.count == 1 ? "configuration" : "configurations") "
        + "× \(repeats) \(repeats == 1 ? "repeat" : "repeats")"
    ]
    lines += excluded.map { "left out: \($0.count), because: \($0.because)" }
    return lines.joined(separator: "\n")
  }
}
