import ForceLabPlugins
import ForceLabWorkbench

/// The comparison of the algorithms of a run over its instances of the problem, such as graphs.
struct InstanceRun: Sendable {
  struct Instance: Sendable {
    let name: String
    /// The value at each path of the instance axes.
    let settings: [String]
    /// One for each combination of the settings that are averaged over.
    let cells: [PairedTable.Cell]
  }

  let table: PairedTable
  let axes: InstanceAxes
  let instances: [Instance]
  /// By quality, iterations and the main time.
  private(set) var comparisons: [InstanceComparison] = []
  /// What the values of each other path change over the instances, averaged over the settings at the remaining paths.
  private(set) var effects: [InstanceEffect] = []
  private(set) var fronts: [AlgorithmFronts] = []

  var algorithms: [String] { table.candidates.map(\.name) }
  var run: RunReader { table.runs[0] }

  /// The algorithms are all combinations of settings that are no instances. Nil if the run does not compare them so.
  init?(_ run: RunReader) {
    guard let axes = run.instances, let table = PairedTable(run, over: axes.paths) else {
      return nil
    }
    self.init(table, axes)
    effects = run.effectsOverInstances
    // The effects of a single path are the comparisons.
    if run.settingPaths.count > 1 { correct() }
  }

  /// The algorithms are the values of the path of `table`. Nil if it compares runs or instances, or has no instances.
  init?(_ table: PairedTable, _ options: Comparison.Options) {
    guard let path = table.comparedPath, let all = table.runs[0].instances,
      let axes = all.restricted(to: table.paths), !all.paths.contains(path),
      table.candidates.count <= PairedTable.maxAlgorithms
    else { return nil }
    self.init(table, axes, options)
  }

  private init?(
    _ table: PairedTable, _ axes: InstanceAxes, _ options: Comparison.Options = .init()
  ) {
    (self.table, self.axes) = (table, axes)
    let indices = axes.paths.compactMap { table.paths.firstIndex(of: $0) }
    let groups = table.cells.grouped { cell in indices.map { cell.settings[$0] } }
    let names = ConfigurationLabels.names(of: groups.map(\.key), at: axes.paths)
    instances = zip(names, groups).map { Instance(name: $0, settings: $1.key, cells: $1.members) }
    let measures =
      options.measures.isEmpty ? run.mainMeasures : options.measures.map { run.columns[$0] }
    comparisons = measures.compactMap {
      InstanceComparison(self, $0, countsContended: options.countsContended)
    }
    if comparisons.isEmpty { return nil }
    correct()
  }

  /// Corrects the verdicts of all comparisons and effects together.
  private mutating func correct() {
    effects.correct(with: &comparisons)
    if let time = comparisons.first(where: { $0.measure == run.mainTime?.name }) {
      fronts = comparisons.filter { $0.table.measure.use == .quality }.compactMap {
        AlgorithmFronts(time, $0)
      }
    }
  }

  func trials(of algorithm: Int) -> [TrialRow] { table.cells.flatMap { $0.trials[algorithm] } }

  /// The number of the first configuration of an algorithm.
  func configuration(of algorithm: String) -> Int? {
    algorithms.firstIndex(of: algorithm).flatMap { trials(of: $0).first?.configuration }
  }

  /// Marks the best of each instance, which `best` has.
  mutating func mark(_ best: [BestConfiguration]) {
    for index in comparisons.indices { comparisons[index].mark(best) }
  }

  /// How to read the tables.
  var note: String {
    let combinations = instances.map(\.cells.count).max() ?? 1
    return "Each \(axes.name) counts once: repeats are reduced to their median"
      + (combinations > 1
        ? ", averaged over \(combinations) combinations of the other settings" : "")
      + (comparisons.contains { $0.winners.contains { !$0.isEmpty } }
        ? ". ★ marks the algorithms that the repeats on a \(axes.name) do not tell from the best there, with "
          + "95 % confidence; those with fewer than \(StatementFamily.minRepeats) distinct repeats have no verdict"
        : "")
      + ". Trials that failed, were skipped or have no value count as the "
      + "worst result. Intervals are over \(axes.plural)."
  }
}

extension StatementFamily {
  /// The statements over repeats of a report that has the tests over instances of `comparisons`, too.
  init(beside comparisons: [InstanceComparison]) {
    self.init(level: 0.05 - (comparisons.contains(where: \.canDecide) ? InstanceAxes.level : 0))
  }
}

extension RunReader {
  /// The swept paths that choose no instance of the problem.
  var settingPaths: [String] { paths.filter { instances?.paths.contains($0) != true } }

  /// Whether several values of a path share all other settings.
  func isComparable(by path: String) -> Bool { (try? PairedTable(self, by: path)) != nil }

  /// The configurations of each instance of the problem; one group of all without instance axes.
  var instanceGroups: [[Configuration]] {
    guard let instances else { return [configurations] }
    let indices = instances.paths.compactMap { paths.firstIndex(of: $0) }
    return configurations.grouped { row in indices.map { row.settings[$0] } }.map(\.members)
  }

  /// The measures of the scoreboard, of findings and of comparisons: those that the experiment asks for in
  /// its order, then the main time. Iterations and the time of a step only if there is no other.
  var mainMeasures: [Column] {
    let asked = shownMeasures.filter { column in
      column.isAskedFor && !configurations.contains { $0.missesTarget(of: column) }
    }
    let time = [mainTime].compactMap { $0 }
    if !asked.isEmpty { return asked.filter { $0.name != mainTime?.name } + time }
    return
      (rankedMeasures.filter { $0.use == .iterations } + time
      + rankedMeasures.filter { $0.use == .stepTime }).uniqued(on: \.name)
  }
}

extension Column {
  /// Whether it is a result that a metric or a study was asked for, and not a detail of how it was computed.
  fileprivate var isAskedFor: Bool {
    switch use {
    case .quality, .error, .cost, .target: true
    case nil: role == .measure && (better != nil || importance >= 10)
    default: false
    }
  }
}
