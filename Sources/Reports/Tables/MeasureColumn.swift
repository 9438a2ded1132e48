import ForceLabWorkbench

/// A measure as a column of a table: what it is called, in which unit and with how many digits its
/// numbers are told.
struct MeasureColumn {
  /// The column of `trials.csv`.
  let measure: String
  /// How it is called, without its unit.
  let title: String
  /// The unit of its times; nil if it is none of times.
  let unit: TimeUnit?
  /// Where there is not room for all columns, the least important is left out first.
  let importance: Int

  /// The measure that is number `place` of its table, for numbers such as `values`.
  init(_ measure: String, place: Int, values: [Double?]) {
    self.measure = measure
    guard let seconds = Column.seconds(measure) else {
      title = Self.titles[measure] ?? measure.replacing("_", with: " ")
      unit = nil
      importance = Self.importance(measure, place)
      return
    }
    let suffix = seconds == 1 ? "_seconds" : "_ns"
    title =
      Self.times[measure] ?? measure.replacing(suffix, with: "").replacing("_", with: " ")
    unit = TimeUnit(suiting: values.compactMap { $0.map { $0 * seconds } })
    importance = title == "tick" ? .max : Self.importance(measure, place)
  }

  /// The title and, of times, the unit.
  var heading: String { unit.map { "\(title) \($0.rawValue)" } ?? title }

  /// `value`, which is in the unit of `measure`, as it stands in the column; empty for nil.
  func text(_ value: Double?) -> String {
    guard let value else { return "" }
    guard let unit, let seconds = Column.seconds(measure) else { return readable(value) }
    return unit.text(seconds: value * seconds)
  }

  /// Those of `measures` that tables show: of the times, the whole and the tick, the whole as the
  /// study tells it where it has times of its own, as of a layout with its placement.
  static func shown(of measures: [String]) -> [String] {
    let hasOwnTimes = measures.contains { Column.isTime($0) && !ofSteps.contains($0) }
    let hidden = hidden.union(hasOwnTimes ? ["wall_seconds"] : [])
    return measures.filter { !hidden.contains($0) }
  }

  private static let hidden: Set = ["tick_ns_mean", "tick_ns_p95"]
  /// What is told of every study's steps.
  private static let ofSteps = hidden.union(["wall_seconds", "tick_ns_median"])

  private static let times = [
    "layout_seconds": "time", "wall_seconds": "time", "tick_ns_median": "tick",
  ]

  private static let titles = [
    "kinetic_energy": "kinetic", "potential_energy": "potential", "total_energy": "energy",
  ]

  private static func importance(_ measure: String, _ place: Int) -> Int {
    importance(of: measure) ?? 1000 - place
  }

  /// How important a measure, or the drawing of the convergence, is; nil if by its place.
  static func importance(of measure: String) -> Int? { droppedFirst.firstIndex(of: measure) }

  /// What tells least about a finished layout, the least first.
  private static let droppedFirst = [
    "kinetic_energy", "potential_energy", "total_energy", "convergence", "wall_seconds", "movement",
    "iterations",
  ]
}
