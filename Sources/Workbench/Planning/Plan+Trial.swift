import ForceLabPlugins
import ForceLabSettings

extension Plan {
  /// Returns the trial with this number and the study that runs it. Throws if the number is too large or below 1.
  public func trial(_ number: Int) throws(Diagnostic) -> (trial: Trial, study: any Study) {
    guard (1...max(1, trialCount)).contains(number) else {
      throw Diagnostic(
        "there is no trial \(number); the trials are numbered 1 to \(trialCount)", at: nil)
    }
    let trial = self[trial: number]
    return (trial, configurations[trial.configuration - 1].study)
  }

  /// An experiment of one configuration, without a sweep, whose only trial computes what `trial` of
  /// this plan does. It has no settings without an effect, such as those of the file for other engines.
  public func experiment(of trial: Trial) -> SettingsNode {
    let configuration = configurations[trial.configuration - 1]
    var experiment = inPlace(configuration.tree)
    for key in Self.keysOfWholeRuns.union(configuration.study.unused.keys) { experiment[key] = nil }
    if trial.seed != self.experiment.seed(ofRepetition: 1) {
      experiment["seed"] = .scalar(Experiment.seed(givingFirst: trial.seed).description)
    }
    return experiment
  }

  /// The experiment as it is written, without a sweep, with the values that `trial` has at all swept paths, if one is
  /// given. Presets are not replaced by their settings, so that variants can choose others.
  func unsweptDocument(with trial: Trial?) -> SettingsNode {
    var experiment = document
    for key in Self.keysOfWholeRuns.subtracting(["preset", "set"]) { experiment[key] = nil }
    if let trial {
      var settings = experiment["set"] ?? .mapping([:], at: document.location)
      let tree = configurations[trial.configuration - 1].tree
      for path in paths { settings[path] = ParameterPath(path).value(in: tree) }
      experiment["set"] = settings
    }
    return experiment
  }

  /// The keys about several configurations or repeats, and those of presets and variants, whose settings the trial has.
  private static let keysOfWholeRuns: Set = [
    "sweep", "variants", Variants.path, "set", "preset", "repeat", "warm-up", "limits", "chart",
    "published", "tune", TrialProgram.path,
  ]
}

extension Experiment {
  /// A seed of an experiment whose first repeat has the seed `seed`, of 53 bits.
  public static func seed(givingFirst seed: UInt64) -> Int {
    // Eleven bits are free, and half of the candidates are positive.
    let candidates = (0..<UInt64(1) << 11).lazy.map {
      SeededGenerator.seed(ofFirst: seed << 11 | $0, stream: 1)
    }
    return Int(candidates.first { $0 <= UInt64(Int.max) } ?? 0)
  }
}
