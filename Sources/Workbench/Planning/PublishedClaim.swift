import ForceLabPlugins

/// A number that somebody has published, and the figure of a run that it is held against.
public struct PublishedClaim: Record {
  /// How a figure of a run stands to a published number.
  public enum Verdict: String, Choice {
    /// They are the same, or differ by the tolerance at most.
    case reproduced
    /// A time is shorter by more than the tolerance.
    case faster
    /// A time is longer by more than the tolerance.
    case slower
    /// A ratio of times is greater by more than the tolerance.
    case greater
    /// A ratio of times is smaller by more than the tolerance.
    case smaller
    /// What is no time differs by more than the tolerance.
    case differs
    /// The run gives no figure that could be held against the number.
    case notComparable = "not comparable"

    /// What is said of a claim that comes out otherwise although this was expected.
    var expectation: String {
      self == .differs ? "expected to differ" : "expected to be \(rawValue)"
    }
  }

  /// What is claimed.
  public var claim = ""
  /// Who claims it, and where.
  public var source = ""
  /// What it was measured on.
  public var machine = ""
  /// The figure.
  public var figure = Figure()
  /// The published number, in the unit of the column, or the ratio.
  public var value = 0.0
  /// By what factor the figure may be off and is still the published number.
  public var tolerance = 1.0
  /// The verdict that is known beforehand to be another than `reproduced`.
  public var expect: Verdict?
  /// Why it is.
  public var because = ""
  /// What else one should know.
  public var note = ""

  /// A claim of nothing.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "published-claim",
    "A published number that a figure of the run is held against; the run prints a table of them.",
    parameters: [
      Parameter(
        "claim", \.claim, "What is claimed, in a few words.", isRequired: true,
        example: "Les Misérables, 2D"),
      Parameter(
        "source", \.source, "Who claims it, and where.", isRequired: true, example: "Grape's README"
      ),
      Parameter("machine", \.machine, "What it was measured on.", defaultDescription: "none told"),
      Parameter("figure", \.figure, "The figure.", isRequired: true),
      Parameter(
        "value", \.value, "The published number, in the unit of the column, or the ratio.",
        isRequired: true, example: "0.005"),
      Parameter(
        "tolerance", \.tolerance, in: 1...,
        "By what factor the figure may be off and is still reproduced; 1 is not at all."),
      Parameter(
        "expect", \.expect, "The verdict that is known beforehand, and no failure.",
        defaultDescription: "reproduced, or faster"),
      Parameter(
        "because", \.because, "Why that is expected; a claim that has one needs the other."),
      Parameter("note", \.note, "What else one should know."),
    ])

  public func check() throws(ParameterError) {
    if expect != nil && because.isEmpty {
      throw ParameterError("'expect' needs a reason; give it as 'because'", parameter: "expect")
    }
    if expect == nil && !because.isEmpty {
      throw ParameterError(
        "'because' is the reason of an 'expect'; other remarks go into 'note'",
        parameter: "because")
    }
  }
}
