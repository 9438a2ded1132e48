import ForceLabWorkbench

extension [ExternalProgram] {
  /// What trials will start, for people.
  public var commandText: String {
    (["Starts these programs:"] + map { "  \($0.name): \($0.command)" }).joined(separator: "\n")
  }
}

extension Plan {
  public var title: String {
    experiment.summary.isEmpty ? experiment.name : "\(experiment.name): \(experiment.summary)"
  }

  /// The settings of each configuration, such as `verlet, kd-tree, -30`.
  public var configurationTitles: [String] {
    SettingColumns(paths, configurations.map(\.settings)).rows.map {
      $0.filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  /// In the order in which they run.
  public var table: FixedWidthTable {
    let settings = SettingColumns(paths, configurations.map(\.settings))
    return FixedWidthTable(
      [
        .init("trial", isNumeric: true), .init("configuration", isNumeric: true),
        .init("repeat", isNumeric: true, importance: 1),
        .init("seed", isNumeric: true, importance: 0),
      ] + settings.headings,
      rows: trials.map { trial in
        [trial.number, trial.configuration, trial.repetition].map { String($0) }
          + [String(trial.seed)] + settings.rows[trial.configuration - 1]
      })
  }

  public var countText: String {
    let product =
      "\(counted(configurations.count, "configuration")) × \(counted(experiment.repeats, "repeat"))"
    return
      (["\(counted(trials.count, "trial")): \(product)"]
      + excluded.map { "excluded: \($0.count), because: \($0.because)" })
      .joined(separator: "\n")
  }
}
