/// A method of averaging `Int64` values, by its name in experiments.
public enum MeanMethod: String, CaseIterable, Sendable {
  /// Approximate, by halving and rescaling within `Int64`: ``rollingMean(_:)``.
  case rolling

  /// A 128-bit sum, rounded once: ``exactMean(_:)``.
  case exact

  /// The mean of `values`; zero for an empty list. O(n).
  public func mean(of values: [Int64]) -> Int64 {
    switch self {
    case .rolling: rollingMean(values)
    case .exact: exactMean(values)
    }
  }
}
