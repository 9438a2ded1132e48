/// What a comparison says of a measure.
public enum Verdict: String, CaseIterable, Sendable {
  /// It takes less time.
  case faster
  /// It takes more time.
  case slower
  /// Another measure is less.
  case lower
  /// Another measure is greater.
  case higher
  /// The nodes lie elsewhere.
  case different
  /// The difference, with all that its interval leaves open, is within the threshold.
  case same
  /// The interval leaves open which of these it is, or there is none.
  case unclear

  /// The verdict on a shift whose size matters beyond `limit`: a difference is told only where the
  /// shift is greater than the limit and its interval excludes zero.
  ///
  /// Turned over, the shift has the opposite verdict.
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

  /// What must have been compared for it to be given; nil if anything will do.
  var subject: Subject? {
    switch self {
    case .faster, .slower: .time
    case .lower, .higher: .other
    case .different: .layout
    case .same, .unclear: nil
    }
  }

  /// What verdicts are given on, as it is called.
  enum Subject: String, CaseIterable {
    case time
    case other = "other measure"
    case layout
  }
}
