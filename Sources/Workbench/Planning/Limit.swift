import ForceLabPlugins

/// An upper bound on a statistic of a run, such as the time of a benchmark.
public struct Limit: Record {
  /// Its name in the table of limits.
  public var name = ""
  /// The statistic.
  public var figure = Figure()
  /// The upper bound, in the unit of the column.
  public var atMost = 0.0

  /// An empty limit.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "limit", "An upper bound on a statistic of the run; the run prints a table of its limits.",
    parameters: [
      Parameter(
        "name", \.name, "Name in the table of limits.", isRequired: true,
        example: "one thread"),
      Parameter("figure", \.figure, "Statistic of the run.", isRequired: true),
      Parameter(
        "at-most", \.atMost, within: Bounds(above: 0),
        "Upper bound, in the unit of the column, or as a ratio.",
        isRequired: true, example: "11e6"),
    ])
}

/// A limit and the measured value.
public struct LimitResult: Sendable {
  /// The limit.
  public let limit: Limit
  /// The column of the statistic.
  public let column: Column
  /// The number of values that the statistic is computed from.
  public let count: Int
  /// The statistic; nil without values.
  public let measured: Double?

  /// The statistic divided by the limit.
  public var ratio: Double? { measured.map { $0 / limit.atMost } }
  /// Whether the statistic exists and is within the limit.
  public var isKept: Bool { ratio.map { $0 <= 1 } ?? false }

  /// A result of `limit`, computed from `count` values of `column`.
  public init(_ limit: Limit, _ column: Column, count: Int, measured: Double?) {
    self.limit = limit
    self.column = column
    self.count = count
    self.measured = measured
  }

  init(_ limit: Limit, _ figure: PlannedFigure, in summary: Summary) {
    self.init(
      limit, summary.column(figure.figure.column), count: figure.count(in: summary),
      measured: figure.value(in: summary))
  }
}

extension [LimitResult] {
  /// The limits as CSV, a row for each.
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
