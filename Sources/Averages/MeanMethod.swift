/// A way to average `Int64` values, by the name that experiments use.
public enum MeanMethod: String, CaseIterable, Sendable {
  /// Halving and rescaling within `Int64`, approximate: ``rollingMean(_:)``.
  case rolling

  /// A 128-bit sum, rounded once: ``exactMean(_:)``.
  case exact

  /// The mean of the values by this method; zero for an empty list. O(n).
  public func mean(of values: [Int64]) -> Int64 {
    switch self {
    case .rolling: rollingMean(values)
    case .exact: exactMean(values)
    }
  }
}
