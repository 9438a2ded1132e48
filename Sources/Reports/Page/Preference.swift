import ForceLabWorkbench

/// Which of two numbers of a measure is the better one.
enum Preference: String {
  /// The lower one.
  case less
  /// The higher one.
  case more

  /// What is known of `measure`; nil where neither is better, as of energies, or nothing is known, as
  /// of a metric from another package.
  init?(_ measure: String) {
    if Self.wantedLow.contains(measure) || Column.isTime(measure) {
      self = .less
    } else if Self.wantedHigh.contains(measure) {
      self = .more
    } else {
      return nil
    }
  }

  /// The best of `values`; nil if there are no two that differ, so that there is nothing to choose.
  func best(of values: [Double]) -> Double? {
    guard let least = values.min(), let greatest = values.max(), least < greatest else {
      return nil
    }
    return self == .less ? least : greatest
  }

  private static let wantedLow: Set = [
    "iterations", "movement", "stress", "edge_crossings", "crossing_angle", "edge_length_cv",
    "node_overlaps", "procrustes", "force_error_rms", "force_error_p99", "force_error_max",
    "memory_bytes", "error",
  ]

  private static let wantedHigh: Set = [
    "neighborhood_preservation", "angular_resolution", "aspect_ratio",
  ]
}
