import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// What a run shows: the best configurations, the trade-off of time and quality, what each swept path
/// changes, and what failed. `findings.json` of the run folder has all of it.
public struct Findings: Encodable, Sendable {
  /// One for each measure that has a better direction, the most important first; of a run over
  /// instances such as graphs, one for each measure and instance.
  public let best: [BestConfiguration]
  /// Time against each measure of quality, on each instance.
  public let paretoFronts: [ParetoFront]
  public let effects: [MainEffect]
  public let interactions: [Interaction]
  public let failures: [FailedConfiguration]
  /// The algorithms over all instances, by measure; nil if the run does not compare them so.
  public let comparisons: [InstanceComparison]?
  /// The effects of swept paths over all instances.
  public let effectsOverInstances: [InstanceEffect]?
  /// The best trade-offs of algorithms over all instances.
  public let algorithmFronts: [AlgorithmFronts]?

  /// Nil if the run does not compare algorithms over instances.
  let instances: InstanceRun?
  /// Whether the run has several instances, none of which is a choice.
  let hasInstances: Bool

  private enum CodingKeys: CodingKey {
    case best, paretoFronts, effects, interactions, failures, comparisons, algorithmFronts
    case effectsOverInstances
  }

  static let fileName = "findings.json"
  /// All statements are one family. Cost: a thousand passes over the trials for each swept path and measure.
  init(_ run: RunReader) {
    let measures = run.rankedMeasures.map { (column: $0, scale: ChangeScale($0, in: run)) }
    let groups = run.instanceGroups
    let trials = Dictionary(grouping: run.trials, by: \.configuration)
    hasInstances = groups.count > 1
    var instances = InstanceRun(run)
    var overInstances = instances?.effects ?? run.effectsOverInstances
    var tested = instances?.comparisons ?? []
    // The algorithms may be too many to compare.
    if instances == nil { overInstances.correct(with: &tested) }
    var family = StatementFamily(beside: tested + overInstances.map(\.comparison))
    let choices = groups.map { group in
      measures.compactMap { Choice($0.column, $0.scale, in: run, trials, among: group, &family) }
    }
    let axes = run.settingPaths.compactMap { SweptAxis($0, in: run) }
    let samples = axes.flatMap { axis in
      measures.map { measure, scale in
        (axis: axis, scale: scale, own: axis.samples(of: measure, scale, &family))
      }
    }
    let judged = family.judged()
    effects = samples.flatMap { axis, scale, own in
      own.effects.map { MainEffect(axis, $0, scale, judged) }
    }
    interactions = samples.flatMap { axis, _, own in
      own.parts.compactMap { Interaction(axis, $0, judged) }
    }
    best = measures.flatMap { measure in
      choices.compactMap { choices in
        choices.first { $0.measure.name == measure.column.name }.map {
          BestConfiguration($0, judged, in: run)
        }
      }
    }
    instances?.mark(best)
    self.instances = instances
    (comparisons, algorithmFronts) = (instances?.comparisons, instances?.fronts)
    effectsOverInstances = instances == nil && overInstances.isEmpty ? nil : overInstances
    let time = run.mainTime?.name
    paretoFronts = measures.filter { $0.column.use == .quality }.flatMap { quality in
      choices.compactMap { choices in
        let both = [time, quality.column.name].compactMap { name in
          choices.first { $0.measure.name == name }
        }
        return both.count == 2 ? ParetoFront(both, judged, in: run) : nil
      }
    }
    failures = run.configurations.compactMap { configuration in
      FailedConfiguration(configuration, trials[configuration.number] ?? [], in: run)
    }
  }

  func write(to files: DerivedFiles) throws(Diagnostic) {
    try files.write(prettyJSON, to: Self.fileName)
    try instances?.write(to: files)
  }
}

public struct FailedConfiguration: Encodable, Sendable {
  public let configuration: Int
  public let settings: [String: String]
  public let trials: Int
  public let failed: Int
  /// The status of the first failed trial.
  public let status: String
  public let message: String

  /// Nil if none of `trials`, those of `configuration`, failed.
  init?(_ configuration: RunReader.Configuration, _ trials: [TrialRow], in run: RunReader) {
    guard let first = trials.first(where: { !$0.isGood }) else { return nil }
    self.configuration = configuration.number
    settings = run.settings(of: configuration)
    (self.trials, failed) = (trials.count, trials.count { !$0.isGood })
    (status, message) = (first.status, first.message)
  }
}

extension RunReader {
  /// Quality first; not those of no importance, nor the time of all steps where the study measures its own times.
  var shownMeasures: [Column] {
    let ofSteps = StepTimes.columns.map(\.name)
    let hasOwnTimes = measures.contains { $0.isTime && !ofSteps.contains($0.name) }
    let shown = measures.filter { column in
      column.importance > 0
        && !(hasOwnTimes && column.use == .totalTime && ofSteps.contains(column.name))
    }
    return shown.filter { $0.use == .quality } + shown.filter { $0.use != .quality }
  }

  /// The measures that have a better direction: quality first, then the main time, then the others by
  /// importance. Without times to targets that not all trials reached: medians of some are misleading.
  var rankedMeasures: [Column] {
    let shown = shownMeasures.filter { column in
      column.better != nil && !configurations.contains { $0.missesTarget(of: column) }
    }
    let time = mainTime?.name
    let rank = { (column: Column) in
      column.use == .quality ? 0 : column.name == time ? 1 : column.isTime ? 3 : 2
    }
    return shown.sorted { (rank($0), -$0.importance) < (rank($1), -$1.importance) }
  }

  /// The time of a whole trial by the study's own clock; else that of a step.
  var mainTime: Column? {
    let times = shownMeasures.filter(\.isTime)
    return times.first { $0.use == .totalTime } ?? times.first
  }

  /// The last steps of a path, at least `count`, as many as tell it from the others.
  func shortName(of path: String, from count: Int = 1) -> String {
    zip(paths, shortNames(of: paths, from: count)).first { $0.0 == path }?.1 ?? path
  }

  /// The values at `path`, each once.
  func values(at path: String) -> [String] {
    paths.firstIndex(of: path).map { index in configurations.map { $0.settings[index] }.uniqued }
      ?? []
  }

  func settings(of configuration: Configuration) -> [String: String] {
    Dictionary(firstOf: zip(paths, configuration.settings))
  }
}

/// `settings` in words: `integrator verlet, strength -30`.
func settingWords(_ settings: [String], at paths: [String]) -> String {
  zip(shortNames(of: paths), settings).filter { !$1.isEmpty }
    .map { "\($0) \(compact($1))" }.joined(separator: ", ")
}
