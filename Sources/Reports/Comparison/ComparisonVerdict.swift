public enum ComparisonVerdict: String, CaseIterable, Sendable {
  case faster
  case slower
  case lower
  case higher
  case different
  /// The whole confidence interval is within the threshold.
  case same
  /// The interval allows several verdicts, or there is none.
  case unclear

  /// A difference only if it exceeds `limit` and its interval excludes zero.
  init(shift: Double, interval: ClosedRange<Double>?, limit: Double, isTime: Bool) {
    self =
      switch interval {
      case let range? where shift > limit && range.lowerBound > 0: isTime ? .slower : .higher
      case let range? where shift < -limit && range.upperBound < 0: isTime ? .faster : .lower
      case let range? where -limit <= range.lowerBound && range.upperBound <= limit: .same
      default: .unclear
      }
  }

  var isDifference: Bool { self != .same && self != .unclear }

  /// What must have been compared for this verdict; nil for anything.
  var subject: Subject? {
    switch self {
    case .faster, .slower: .time
    case .lower, .higher: .other
    case .different: .layout
    case .same, .unclear: nil
    }
  }

  enum Subject: String, CaseIterable {
    case time
    case other = "other measure"
    case layout
  }
}
