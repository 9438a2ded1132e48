import Foundation
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

public struct ConfigurationTrials {
  public let number: Int
  /// The value at each swept path.
  public let settings: [String]
  var trials: [TrialRow] = []
}

extension [ConfigurationTrials] {
  /// One for all with the same `settings`, with the number of the first and the trials of all.
  func merged(by settings: (ConfigurationTrials) -> [String]) -> [ConfigurationTrials] {
    grouped(by: settings).map { settings, own in
      ConfigurationTrials(number: own[0].number, settings: settings, trials: own.flatMap(\.trials))
    }
  }
}

/// The median and the 20th and 80th percentile of some values.
public struct Spread {
  public let median: Double
  public let low: Double
  public let high: Double

  public init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    (median, low, high) = (quantile(sorted, 0.5), quantile(sorted, 0.2), quantile(sorted, 0.8))
  }
}

/// The results of a run as kinds of charts take them. Reads files of the run when they are first needed.
public final class ChartedRun {
  let run: RunReader
  private let catalog: Catalog?
  /// The configurations with a successful trial, in the order of their numbers.
  public let configurations: [ConfigurationTrials]
  /// The charts that earlier kinds of charts made.
  public private(set) var charts: [Chart] = []
  /// Sentences for the reader of the report, such as why there is no chart.
  public var notes: [String] = []
  private var lastCurves: (trials: Set<Int>, curves: SampleCurves?)?
  private var labelStyles = LabelStyles()

  /// Makes the charts of `kinds`. Of two charts with the same name, the first is kept.
  init(_ run: RunReader, catalog: Catalog? = nil, _ kinds: [any ChartKind] = [])
    throws(Diagnostic)
  {
    self.run = run
    self.catalog = catalog
    let trials = Dictionary(grouping: run.trials.filter(\.isGood), by: \.configuration)
    configurations = trials.sorted { $0.key < $1.key }.map { number, trials in
      ConfigurationTrials(number: number, settings: trials[0].settings, trials: trials)
    }
    for kind in kinds { charts = (charts + (try kind.charts(of: self))).uniqued(on: \.name) }
  }

  public var paths: [String] { run.paths }

  public var pointNote: String {
    note(ofRepeats: "Medians; bars show the 20th to 80th percentile of the trials.")
  }

  public var curveNote: String {
    note(ofRepeats: "Medians of the trials; bands show the 20th to 80th percentile.")
  }

  /// `text`, and what becomes of failed trials, if there are repeats.
  func note(ofRepeats text: String) -> String {
    guard run.repeats > 1 else { return "One trial per configuration." }
    let hasFailures = run.configurations.contains { 0 < $0.good && $0.good < $0.trials }
    return text
      + (hasFailures
        ? " Failed trials are left out here, and count as the worst in the scoreboard." : "")
  }

  /// Nil if `samples.csv` has none; throws if it is damaged. The first call reads the whole file.
  func curves(of configurations: [ConfigurationTrials]) throws(Diagnostic) -> SampleCurves? {
    let trials = Set(configurations.flatMap(\.trials).map(\.number))
    if let lastCurves, lastCurves.trials == trials { return lastCurves.curves }
    let read = try SampleCurves(run, trials: trials)
    lastCurves = (trials, read)
    return read
  }

  /// What charts over iterations show, and their samples; nil if nothing was recorded. It does not depend on times.
  func curves() throws(Diagnostic) -> (shown: ConfigurationPanels, curves: SampleCurves)? {
    let shown = ConfigurationPanels(configurations, of: self, by: qualities.first)
    return try curves(of: shown.configurations).map { (shown, $0) }
  }

  /// The style of each of the `labels` of a chart; the same label has the same style in all charts.
  public func styles(of labels: [String]) -> [String: Int] { labelStyles.styles(of: labels) }

  /// The comparison of algorithms over instances; nil if the run does not compare them so.
  private(set) lazy var instances = InstanceRun(run)

  /// Those of its swept numbers.
  private(set) lazy var sweepCharts = SweepCharts.all(of: self)

  // MARK: Columns

  /// The column `name`, or the swept path of that name as a column.
  public func column(_ name: String) -> Column {
    guard run.paths.contains(name) else { return run.columns[name] }
    let study = run.experiment?["study"]?.scalar?.text ?? Experiment().study
    let unit = catalog.map { Experiment.unit(at: name, study: study, in: $0) } ?? ""
    let title = run.shortName(of: name, from: 2).replacing(".", with: " ")
    return Column(name, title, unit: unit, role: .fact)
  }

  /// The columns of `trials.csv` for `use` in which trials differ, the most important first.
  public func columns(for use: Column.Use) -> [Column] {
    run.columns(for: use).filter { column in
      let values = configurations.lazy.flatMap { self.values(column.name, of: $0) }
      let first = values.first
      return values.contains { $0 != first }
    }
  }

