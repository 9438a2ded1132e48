import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// Which algorithms a run compares over which instances of the problem, such as graphs.
struct InstancePlan: Sendable {
  struct Instance: Sendable {
    let name: String
    /// The value at each path of the instance axes.
    let settings: [String]
    /// The trials of each algorithm, for each combination of the settings that are averaged over.
    fileprivate(set) var cells: [[[TrialRow]]]
  }

  let run: RunReader
  let axes: InstanceAxes
  let algorithms: [String]
  let instances: [Instance]

  /// More algorithms cannot be distinguished in tables and charts.
  static let maxAlgorithms = 30

  /// The algorithms are all combinations of the settings that are no instances. Nil if there are no
  /// instance axes, fewer than two algorithms, or too many.
  init?(_ run: RunReader) {
    guard let axes = run.instances else { return nil }
    let places = run.paths.indices.filter { !axes.paths.contains(run.paths[$0]) }
    let settings = run.configurations.map { row in places.map { row.settings[$0] } }.uniqued
    guard 2...Self.maxAlgorithms ~= settings.count else { return nil }
    let numbers = Dictionary(zip(settings, settings.indices), uniquingKeysWith: { a, _ in a })
    let trials = run.trials.compactMap { trial in
      numbers[places.map { trial.settings[$0] }].map {
        (settings: trial.settings, rest: [String](), algorithm: $0, trial: trial)
      }
    }
    self.init(
      run, axes, run.paths, Self.names(settings, places.map { run.paths[$0] }), trials)
  }

  /// The algorithms are the values of a path. Other settings are averaged over. Nil if `plan`
  /// compares runs or instances, or there are no instance axes.
  init?(_ plan: ComparisonPlan) {
    guard let path = plan.comparedPath, let run = plan.candidates.first?.run,
      let axes = run.instances?.restricted(to: plan.paths),
      run.instances?.paths.contains(path) == false,
      plan.candidates.count <= Self.maxAlgorithms
    else { return nil }
    let others = plan.paths.indices.filter { !axes.paths.contains(plan.paths[$0]) }
    let trials = plan.cells.flatMap { cell in
      cell.trials.enumerated().flatMap { algorithm, trials in
        trials.map { (cell.settings, others.map { cell.settings[$0] }, algorithm, $0) }
      }
    }
    self.init(run, axes, plan.paths, plan.candidates.map(\.name), trials)
  }

  private init(
    _ run: RunReader, _ axes: InstanceAxes, _ paths: [String], _ algorithms: [String],
    _ trials: [(settings: [String], rest: [String], algorithm: Int, trial: TrialRow)]
  ) {
    (self.run, self.axes, self.algorithms) = (run, axes, algorithms)
    let places = axes.paths.compactMap { paths.firstIndex(of: $0) }
    let keys = trials.map { trial in places.map { trial.settings[$0] } }
    let settings = keys.uniqued
    let names = Self.names(settings, axes.paths)
    let members = Dictionary(grouping: trials.indices) { keys[$0] }
    instances = zip(settings, names).map { settings, name in
      var cells: [[[TrialRow]]] = []
      var numbers: [[String]: Int] = [:]
      for index in members[settings, default: []] {
        let entry = trials[index]
        let cell = numbers[entry.rest] ?? cells.count
        if cell == cells.count {
          numbers[entry.rest] = cell
          cells.append(Array(repeating: [], count: algorithms.count))
        }
        cells[cell][entry.algorithm].append(entry.trial)
      }
      return Instance(name: name, settings: settings, cells: cells)
    }
  }

  /// Short names of combinations of settings.
  private static func names(_ settings: [[String]], _ paths: [String]) -> [String] {
    let entries = settings.enumerated().map {
      ConfigurationTrials(number: $0.offset + 1, settings: $0.element)
    }
    let labels = ConfigurationLabels([entries], paths: paths, longest: 36)
    return entries.map { labels[$0] }
  }

  /// The number of combinations of settings that are averaged over.
  var combinations: Int { instances.map(\.cells.count).max() ?? 1 }

  /// The measures that comparisons show: quality, iterations and the main time.
  var measures: [Column] {
    let time = run.mainTime?.name
    return run.rankedMeasures.filter {
      $0.use == .quality || $0.use == .iterations || $0.name == time
    }
  }
}
