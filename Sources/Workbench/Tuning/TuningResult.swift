import ForceLabPlugins
import ForceLabSettings
import Foundation

/// What a tuning found: `tune.json`.
public struct TuningResult: Encodable, Sendable {
  /// A tuned configuration compared with the default in one measure, over the graphs of the test.
  public struct Comparison: Encodable, Sendable {
    public let configuration: String
    public let measure: String
    /// The median ratio of the values, or difference if some are not above zero, with 95 % interval; nil if unknown.
    public let ratio, difference: Double?
    /// What the ratio is of, such as `values plus 0.0001`; nil if of the values.
    public let note: String?
    public let low, high: Double?
    public let graphs: Int
    /// The number of graphs on which most trials of the configuration, or of the default, failed.
    public let failures, defaultFailures: Int
    /// The p-value of no change against a better value, corrected for the measures of the configuration.
    public fileprivate(set) var p: Double
    /// Whether the whole interval is better, or worse, than no change. For better, `p` is at most 5 %, too, and all
    /// configurations before this one are better in some measure.
    public fileprivate(set) var isBetter: Bool
    public let isWorse: Bool
    /// Whether the whole interval is better, but `isBetter` is false.
    public fileprivate(set) var isUncertain = false
  }

  public struct Winner: Encodable, Sendable {
    let settings: [(path: String, value: String)]

    /// “forces.link.length 35, repulsion kd-tree”.
    public var text: String { settings.map { "\($0.path) \($0.value)" }.joined(separator: ", ") }

    public func encode(to encoder: any Encoder) throws {
      if settings.isEmpty { return try "default".encode(to: encoder) }
      try JSONObject(settings.map { ($0.path, $0.value) }).encode(to: encoder)
    }
  }

  public struct Spent: Encodable, Sendable {
    public let trials: Int?
    public let seconds: Double?
    public let used: Int
  }

  public let experiment: String
  /// The settings that are better than the default, or the default.
  public let winner: Winner
  /// The first measure of the winner, or of the best that was found.
  public let test: Comparison?
  /// Every tuned configuration in every measure.
  public let comparisons: [Comparison]
  /// The settings of each tuned configuration.
  public let configurations: [String: Winner]
  public let budget: Spent
  public let history: [Tuner.Race]
  /// How much each parameter matters, the most important first.
  public let importance: [ParameterImportance]
  /// Every configuration of every race.
  public let explored: [ExploredConfiguration]
  /// A trial of the test with the settings of the winner, or of the best that was found.
  public let trial: Int?
  /// Of the parameters that were tuned.
  public let paths: [String]
  /// Whether all trials of the default in the test failed.
  public let defaultFails: Bool
  let tuned: [TunedConfiguration]
  /// The first that is better than the default.
  let better: TunedConfiguration?

  private enum CodingKeys: CodingKey {
    case experiment, winner, test, comparisons, configurations, budget, history, importance
  }

  init(
    _ tuning: TuningPlan, tuned: [TunedConfiguration], _ run: RunReader,
    budget: Tuner.Budget, used: Int, history: [Tuner.Race], explored: [ExploredConfiguration]
  ) {
    (self.tuned, self.explored) = (tuned, explored)
    // Only these are spread over the whole space.
    importance = tuning.space.importance(
      of: explored.filter { $0.race == 1 && !$0.parts.isEmpty })
    paths = tuning.space.paths
    defaultFails = run.trials(of: "default").allSatisfy { !$0.isGood }
    comparisons = run.comparisons(of: tuned, tuning.objectives)
    let found = comparisons
    better = tuned.first { configuration in
      let own = found.filter { $0.configuration == configuration.name }
      return own.contains(where: \.isBetter) && !own.contains(where: \.isWorse)
    }
    func winner(_ configuration: TunedConfiguration) -> Winner {
      Winner(settings: configuration.settings.map { ($0.path, $0.value.settingText) })
    }
    experiment = tuning.plan.experiment.name
    self.winner = better.map(winner) ?? Winner(settings: [])
    let (better, shown) = (better, better ?? tuned.first)
    trial = shown.flatMap { run.trials(of: $0.name).first?.number }
    test = found.first { one in
      one.configuration == shown?.name && (better == nil || one.isBetter)
    }
    self.configurations = Dictionary(firstOf: tuned.map { ($0.name, winner($0)) })
    switch budget {
    case .trials(let trials): self.budget = Spent(trials: trials, seconds: nil, used: used)
    case .seconds(let seconds): self.budget = Spent(trials: nil, seconds: seconds, used: used)
    }
    self.history = history
  }

  /// Whether a configuration is better than the default on graphs that were not tuned with.
  public var isGain: Bool { !winner.settings.isEmpty }

