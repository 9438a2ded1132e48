import ForceLabPlugins

/// A published number to compare a statistic of the run with.
public struct PublishedClaim: Record {
  /// Times are faster or slower, their ratios greater or smaller; other numbers differ.
  public enum Verdict: String, Choice {
    case reproduced, faster, slower, greater, smaller, differs
    case notComparable = "not comparable"

    var expectation: String {
      self == .differs ? "expected to differ" : "expected to be \(rawValue)"
    }
  }

  public var claim = ""
  public var source = ""
  public var machine = ""
  public var standIn = ""
  public var figure = Figure()
  /// The published number, in the unit of the column, or the ratio.
  public var value = 0.0
  /// The factor by which the statistic may differ from the published number.
  public var tolerance = 1.0
  public var expect: Verdict?
  public var because = ""
  public var note = ""

  public init() {}

  public static let manual = Manual<Self>(
    "published-claim",
    "A published number to compare a statistic of the run with; the run prints a table of them.",
    parameters: [
      Parameter(
        "claim", \.claim, "Claim in a few words.", isRequired: true, example: "Les Misérables, 2D"),
      Parameter(
        "source", \.source, "Publication.", isRequired: true, example: "Grape's README"),
      Parameter(
        "machine", \.machine, "Machine that it was measured on.", defaultDescription: "unknown"),
      Parameter(
        "stand-in", \.standIn,
        "What this run measures in place of a program that it cannot run, as in: a quadtree of objects "
          + "for GKQuadtree.", defaultDescription: "none"),
      Parameter("figure", \.figure, "Statistic of the run.", isRequired: true),
      Parameter(
        "value", \.value, "Published number, in the unit of the column, or ratio.",
        isRequired: true, example: "0.005"),
      Parameter(
        "tolerance", \.tolerance, in: 1...,
        "Factor by which the statistic may differ and still count as reproduced; 1 for none."),
      Parameter(
        "expect", \.expect, "Expected result, which is then no failure.",
        defaultDescription: "reproduced, or faster"),
      Parameter("because", \.because, "Why that is expected; needed with 'expect'."),
      Parameter("note", \.note, "Remark."),
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
