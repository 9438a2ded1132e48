import ForceLabPlugins
import ForceLabSettings

/// Who is compared with whom, and on what.
public struct Contest: Sendable {
  /// One of those that are compared.
  public struct Competitor: Sendable {
    /// What it is called in tables.
    public let name: String
    /// The run that its trials are from.
    public let run: RunRecord
  }

  /// Settings under which all compete.
  struct Cell: Sendable {
    /// The value at each path that sets cells apart.
    let settings: [String]
    /// The trials of each competitor; empty if it has none.
    var trials: [[TrialRow]]
    /// The competitors that the sweep leaves out here, so that they were never to run.
    var excluded: Set<Int> = []
  }

  /// The competitors, that which the others are compared with first.
  public let competitors: [Competitor]
  /// The paths that set cells apart.
  public let paths: [String]
  /// The path whose values compete; nil if runs do.
  public let rivalPath: String?
  /// The cells, in the order of the base.
  let cells: [Cell]

  /// The runs that take part, each once.
  var runs: [RunRecord] { rivalPath == nil ? competitors.map(\.run) : [competitors[0].run] }

  /// The contest of a run with others, configuration by configuration.
  ///
  /// Throws a `Diagnostic` if they sweep other paths or have no configuration in common.
  public init(_ base: RunRecord, _ others: [RunRecord]) throws(Diagnostic) {
    let runs = [base] + others
    for other in others where Set(other.paths) != Set(base.paths) {
      throw Diagnostic(
        "no configurations in common: this run sweeps \(Self.list(other.paths)), the base "
          + "\(Self.list(base.paths)); compare runs of one experiment",
        at: Location(file: other.folder + "/trials.csv", line: 1))
    }
    paths = base.paths
    rivalPath = nil
    competitors = runs.enumerated().map { index, run in
      Competitor(
        name: index == 0 ? "base" : others.count == 1 ? "new" : run.folder, run: run)
    }
    let order = runs.map { run in base.paths.map { run.paths.firstIndex(of: $0) ?? 0 } }
    cells = Self.cells(of: runs.count) { add in
      for (index, run) in runs.enumerated() {
        for trial in run.trials { add(order[index].map { trial.settings[$0] }, index, trial) }
      }
    }
    for (index, other) in others.enumerated()
    where !cells.contains(where: { !$0.trials[0].isEmpty && !$0.trials[index + 1].isEmpty }) {
      throw Diagnostic(
        "no configurations in common: none of the \(counted(other.trials.count, "trial")) here has "
          + "the settings of one in the base; compare runs of one experiment",
        at: Location(file: other.folder + "/trials.csv"))
    }
  }

  /// The contest of the values of the swept `path` within a run, all other settings equal; the first
  /// value is the base. Swept parameters of a plugin at `path` are parts of its value.
  ///
  /// Throws a `Diagnostic` if the path does not vary, or values never meet with all others equal.
  public init(_ run: RunRecord, by path: String) throws(Diagnostic) {
    guard let rivals = RivalPath(path, among: run.paths) else { throw Self.noPath(path, run) }
    let entries = run.trials.compactMap { trial in
      rivals.division(of: trial.settings).map { (division: $0, trial: trial) }
    }
    let values = entries.map(\.division.value).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard values.count > 1 else {
      throw Diagnostic(
        "'\(path)' has \(counted(values.count, "value")) in this run; to compare, it needs two",
        at: Location(file: run.folder + "/trials.csv"))
    }
    paths = rivals.others
    rivalPath = path
    competitors = values.map {
      Competitor(name: $0.isEmpty ? "none" : compact($0), run: run)
    }
    let planned = Set(run.configurations.compactMap { rivals.division(of: $0) })
    cells = Self.cells(of: values.count) { add in
      for (division, trial) in entries {
        add(division.rest, values.firstIndex(of: division.value) ?? 0, trial)
      }
    }.map { cell in
      var cell = cell
      cell.excluded = Set(
        values.indices.filter { !planned.contains(.init(value: values[$0], rest: cell.settings)) })
      return cell
    }
    guard cells.contains(where: { $0.trials.count { !$0.isEmpty } > 1 && !$0.trials[0].isEmpty })
    else {
      throw Diagnostic(
        "no configurations in common: where '\(path)' varies, other settings do too; sweep it in a "
          + "grid", at: Location(file: run.folder + "/trials.csv"))
    }
  }

  private static func cells(
    of count: Int, _ fill: ((_ settings: [String], _ competitor: Int, TrialRow) -> Void) -> Void
  ) -> [Cell] {
    var cells: [Cell] = []
    var places: [[String]: Int] = [:]
    fill { settings, competitor, trial in
      let place = places[settings] ?? cells.count
      if place == cells.count {
        places[settings] = place
        cells.append(Cell(settings: settings, trials: Array(repeating: [], count: count)))
      }
      cells[place].trials[competitor].append(trial)
    }
    return cells
  }

  private static func list(_ paths: [String]) -> String {
    paths.isEmpty ? "nothing" : paths.joined(separator: ", ")
  }

  private static func noPath(_ path: String, _ run: RunRecord) -> Diagnostic {
    let hint = suggestion(for: path, among: run.paths)
    return Diagnostic(
      "the run does not sweep '\(path)'; "
        + (hint.isEmpty ? "it sweeps \(list(run.paths))" : hint),
      at: Location(file: run.folder + "/trials.csv", line: 1))
  }
}
