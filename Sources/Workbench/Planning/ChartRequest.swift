import Algorithms
import ForceLabPlugins
import ForceLabSettings

/// A chart that an experiment asks for, beside those that its run gets by itself.
public struct ChartRequest: Record {
  /// How an axis is divided.
  public enum Scale: String, Choice {
    /// Equal distances are equal differences.
    case linear
    /// Equal distances along x are equal ratios.
    case logX = "log-x"
    /// Equal distances along y are equal ratios.
    case logY = "log-y"
    /// Equal distances are equal ratios along both.
    case logLog = "log-log"
  }

  /// What stands on the horizontal axis: a swept path or a column.
  public var x = ""
  /// What stands on the vertical axis: a column.
  public var y = ""
  /// The swept path whose values have colors; all that differs if nil.
  public var color: String?
  /// The swept path whose values have panels; all in one if nil.
  public var facet: String?
  /// How the axes are divided; as suits the numbers if nil.
  public var scale: Scale?

  /// A chart of nothing.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "chart", "A chart that the run gets beside those that it gets by itself.",
    parameters: [
      Parameter(
        "x", \.x, "A swept path of numbers, or a column of trials.csv, summary.csv or samples.csv.",
        isRequired: true, example: "iteration"),
      Parameter(
        "y", \.y, "A column of trials.csv, summary.csv or samples.csv, such as stress.",
        isRequired: true, example: "movement"),
      Parameter(
        "color", \.color, "The swept path whose values have colors.",
        defaultDescription: "all that differs"),
      Parameter(
        "facet", \.facet, "The swept path whose values have panels.", defaultDescription: "none"),
      Parameter(
        "scale", \.scale, "How the axes are divided.", defaultDescription: "as suits the numbers"),
    ])
}

/// What the charts of a plan can show.
struct ChartColumns {
  /// More values than these have no room for a panel each.
  private static let mostPanels = 6

  private let plan: [Plan.Configuration]
  private let paths: [String]
  /// The columns of `trials.csv` and, after a statistic, `summary.csv`.
  private let trials: [String]
  private let samples: [String]

  init(_ configurations: [Plan.Configuration], paths: [String]) {
    plan = configurations
    self.paths = paths
    let columns = configurations.flatMap(\.study.columns) + StepTimes.columns
    trials =
      columns.map(\.name)
      + columns.filter(\.isMeasure).flatMap { measure in
        Statistics.numberNames.map { "\($0)_\(measure.name)" }
      }
    samples = Array(configurations.flatMap(\.study.sampleColumns).map(\.name).uniqued())
  }

  /// What is wrong with a request, key by key.
  func faults(of request: ChartRequest) -> [ParameterError] {
    let across = paths.contains(request.x) ? pathFault(request.x) : nil
    let axes = [
      across ?? fault(request.x, "x", among: trials + samples + paths),
      fault(request.y, "y", among: trials + samples),
    ].compactMap { $0 }
    let splits = [("color", request.color), ("facet", request.facet)].compactMap { name, path in
      path.flatMap { fault(ofSplit: $0, name) }
    }
    return axes + (axes.isEmpty ? [mixture(request)].compactMap { $0 } : []) + splits
  }

  private func fault(_ name: String, _ parameter: String, among known: [String]) -> ParameterError?
  {
    guard !known.contains(name) else { return nil }
    let hint = suggestion(for: name, among: known)
    let advice = hint.isEmpty ? "there are \(columnList)" : hint
    return ParameterError(
      "nothing is called '\(name)' in this run; \(advice)", parameter: parameter)
  }

  /// What may be drawn, without the statistics of each measure.
  private var columnList: String {
    var names: [String] = []
    let plain = trials.filter { name in
      !Statistics.numberNames.contains { name.hasPrefix($0 + "_") && name != "mean_\($0)" }
    }
    for name in paths + plain + samples where !names.contains(name) { names.append(name) }
    return names.joined(separator: ", ")
  }

  private func pathFault(_ path: String) -> ParameterError? {
    guard let column = paths.firstIndex(of: path) else { return nil }
    let words = plan.map { $0.settings[column] }.first { !$0.isEmpty && Double($0) == nil }
    return words.map {
      ParameterError(
        "'\(path)' has the value '\($0)', which is no number; give it as color or facet",
        parameter: "x")
    }
  }

  private func fault(ofSplit path: String, _ parameter: String) -> ParameterError? {
    guard let column = paths.firstIndex(of: path) else {
      let hint = suggestion(for: path, among: paths)
      let swept = paths.isEmpty ? "nothing is swept" : "swept are \(paths.joined(separator: ", "))"
      return ParameterError(
        "'\(path)' is not swept; \(hint.isEmpty ? swept : hint)", parameter: parameter)
    }
    let count = Set(plan.map { $0.settings[column] }).count
    guard parameter == "facet", count > Self.mostPanels else { return nil }
    return ParameterError(
      "'\(path)' has \(count) values, and a chart has room for \(Self.mostPanels) panels; give it as "
        + "color or x", parameter: parameter)
  }

  /// What is recorded per iteration is drawn over what is recorded so too.
  private func mixture(_ request: ChartRequest) -> ParameterError? {
    let isOfSamples = { (name: String) in samples.contains(name) && !trials.contains(name) }
    if isOfSamples(request.y), !samples.contains(request.x) {
      return ParameterError(
        "'\(request.y)' is recorded per iteration, '\(request.x)' is not; take iteration for x",
        parameter: "x")
    }
    if isOfSamples(request.x), !samples.contains(request.y) {
      return ParameterError(
        "'\(request.x)' is recorded per iteration, '\(request.y)' is not; take one of "
          + samples.filter { $0 != request.x }.joined(separator: ", "), parameter: "y")
    }
    return nil
  }
}
