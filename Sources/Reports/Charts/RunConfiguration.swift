import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// A configuration of a run and those of its trials that ended well.
struct RunConfiguration {
  /// Its number, from 1.
  let number: Int
  /// The value at each swept path.
  let settings: [String]
  /// The trials that ended well, in their order.
  var trials: [TrialRow] = []
}

/// What repeated numbers of one thing amount to in a chart.
struct Spread {
  let median: Double
  /// A fifth of the numbers lie below.
  let low: Double
  /// A fifth of the numbers lie above.
  let high: Double

  /// Nil if there are no numbers.
  init?(_ numbers: [Double]) {
    guard !numbers.isEmpty else { return nil }
    let sorted = numbers.sorted()
    median = quantile(sorted, 0.5)
    low = quantile(sorted, 0.2)
    high = quantile(sorted, 0.8)
  }
}

extension RunRecord {
  /// The configurations of which a trial ended well, in the order of their numbers.
  var goodConfigurations: [RunConfiguration] {
    var found: [Int: RunConfiguration] = [:]
    for trial in trials where trial.isGood {
      let first = RunConfiguration(number: trial.configuration, settings: trial.settings)
      found[trial.configuration, default: first].trials.append(trial)
    }
    return found.values.sorted { $0.number < $1.number }
  }

  /// The finite numbers in `column` of the trials of `configuration`, or the one number of a statistic
  /// of them; times of trials that ran beside others do not count.
  func numbers(_ column: String, of configuration: RunConfiguration) throws(Diagnostic) -> [Double]
  {
    if let (name, measure) = statistic(column) {
      let statistics = Statistics(try numbers(measure, of: configuration))
      return [statistics?.number(name)].compactMap { $0 }
    }
    let isTime = Column.isTime(column)
    var numbers: [Double] = []
    for trial in configuration.trials where !(isTime && trial.isContended) {
      if let number = try number(column, of: trial) { numbers.append(number) }
    }
    return numbers
  }

  /// What the numbers in `column` of the trials of `configuration` amount to; nil if there are none.
  func spread(_ column: String, of configuration: RunConfiguration) throws(Diagnostic) -> Spread? {
    Spread(try numbers(column, of: configuration))
  }
}
