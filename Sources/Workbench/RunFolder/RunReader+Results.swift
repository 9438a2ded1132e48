import ForceLabPlugins
import ForceLabSettings

extension RunReader {
  /// The events of the layouts of all trials, from `events.csv`; none without that file. Throws if it is damaged.
  public func events() throws(Diagnostic) -> [(trial: Int, iteration: Int, text: String)] {
    let name = { (use: Column.Use) in columns.events?.first { $0.use == use }?.name }
    guard let iteration = name(.iteration), let text = name(.event),
      try files.holds(RunTables.eventsName)
    else { return [] }
    let table = try CSVTable(RunTables.eventsName, in: files)
    let trial = try table.index(of: TrialColumns.trial)
    let (iterationIndex, textIndex) = (try table.index(of: iteration), try table.index(of: text))
    return try table.rows.map { (row) throws(Diagnostic) in
      (
        try table.whole(trial, in: row), try table.whole(iterationIndex, in: row),
        row.fields[textIndex]
      )
    }
  }

  /// The limits of the experiment, computed from the trials.
  public func limits() throws(Diagnostic) -> [LimitResult] {
    try figures(columns.limits, of: stated().limits).map { LimitResult($0, $1, in: statistics) }
  }

  /// The published claims of the experiment, computed from the trials.
  public func claims() throws(Diagnostic) -> [ClaimResult] {
    try figures(columns.published, of: stated().published).map {
      ClaimResult($0, $1, in: statistics, isDebugBuild: environment?.build == Build.debugName)
    }
  }

  /// The limits and claims of the experiment, which no plugins are needed to read.
  private func stated() throws(Diagnostic) -> Experiment {
    guard columns.limits != nil || columns.published != nil else { return Experiment() }
    let experiment = if let experiment { experiment } else { try Self.experiment(in: files) }
    var decoder = ParameterDecoder(catalog: [])
    let others = experiment.keys(besides: Experiment.self)
    let found = decoder.decodePartially(Experiment.self, from: experiment, sharing: others)
    guard let (stated, failed) = found, failed.isDisjoint(with: ["limits", "published"]) else {
      throw decoder.diagnostics.first
        ?? CSVTable.damage(files.location(of: Self.experimentName), "no experiment")
    }
    return stated
  }

  private func figures<Claim>(
    _ rows: [FigureRows]?, of claims: [Claim]
  ) throws(Diagnostic) -> [(Claim, FigureRows)] {
    guard claims.count == rows?.count ?? 0 else {
      throw CSVTable.damage(
        files.location(of: RunColumns.fileName),
        "it does not describe the limits and claims of \(Self.experimentName)")
    }
    return Array(zip(claims, rows ?? []))
  }
}
