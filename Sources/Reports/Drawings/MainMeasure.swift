/// The measure by which the trials of a run are told apart as better or worse.
struct MainMeasure {
  /// As `trials.csv` names it.
  let name: String

  /// Measures of quality, and of how far a layout has come, the most telling first; less is better of
  /// all but those of `greaterIsBetter`.
  private static let known = [
    "stress", "neighborhood_preservation", "edge_crossings", "edge_length_cv", "total_energy",
    "movement", "layout_seconds", "wall_seconds",
  ]
  private static let greaterIsBetter: Set = [
    "neighborhood_preservation", "crossing_angle", "angular_resolution",
  ]

  /// The measure of a run that measured `measures`; nil if it measured none that is known.
  init?(_ measures: [String]) {
    guard let name = Self.known.first(where: measures.contains) else { return nil }
    self.name = name
  }

  /// Whether `a` is better than `b`.
  func isBetter(_ a: Double, than b: Double) -> Bool {
    Self.greaterIsBetter.contains(name) ? a > b : a < b
  }
}
