import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The trials of one run or of several as paired samples, for comparisons of runs, of the values of a
/// path, and of algorithms over instances such as graphs.
///
/// A row is a candidate: a run, a value, or an algorithm. A cell has the trials that share all other
/// settings, and is divided into blocks by repeats: trials of one block start the same.
public struct PairedTable: Sendable {
  public struct Candidate: Sendable {
    public let name: String
    public let run: RunReader
  }

  struct Cell: Sendable {
    /// The value at each of `paths`.
    let settings: [String]
    let trials: [[TrialRow]]
    /// The starts of all trials here, numbered.
    let starts: [TrialRow.Start: Int]
    /// The candidates without a configuration here.
    let excluded: Set<Int>
  }

  struct Sample: Sendable {
    let start: TrialRow.Start
    let isGood: Bool
    /// False for the time of a trial that ran in parallel, unless the run counts such times, or they are asked for.
    let counts: Bool
    /// Nil if the trial failed, has no finite number, or does not count.
    let value: Double?
    /// The hash of what the trial produced; nil if it is unknown.
    let outcome: String?
  }

  /// The candidates, the base first.
  public let candidates: [Candidate]
  /// The paths that distinguish cells.
  public let paths: [String]
  /// The path whose values are compared; nil if runs or algorithms are.
  public let comparedPath: String?
  /// How many candidates are runs of the base, the first ones, and new; nil if each is compared with the first.
  public private(set) var sideCounts: (base: Int, new: Int)?
  let cells: [Cell]
  /// The runs, each once.
  let runs: [RunReader]

  func column(_ measure: String) -> Column { runs[0].columns[measure] }

  /// The results of a candidate in `cell`. Times of trials that ran in parallel count only on request.
  func samples(
    _ measure: Column, of candidate: Int, in cell: Cell, countsContended: Bool = false
  ) -> [Sample] {
    let run = candidates[candidate].run
    return cell.trials[candidate].map {
      run.sample(measure, of: $0, countsContended: countsContended)
    }
  }

  /// The candidates are runs. Throws if they sweep other paths or have no configuration in common.
  public init(_ base: RunReader, _ others: [RunReader]) throws(Diagnostic) {
    runs = [base] + others
    for other in others where Set(other.paths) != Set(base.paths) {
      throw other.problem(
        "no configurations in common: the base run sweeps \(Self.text(of: base.paths)), and this run "
          + "\(Self.text(of: other.paths)); compare runs of the same experiment",
        in: "trials.csv", line: 1)
    }
    (paths, comparedPath) = (base.paths, nil)
    candidates = runs.enumerated().map { index, run in
      Candidate(name: index == 0 ? "base" : others.count == 1 ? "new" : run.folder, run: run)
    }
    let entries = runs.enumerated().flatMap { index, run in
      let order = base.paths.map { run.paths.firstIndex(of: $0) ?? 0 }
      return run.trials.map { trial in (order.map { trial.settings[$0] }, index, trial) }
    }
    cells = Self.cells(of: runs.count, entries)
    for (index, other) in others.enumerated()
    where !cells.contains(where: { !$0.trials[0].isEmpty && !$0.trials[index + 1].isEmpty }) {
      throw other.problem(
        "no configurations in common: none of the \(counted(other.trials.count, "trial")) here has "
          + "the settings of one in the base; compare runs of the same experiment",
        in: "trials.csv")
    }
  }

  /// The fewest runs of a side.
  public static let minRunsPerSide = 5

  /// The runs `base` are compared with the runs `new`, each one an observation. Throws if a side has fewer than five.
  public init(_ base: [RunReader], against new: [RunReader]) throws(Diagnostic) {
    let counts = (base: base.count, new: new.count)
    guard min(counts.base, counts.new) >= Self.minRunsPerSide else {
      throw Diagnostic(
        "\(counts.base) runs against \(counts.new); each side needs at least \(Self.minRunsPerSide)",
        at: nil)
    }
    try self.init(base[0], Array((base + new).dropFirst()))
    sideCounts = counts
  }

  /// The name of the candidate with `value` at the compared path.
  static func name(of value: String) -> String { value.isEmpty ? "none" : compact(value) }

