import ForceLabPlugins

public struct ChartRequest: Record {
  public enum Scale: String, Choice {
    case linear
    case logX = "log-x"
    case logY = "log-y"
    case logLog = "log-log"
  }

  public var x = ""
  public var y = ""
  public var color: String?
  /// The swept path with a panel for each value; one panel if nil.
  public var facet: String?
  public var scale: Scale?

  public init() {}

  public static let manual = Manual<Self>(
    "chart", "A chart in addition to the automatic ones.",
    parameters: [
      Parameter(
        "x", \.x, "A swept path of numbers, or a column of trials.csv, summary.csv or samples.csv.",
        isRequired: true, example: "iteration"),
      Parameter(
        "y", \.y, "A column of trials.csv, summary.csv or samples.csv, such as stress.",
        isRequired: true, example: "movement"),
      Parameter("color", \.color, "Swept path that the color shows.", defaultDescription: "all"),
      Parameter(
        "facet", \.facet, "Swept path with a panel for each value.", defaultDescription: "none"),
      Parameter("scale", \.scale, "Scale of the axes.", defaultDescription: "automatic"),
    ])
}

struct ChartColumns {
  private static let maxPanels = 6

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
    samples = configurations.flatMap(\.study.sampleColumns).map(\.name).uniqued
  }

  func faults(of request: ChartRequest) -> [ParameterError] {
    let axes = [
      pathFault(request.x) ?? fault(request.x, "x", among: trials + samples + paths),
      fault(request.y, "y", among: trials + samples),
    ].compactMap { $0 }
    let splits = [("color", request.color), ("facet", request.facet)].compactMap { name, path in
      path.flatMap { fault(ofSplit: $0, name) }
    }
    return axes + (axes.isEmpty ? [mixture(request)].compactMap { $0 } : []) + splits
  }

  private func fault(_ name: String, _ parameter: String, among known: [String]) -> ParameterError?
  {
    if known.contains(name) { return nil }
    let advice = suggestion(for: name, among: known, else: "use one of \(columnList)")
    return ParameterError("unknown column or path '\(name)'; \(advice)", parameter: parameter)
  }

  /// The names that an axis can have, without the statistics of each measure.
  private var columnList: String {
    let plain = trials.filter { name in
      !Statistics.numberNames.contains { name.hasPrefix($0 + "_") && name != "mean_\($0)" }
    }
    return (paths + plain + samples).uniqued.joined(separator: ", ")
  }

  private func pathFault(_ path: String) -> ParameterError? {
    guard let column = paths.firstIndex(of: path) else { return nil }
    let words = plan.map { $0.settings[column] }.first { !$0.isEmpty && Double($0) == nil }
    return words.map {
      ParameterError(
        "'\(path)' has the value '\($0)', which is not a number; use it as color or facet",
        parameter: "x")
    }
  }

  private func fault(ofSplit path: String, _ parameter: String) -> ParameterError? {
    guard let column = paths.firstIndex(of: path) else {
      let swept = paths.isEmpty ? "nothing is swept" : "use one of \(paths.joined(separator: ", "))"
      let advice = suggestion(for: path, among: paths, else: swept)
      return ParameterError("'\(path)' is not swept; \(advice)", parameter: parameter)
    }
    let count = Set(plan.map { $0.settings[column] }).count
    guard parameter == "facet", count > Self.maxPanels else { return nil }
    return ParameterError(
      "'\(path)' has \(count) values, but a chart has at most \(Self.maxPanels) panels; use it as "
        + "color or x", parameter: parameter)
  }

  /// A column of `samples.csv` can only be drawn over another of them.
  private func mixture(_ request: ChartRequest) -> ParameterError? {
    let isOfSamples = { (name: String) in samples.contains(name) && !trials.contains(name) }
    if isOfSamples(request.y), !samples.contains(request.x) {
      return ParameterError(
        "'\(request.y)' is recorded per iteration, '\(request.x)' is not; use iteration for x",
        parameter: "x")
    }
    if isOfSamples(request.x), !samples.contains(request.y) {
      return ParameterError(
        "'\(request.x)' is recorded per iteration, '\(request.y)' is not; use one of "
          + samples.filter { $0 != request.x }.joined(separator: ", "), parameter: "y")
    }
    return nil
  }
}
