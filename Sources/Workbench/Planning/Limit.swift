import ForceLabPlugins

public struct Limit: Record {
  public var name = ""
  public var figure = Figure()
  public var atMost = 0.0

  public init() {}

  public static let manual = Manual<Self>(
    "limit", "An upper bound on a statistic of the run; the run prints a table of its limits.",
    parameters: [
      Parameter(
        "name", \.name, "Name in the table of limits.", isRequired: true, example: "one thread"),
      Parameter("figure", \.figure, "Statistic of the run.", isRequired: true),
      Parameter(
        "at-most", \.atMost, within: Bounds(above: 0),
        "Upper bound, in the unit of the column, or as a ratio.",
        isRequired: true, example: "11e6"),
    ])
}

public struct LimitResult: Sendable {
  public let limit: Limit
  public let column: Column
  public let count: Int
  /// The statistic; nil without values.
  public let measured: Double?

  public var ratio: Double? { measured.map { $0 / limit.atMost } }
  /// Whether there is a value, and it does not exceed the limit.
  public var isKept: Bool { ratio.map { $0 <= 1 } ?? false }
}

extension LimitResult {
  init(_ limit: Limit, _ figure: PlannedFigure, in summary: Summary) {
    self.init(
      limit: limit, column: summary.column(figure.figure.column),
      count: figure.count(in: summary), measured: figure.value(in: summary))
  }
}

extension [LimitResult] {
  var csv: String {
    let header = [
      "limit", "column", "statistic", "relative", "n", "measured", "at_most", "ratio", "kept",
    ]
    return csvLine(header)
      + map { result in
        let figure = result.limit.figure
        return csvLine([
          .text(result.limit.name), .text(figure.column), .text(figure.statistic.rawValue),
          .text(figure.isRatio ? "true" : "false"), .integer(result.count),
          Field(result.measured), .number(result.limit.atMost), Field(result.ratio),
          .text(result.isKept ? "true" : "false"),
        ])
      }.joined()
  }
}
