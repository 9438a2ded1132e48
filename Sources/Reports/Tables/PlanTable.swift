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
    let columns: [TableColumn<Trial>] = [
      .number("trial") { String($0.number) }, .number("configuration") { String($0.configuration) },
      .number("repeat", importance: 1) { String($0.repetition) },
      .number("seed", importance: 0) { String($0.seed) },
    ]
    return FixedWidthTable(
      trials, columns + settings.columns { $0.configuration - 1 })
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
