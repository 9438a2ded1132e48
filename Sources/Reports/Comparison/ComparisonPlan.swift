import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The candidates of a comparison and the cells in which they are compared.
public struct ComparisonPlan: Sendable {
  /// A run, or the configurations of a run with one value of a path.
  public struct Candidate: Sendable {
    public let name: String
    public let run: RunReader
  }

  /// The trials that share all other settings.
  struct Cell: Sendable {
    let settings: [String]
    var trials: [[TrialRow]]
    /// The candidates without a configuration here.
    var excluded: Set<Int> = []
  }

  func column(_ measure: String) -> Column { candidates[0].run.columns[measure] }

  /// The candidates, the base first.
  public let candidates: [Candidate]
  public let paths: [String]
  /// The path whose values are compared; nil if runs are.
  public let comparedPath: String?
  let cells: [Cell]
  var runs: [RunReader] { comparedPath == nil ? candidates.map(\.run) : [candidates[0].run] }

  /// Throws if runs sweep other paths or have no configuration in common.
  public init(_ base: RunReader, _ others: [RunReader]) throws(Diagnostic) {
    let runs = [base] + others
    for other in others where Set(other.paths) != Set(base.paths) {
      throw Diagnostic(
        "no configurations in common: the base run sweeps \(Self.text(of: base.paths)), and this run "
          + "\(Self.text(of: other.paths)); compare runs of the same experiment",
        at: Location(file: other.folder + "/trials.csv", line: 1))
    }
    paths = base.paths
    comparedPath = nil
    candidates = runs.enumerated().map { index, run in
      Candidate(name: index == 0 ? "base" : others.count == 1 ? "new" : run.folder, run: run)
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
          + "the settings of one in the base; compare runs of the same experiment",
        at: Location(file: other.folder + "/trials.csv"))
    }
  }

  /// Compares the values of the swept `path`, all other settings equal; the first value is the
  /// base. Swept parameters of a plugin at `path` belong to its value.
  ///
  /// Throws if the path does not vary, or no two values share all other settings.
  public init(_ run: RunReader, by path: String) throws(Diagnostic) {
    let path = try run.path(named: path) ?? path
    guard let compared = ComparedPath(path, among: run.paths) else { throw Self.noPath(path, run) }
    let entries = run.trials.compactMap { trial in
      compared.division(of: trial.settings).map { (division: $0, trial: trial) }
    }
    let values = entries.map(\.division.value).uniqued
    guard values.count > 1 else {
      throw Diagnostic(
        "'\(path)' has \(counted(values.count, "value")) in this run; comparing needs at least two",
        at: Location(file: run.folder + "/trials.csv"))
    }
    paths = compared.others
    comparedPath = path
    candidates = values.map { Candidate(name: $0.isEmpty ? "none" : compact($0), run: run) }
    let planned = Set(run.configurations.compactMap { compared.division(of: $0.settings) })
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
        "no configurations in common: other settings vary together with '\(path)'; sweep it in a "
          + "grid", at: Location(file: run.folder + "/trials.csv"))
    }
  }

  private static func cells(
    of count: Int, _ fill: ((_ settings: [String], _ candidate: Int, TrialRow) -> Void) -> Void
  ) -> [Cell] {
    var cells: [Cell] = []
    var places: [[String]: Int] = [:]
    fill { settings, candidate, trial in
      let place = places[settings] ?? cells.count
      if place == cells.count {
        places[settings] = place
        cells.append(Cell(settings: settings, trials: Array(repeating: [], count: count)))
      }
      cells[place].trials[candidate].append(trial)
    }
    return cells
  }

  private static func text(of paths: [String]) -> String {
    paths.isEmpty ? "nothing" : paths.listed()
  }

  private static func noPath(_ path: String, _ run: RunReader) -> Diagnostic {
    let hint = suggestion(for: path, among: run.paths)
    return Diagnostic(
      "the run does not sweep '\(path)'; "
        + (hint.isEmpty ? "swept paths: \(run.paths.joined(separator: ", "))" : hint),
      at: Location(file: run.folder + "/trials.csv", line: 1))
  }
}
