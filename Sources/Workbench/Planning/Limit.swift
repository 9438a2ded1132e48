import ForceLabPlugins

/// What a figure of a run is held to, such as the time that a benchmark may take.
public struct Limit: Record {
  /// What it is called in the table of limits.
  public var name = ""
  /// The figure.
  public var figure = Figure()
  /// The greatest value that is well, in the unit of the column.
  public var atMost = 0.0

  /// A limit of nothing.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "limit", "What a figure of the run is held to; the run prints a table of its limits.",
    parameters: [
      Parameter(
        "name", \.name, "What it is called in the table.", isRequired: true,
        example: "one thread"),
      Parameter("figure", \.figure, "The figure.", isRequired: true),
      Parameter(
        "at-most", \.atMost, within: Bounds(above: 0),
        "The greatest value that is well, in the unit of the column, or as a ratio.",
        isRequired: true, example: "11e6"),
    ])
}

/// A limit and what was measured.
public struct LimitResult: Sendable {
  /// The limit.
  public let limit: Limit
  /// How many numbers the figure is taken from.
  public let count: Int
  /// The figure; nil if there is nothing that it could be taken from.
  public let measured: Double?

  /// The figure as a part of the limit.
  public var ratio: Double? { measured.map { $0 / limit.atMost } }
  /// Whether the figure is within the limit; without a figure it is not.
  public var isKept: Bool { ratio.map { $0 <= 1 } ?? false }

  /// What a run has told of `limit` before: the figure, and how many numbers it was taken from.
  public init(_ limit: Limit, count: Int, measured: Double?) {
    self.limit = limit
    self.count = count
    self.measured = measured
  }

  init(_ limit: Limit, _ figure: PlannedFigure, in summary: Summary) {
    self.init(limit, count: figure.count(in: summary), measured: figure.value(in: summary))
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
          .text(figure.relativeTo == nil ? "false" : "true"), .integer(result.count),
          Field(result.measured), .number(result.limit.atMost), Field(result.ratio),
          .text(result.isKept ? "true" : "false"),
        ])
      }.joined()
  }
}
