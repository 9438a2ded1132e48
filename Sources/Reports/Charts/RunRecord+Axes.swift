import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// What a run gives charts to stand on.
extension RunRecord {
  /// The measures that charts are of: stress, then iterations if most trials end by coming to rest,
  /// then how long it took.
  var chartMeasures: [String] {
    let resting = trials.count { text("stop_reason", of: $0) == "movement" }
    let comesToRest = 2 * resting > trials.count
    let names = ["stress"] + (comesToRest ? ["iterations"] : []) + [timeMeasure].compactMap { $0 }
    return names.filter(hasNumbers)
  }

  /// The time that most wants to be known: of a step, or of what the study does instead.
  var timeMeasure: String? {
    let ofSteps = hasSingleSteps ? [] : ["tick_ns_median", "wall_seconds"]
    return (ofSteps.prefix(1) + ["query_ns", "layout_seconds"] + ofSteps.dropFirst())
      .first(where: hasNumbers)
  }

  /// Whether trials had one step each, too few to tell of its time.
  private var hasSingleSteps: Bool {
    trials.allSatisfy { trial in
      let mean = (try? number("tick_ns_mean", of: trial)) ?? nil
      let wall = (try? number("wall_seconds", of: trial)) ?? nil
      guard let mean, let wall else { return true }
      return mean > 0.6e9 * wall
    }
  }

  /// The measure by which configurations are judged first; nil if there is none.
  var mainMeasure: String? { qualityMeasure ?? timeMeasure }

  /// The measure by which finished layouts are judged first; nil if there is none.
  var qualityMeasure: String? {
    ["stress", "neighborhood_preservation", "edge_crossings", "edge_length_cv"]
      .first(where: hasNumbers)
  }

  /// Whether two trials that ended well have different numbers in `column`, times of trials that ran
  /// beside others left out.
  func hasNumbers(_ column: String) -> Bool {
    let isTime = Column.isTime(column)
    var first: Double?
    for trial in trials where trial.isGood && !(isTime && trial.isContended) {
      guard let number = (try? number(column, of: trial)) ?? nil else { continue }
      if first == nil { first = number }
      if number != first { return true }
    }
    return false
  }

  /// Whether `values` of `measure` are worth a chart: they differ by more than a thousandth, and times
  /// by more than they do from run to run.
  func differ(_ values: [Double], in measure: String) -> Bool {
    guard let least = values.min(), let most = values.max() else { return false }
    if Column.isTime(measure) { return most > 1.1 * least }
    return most - least > 1e-3 * max(most.magnitude, least.magnitude)
  }

  /// The swept paths of which all values are numbers, and at least `least` of them.
  func numericPaths(least: Int) -> [String] {
    let configurations = goodConfigurations
    return paths.indices.filter { path in
      let values = Set(configurations.map { $0.settings[path] }).subtracting([""])
      return values.count >= least && values.allSatisfy { Double($0) != nil }
    }.map { paths[$0] }
  }

  /// What the axis of a swept path says: its own name and that of the plugin it belongs to.
  func title(ofPath path: String) -> String {
    path.split(separator: ".").suffix(2).filter { Int($0) == nil }.joined(separator: " ")
  }

  /// The axis of a swept path of numbers, whose unit is told by the plugins of `catalog`.
  func axis(
    ofPath path: String, _ values: [Double], _ catalog: Catalog?, isLogarithmic: Bool? = nil
  )
    -> Chart.Axis
  {
    let study = experiment?["study"]?.scalar?.text ?? Experiment().study
    let unit = catalog.map { Experiment.unit(at: path, study: study, in: $0) } ?? ""
    return Chart.Axis(
      of: path, values: values,
      isLogarithmic: isLogarithmic ?? MeasureCharts.isGeometric(values),
      name: title(ofPath: path), unit: unit)
  }
}