  /// The text of `configurations.csv`: every configuration of every race, with its mean rank over the first blocks.
  public var explorationCSV: String {
    let header = ["configuration", "race", "rank", "left"] + paths
    let rows = explored.map { one in
      [one.name, String(one.race), one.rank.shortText, String(one.isLeft)]
        + paths.map { path in one.settings.first { $0.path == path }?.value.settingText ?? "" }
    }
    return ([header] + rows).map { csvLine($0) }.joined()
  }
}

/// The values of a test by variant and graph.
extension RunReader {
  private func graph(_ trial: TrialRow) -> [String] {
    zip(paths, trial.settings).filter { $0.0 != Variants.path }.map(\.1)
  }

  /// The median over the seeds of each graph; a failure costs the most.
  private func medians(of name: String, _ objective: TunedObjective) -> [Double] {
    let groups = Dictionary(grouping: trials(of: name), by: graph)
    return allTrials.map(graph).uniqued.map { graph in
      quantile(groups[graph, default: []].map { objective.cost(of: $0, in: self) }.sorted(), 0.5)
    }
  }

  fileprivate func trials(of name: String) -> [TrialRow] {
    let variant = paths.firstIndex(of: Variants.path)
    return allTrials.filter { trial in variant.map { trial.settings[$0] == name } ?? true }
  }

  /// In the order of the configurations, the best in the races first: where one is better in no measure, none that follows
  /// is, so that these need no correction.
  fileprivate func comparisons(
    of tuned: [TunedConfiguration], _ objectives: [TunedObjective]
  ) -> [TuningResult.Comparison] {
    var canGain = true
    return tuned.flatMap { configuration in
      var own = objectives.map { comparison(of: configuration.name, $0) }
      for (index, p) in holmCorrected(own.map(\.p)).enumerated() {
        own[index].p = p
        guard own[index].isBetter, !canGain || p > 0.05 else { continue }
        (own[index].isBetter, own[index].isUncertain) = (false, true)
      }
      canGain = own.contains(where: \.isBetter)
      return own
    }
  }

  private func comparison(of name: String, _ objective: TunedObjective) -> TuningResult.Comparison {
    let (base, new) = (medians(of: "default", objective), medians(of: name, objective))
    let sign = objective.isMaximized ? -1.0 : 1
    let column = columns[objective.column]
    let offset = column.ratioOffset
    let isRatio = (base + new).allSatisfy { sign * $0 + offset > 0 || $0.isInfinite }
    let differences = zip(base, new).map { base, new -> Double in
      guard base.isFinite && new.isFinite else {
        return base == new ? 0 : base.isInfinite ? -.infinity : .infinity
      }
      return sign
        * rankDifference(sign * base, sign * new, ratioOffset: isRatio ? offset : nil)
    }
    let test = SignedRankTest(differences)
    // Of the value, not of its cost. An infinite cost of failures has none.
    func shown(_ cost: Double) -> Double? {
      guard cost.isFinite else { return nil }
      let value = isRatio ? exp(sign * cost) : sign * cost
      return value.isFinite ? value : nil
    }
    let bounds = test.interval.map {
      sign > 0 ? ($0.lowerBound, $0.upperBound) : ($0.upperBound, $0.lowerBound)
    }
    return TuningResult.Comparison(
      configuration: name, measure: objective.column, ratio: isRatio ? shown(test.shift) : nil,
      difference: isRatio ? nil : shown(test.shift), note: isRatio ? column.ratioNote : nil,
      low: bounds.flatMap { shown($0.0) },
      high: bounds.flatMap { shown($0.1) }, graphs: base.count,
      failures: new.count(where: \.isInfinite), defaultFailures: base.count(where: \.isInfinite),
      p: test.positive < test.negative ? test.p / 2 : 1 - test.p / 2,
      isBetter: test.interval.map { $0.upperBound < 0 } ?? false,
      isWorse: test.interval.map { $0.lowerBound > 0 } ?? false)
  }
}

extension Tuner {
  /// What happened in a race.
  public struct Race: Encodable, Sendable {
    public let race: Int
    public let configurations: Int
    public let blocks: Int
    /// The number of configurations after each block.
    public let survivors: [Int]
    /// The trials of this race, and those that the tuning has used with it.
    public let trials: Int
    public let used: Int
    public let best: String

    /// “race 2: 24 configurations, 9 blocks, 3 left, 212 trials, 400 in all; the best is c17”.
    public var text: String {
      "race \(race): \(counted(configurations, "configuration")), \(counted(blocks, "block")), "
        + "\(survivors.last ?? configurations) left, \(counted(trials, "trial")), \(used) in all; the best is \(best)"
    }
  }
}