  /// Quality, iterations if most trials end because nodes stop moving, and time.
  var chartMeasures: [Column] {
    let resting = run.trials.count { $0.stopReason == "movement" }
    let iterations = 2 * resting > run.trials.count ? columns(for: .iterations) : []
    // The time of a step comes before that of the trial.
    let ofSteps = hasSingleSteps ? StepTimes.columns.map(\.name) : []
    let times = (columns(for: .stepTime) + columns(for: .totalTime))
      .filter { !ofSteps.contains($0.name) }
    return Array(qualities.prefix(1) + iterations.prefix(1) + times.prefix(1))
  }

  /// Too few for a statistic of steps.
  private var hasSingleSteps: Bool {
    let step = StepTimes.columns.first { $0.use == .stepTime }
    let total = StepTimes.columns.first { $0.use == .totalTime }
    guard let step, let total, let unit = step.secondsPerUnit else { return true }
    return run.trials.allSatisfy { trial in
      guard let step = run.number(step.name, of: trial),
        let total = run.number(total.name, of: trial)
      else { return true }
      return step * unit > 0.6 * total
    }
  }

  /// The measures of quality, those that the experiment asks for first.
  private var qualities: [Column] {
    let known = columns(for: .quality)
    let asked = run.mainMeasures.map(\.name)
    return asked.compactMap { name in known.first { $0.name == name } } + known
  }

  /// The first measure of quality by which one result is better than another.
  var mainQuality: Column? { qualities.first { $0.better != nil } }

  // MARK: Values

  /// The finite numbers in `column` of the trials, or the one number of a statistic. Copies count only in times.
  public func values(_ column: String, of configuration: ConfigurationTrials) -> [Double] {
    if let (name, measure) = statistic(column) {
      let statistics = Statistics(values(measure, of: configuration))
      return [statistics?.number(name)].compactMap { $0 }
    }
    let measure = run.columns[column]
    let trials = measure.distinct(configuration.trials) { [run.outcome(of: $0)] }
    return trials.filter { run.counts(measure, of: $0) }.compactMap { run.number(column, of: $0) }
  }

  public func spread(_ column: String, of configuration: ConfigurationTrials) -> Spread? {
    Spread(values(column, of: configuration))
  }

  /// Whether trials have numbers in `column`, or `column` is a statistic of such a column.
  func hasNumbers(in column: String) -> Bool {
    run.hasNumbers(in: column) || statistic(column) != nil
  }

  /// The statistic and the measure of a column of `summary.csv`, such as `sd` and `stress`.
  private func statistic(_ column: String) -> (name: String, measure: String)? {
    let name = Statistics.numberNames.first { column.hasPrefix($0 + "_") }
    guard !run.hasNumbers(in: column), let name else { return nil }
    let measure = String(column.dropFirst(name.count + 1))
    return run.hasNumbers(in: measure) ? (name, measure) : nil
  }

  /// Whether `values` differ enough for a chart: by a thousandth, and times by a tenth.
  func differ(_ values: [Double], in measure: Column) -> Bool {
    guard let minimum = values.min(), let maximum = values.max() else { return false }
    if measure.isTime { return maximum > 1.1 * minimum }
    return maximum - minimum > 1e-3 * max(maximum.magnitude, minimum.magnitude)
  }

  // MARK: Paths

  /// The indices of the swept paths whose values are all numbers, at least `minimum` different ones.
  func numericPaths(minimum: Int) -> [Int] {
    paths.indices.filter { path in
      let values = Set(configurations.map { $0.settings[path] }).subtracting([""])
      return values.count >= minimum && values.allSatisfy { Double($0) != nil }
    }
  }

  /// The index of the path that colors show: of those with two to eight values, the one with most, words first.
  var colorPath: Int? {
    let values = paths.indices.map { path in Set(configurations.map { $0.settings[path] }) }
    let fit = paths.indices.filter {
      2...Chart.maxSeries ~= values[$0].count && !values[$0].contains("")
    }
    let numeric = numericPaths(minimum: 2)
    // Settings are compared, and instances of the problem are not.
    let settings = fit.filter { run.settingPaths.contains(paths[$0]) }
    let fitting = settings.isEmpty ? fit : settings
    let words = fitting.filter { !numeric.contains($0) }
    let candidates = words.isEmpty ? fitting : words
    let maxCount = candidates.map { values[$0].count }.max()
    return candidates.first { values[$0].count == maxCount }
  }

  func axis(ofPath path: String, _ values: [Double], isLogarithmic: Bool? = nil) -> Chart.Axis {
    var axis = Chart.Axis(
      of: column(path), values: values, isLogarithmic: isLogarithmic ?? values.isGeometric)
    if axis.isLogarithmic { axis.labeled = values }
    return axis
  }
}

extension RunReader {
  func columns(for use: Column.Use) -> [Column] {
    columns.trials.filter { $0.use == use }.sorted { $0.importance > $1.importance }
  }
}

/// Settings in numeric order if all are numbers, else in the given order.
func inOrder(_ settings: [String]) -> [String] {
  let numbers = settings.compactMap { Double($0) }
  guard numbers.count == settings.count else { return settings }
  return settings.indices.sorted { numbers[$0] < numbers[$1] }.map { settings[$0] }
}
