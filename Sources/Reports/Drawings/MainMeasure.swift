/// The measure by which the trials of a run are told apart as better or worse.
struct MainMeasure {
  /// As `trials.csv` names it.
  let name: String

  /// Measures of quality, and of how far a layout has come, the most telling first.
  private static let known = [
    "stress", "neighborhood_preservation", "edge_crossings", "edge_length_cv", "total_energy",
    "movement", "layout_seconds", "wall_seconds",
  ]

  /// The measure of a run that measured `measures`; nil if it measured none that is known.
  init?(_ measures: [String]) {
    guard let name = Self.known.first(where: measures.contains) else { return nil }
    self.name = name
  }

  /// Whether `a` is better than `b`; of energies the lower one is.
  func isBetter(_ a: Double, than b: Double) -> Bool {
    Preference(name) == .more ? a > b : a < b
  }
}
