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
      Parameter(
        "figure", \.figure, "Statistic of the run.", isRequired: true,
        example: "{column: tick_ns_median}"),
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
  /// The statistic; nil if a trial failed, or has no value that counts, or if it is not finite.
  public let measured: Double?

  public var ratio: Double? { measured.map { $0 / limit.atMost } }
  /// Whether there is a value, and it does not exceed the limit.
  public var isKept: Bool { ratio.map { $0 <= 1 } ?? false }
}

extension LimitResult {
  init(_ limit: Limit, _ rows: FigureRows, in summary: Summary) {
    let figure = MeasuredFigure(limit.figure, of: rows, in: summary)
    self.init(
      limit: limit, column: summary.column(limit.figure.column), count: figure.count,
      measured: figure.hasAllValues ? figure.value.flatMap { $0.isFinite ? $0 : nil } : nil)
  }
}

extension [LimitResult] {
  var csv: String {
    csvText(
      self,
      [
        ("limit", { .text($0.limit.name) }), ("column", { .text($0.limit.figure.column) }),
        ("statistic", { .text($0.limit.figure.statistic.rawValue) }),
        ("relative", { Field($0.limit.figure.isRatio) }), ("n", { .integer($0.count) }),
        ("measured", { Field($0.measured) }), ("at_most", { .number($0.limit.atMost) }),
        ("ratio", { Field($0.ratio) }), ("kept", { Field($0.isKept) }),
      ])
  }
}