  /// The candidates are the values of the swept `path`, the base first. Swept parameters of a plugin there belong to
  /// its value. Throws if the path does not vary, or no two values share all other settings.
  public init(_ run: RunReader, by path: String) throws(Diagnostic) {
    let path = try run.path(named: path) ?? path
    guard let compared = ComparedPath(path, among: run.paths) else {
      throw run.problem(
        "the run does not sweep '\(path)'; "
          + (run.paths.isEmpty
            ? "it has one configuration, which another run can be compared with"
            : advice(for: path, among: run.paths, label: "swept paths")),
        in: "trials.csv", line: 1)
    }
    var entries = run.trials.compactMap { trial in
      compared.division(of: trial.settings).map { (division: $0, trial: trial) }
    }
    // Other sweeps of a list lack the path, and have no base for its values.
    let rests = Set(entries.map(\.division).filter { !$0.value.isEmpty }.map(\.rest))
    if !entries.contains(where: { $0.division.value.isEmpty && rests.contains($0.division.rest) }) {
      entries.removeAll { $0.division.value.isEmpty }
    }
    let values = entries.map(\.division.value).uniqued
    guard values.count > 1 else {
      throw run.problem(
        "'\(path)' has \(counted(values.count, "value")) in this run; comparing needs at least two",
        in: "trials.csv")
    }
    (runs, paths, comparedPath) = ([run], compared.others, path)
    let places = Dictionary(firstOf: zip(values, values.indices))
    candidates = values.map { Candidate(name: Self.name(of: $0), run: run) }
    let planned = Set(run.configurations.compactMap { compared.division(of: $0.settings) })
    cells = Self.cells(
      of: values.count,
      entries.map { ($0.division.rest, places[$0.division.value] ?? 0, $0.trial) }
    ) { rest in
      Set(values.indices.filter { !planned.contains(.init(value: values[$0], rest: rest)) })
    }
    guard cells.contains(where: { $0.trials.count { !$0.isEmpty } > 1 && !$0.trials[0].isEmpty })
    else {
      throw run.problem(
        "no configurations in common: other settings vary together with '\(path)'; sweep it in a "
          + "grid", in: "trials.csv")
    }
  }

  /// More algorithms cannot be distinguished in tables and charts.
  static let maxAlgorithms = 30

  /// The candidates are algorithms: all combinations of the settings that are not at `instances`, the
  /// paths of the cells. Nil if there are fewer than two, or too many.
  init?(_ run: RunReader, over instances: [String]) {
    let own = instances.compactMap { run.paths.firstIndex(of: $0) }
    let others = run.paths.indices.filter { !own.contains($0) }
    let algorithms = run.configurations.map { row in others.map { row.settings[$0] } }.uniqued
    guard 2...Self.maxAlgorithms ~= algorithms.count else { return nil }
    let rows = Dictionary(firstOf: zip(algorithms, algorithms.indices))
    (runs, paths, comparedPath) = ([run], instances, nil)
    candidates = ConfigurationLabels.names(of: algorithms, at: others.map { run.paths[$0] })
      .map { Candidate(name: $0, run: run) }
    let entries = run.trials.compactMap { trial in
      rows[others.map { trial.settings[$0] }].map { (own.map { trial.settings[$0] }, $0, trial) }
    }
    cells = Self.cells(of: algorithms.count, entries)
  }

  private static func cells(
    of count: Int, _ entries: [(settings: [String], candidate: Int, trial: TrialRow)],
    excluded: ([String]) -> Set<Int> = { _ in [] }
  ) -> [Cell] {
    entries.grouped(by: \.settings).map { settings, own in
      var trials: [[TrialRow]] = Array(repeating: [], count: count)
      for entry in own { trials[entry.candidate].append(entry.trial) }
      let starts = trials.joined().map(\.start).uniqued
      return Cell(
        settings: settings, trials: trials, starts: Dictionary(firstOf: zip(starts, 0...)),
        excluded: excluded(settings))
    }
  }

  private static func text(of paths: [String]) -> String {
    paths.isEmpty ? "nothing" : paths.listed()
  }
}

extension RunReader {
  /// Whether a value of `measure` counts: times of trials that ran in parallel do only if they do in the whole run.
  func counts(_ measure: Column, of trial: TrialRow) -> Bool {
    columns.countsContended == true || !(measure.isTime && trial.ranConcurrently)
  }

  func sample(
    _ measure: Column, of trial: TrialRow, countsContended: Bool = false
  ) -> PairedTable.Sample {
    let counts = countsContended || !trial.isGood || self.counts(measure, of: trial)
    let value = counts && trial.isGood ? number(measure.name, of: trial) : nil
    return PairedTable.Sample(
      start: trial.start, isGood: trial.isGood, counts: counts, value: value,
      outcome: outcome(of: trial))
  }
}

extension Sequence<PairedTable.Sample> {
  /// Whether the measure applies: not if none of the good trials has it.
  var measureApplies: Bool { contains { $0.value != nil } || !contains(where: \.isGood) }
}

protocol TrialStarting { var start: TrialRow.Start { get } }
extension TrialRow: TrialStarting {}
extension PairedTable.Sample: TrialStarting {}

extension Sequence where Element: TrialStarting {
  /// The first of each start.
  var byStart: [TrialRow.Start: Element] { Dictionary(firstOf: map { ($0.start, $0) }) }

  /// The pairs with `others` that start the same.
  func paired(with others: some Sequence<Element>) -> [(base: Element, new: Element)] {
    let others = others.byStart
    return compactMap { element in others[element.start].map { (element, $0) } }
  }
}
