import ForceLabPlugins
import ForceLabSettings

/// What concerns the columns of `trials.csv`: their names, and the figures taken from them.
extension Planner {
  /// A swept path has a column of its own in `trials.csv`, which no other may share.
  mutating func checkHeaders(of configurations: [Plan.Configuration], _ sweeps: Sweeps) {
    let taken = Set(configurations.flatMap(\.study.columns).map(\.name))
    for axis in sweeps.all.flatMap(\.axes) where taken.contains(axis.path) {
      error(
        "'\(axis.path)' cannot be swept as a whole, for trials.csv has a column of that name; sweep "
          + "what stands below it", at: axis.location)
    }
  }

  /// Charts must find what they ask for. If the file `isChanged` for one run, that only leaves out what
  /// the change does not give.
  mutating func checkCharts(
    _ charts: [ChartRequest], of configurations: [Plan.Configuration], _ paths: [String],
    isChanged: Bool
  ) {
    guard !charts.isEmpty else { return }
    let columns = ChartColumns(configurations, paths: paths)
    for (index, chart) in charts.enumerated() {
      for fault in columns.faults(of: chart) {
        let path = ["chart", "\(index)", fault.parameter].compactMap { $0 }.joined(separator: ".")
        add(
          Diagnostic(
            fault.message, at: ParameterPath(path).location(in: document),
            severity: isChanged ? .note : .error))
      }
    }
  }

  mutating func checkConditions(of figures: [Figure]) {
    for conditions in figures.flatMap({ [$0.conditions, $0.relativeTo] }) {
      let problems = conditions?.problems { [root, catalog] path throws(ParameterError) in
        try Self.form(of: path, from: root, in: catalog)
      }
      problems?.forEach { add($0) }
    }
  }

  /// Which of the figures can be taken. For the others, the file is wrong; but if it `isChanged` for
  /// one run, that only leaves out what the change does not give.
  mutating func figures(
    _ figures: PlannedFigures, of configurations: [Plan.Configuration], isChanged: Bool
  ) -> [Int] {
    figures.all.indices.filter { index in
      guard let fault = figures.all[index].fault(configurations) else { return true }
      let path = ([figures.key, "\(index)", "figure"] + [fault.parameter].compactMap { $0 })
      add(
        Diagnostic(
          fault.message, at: ParameterPath(path.joined(separator: ".")).location(in: document),
          severity: isChanged ? .note : .error))
      return false
    }
  }
}
