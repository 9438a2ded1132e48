/// The verdict of a comparison on a measure.
public enum ComparisonVerdict: String, CaseIterable, Sendable {
  /// It takes less time.
  case faster
  /// It takes more time.
  case slower
  /// Another measure is less.
  case lower
  /// Another measure is greater.
  case higher
  /// The layouts differ.
  case different
  /// The whole confidence interval is within the threshold.
  case same
  /// The interval allows several verdicts, or there is none.
  case unclear

  /// The verdict on `shift`: a difference only if it exceeds `limit` and its interval excludes zero.
  ///
  /// The negated shift has the opposite verdict.
  init(
    shift: Double, interval: ClosedRange<Double>?, limit: Double, isTime: Bool
  ) {
    self =
      if let interval {
        if shift > limit && interval.lowerBound > 0 {
          isTime ? .slower : .higher
        } else if shift < -limit && interval.upperBound < 0 {
          isTime ? .faster : .lower
        } else if -limit <= interval.lowerBound && interval.upperBound <= limit {
          .same
        } else {
          .unclear
        }
      } else {
        .unclear
      }
  }

  /// What must have been compared for this verdict; nil for anything.
  var subject: Subject? {
    switch self {
    case .faster, .slower: .time
    case .lower, .higher: .other
    case .different: .layout
    case .same, .unclear: nil
    }
  }

  /// What a verdict is about.
  enum Subject: String, CaseIterable {
    case time
    case other = "other measure"
    case layout
  }
}
