import ForceLabPlugins

public struct PublishedClaim: Record {
  /// What the statistic was measured with, in relation to the published number.
  public enum Measurement: String, Choice {
    /// An independent implementation of the published method.
    case sameMethod = "same-method"
    /// The published program, on another machine.
    case sameProgram = "same-program"
    /// The published program on the published machine.
    case sameMachine = "same-machine"
    /// A program of another method.
    case otherProgram = "other-program"
  }

  public enum Verdict: String, Sendable {
    case reproduced
    case notReproduced = "not reproduced"
    /// The interval of the statistic reaches beyond the tolerance, or there is none.
    case unclear
    /// A time of another program or machine, or a number of another method.
    case compared
    case standIn = "stand-in"
    case notComparable = "not comparable"
  }

  public var claim = ""
  public var source = ""
  public var machine = ""
  public var measuredBy = Measurement.sameMethod
  public var standIn = ""
  public var figure = Figure()
  public var value = 0.0
  public var tolerance = 1.0
  public var knownDifference = ""
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
        "measured-by", \.measuredBy,
        "What this run measures: an independent implementation of the same method, the same program, the "
          + "same program on the same machine, or another program. Times of another program or machine, "
          + "and all values of another program, are only compared."),
      Parameter(
        "stand-in", \.standIn,
        "What this run measures in place of a program or an input that it does not have, as in: a "
          + "quadtree of objects for GKQuadtree. The claim is then only compared.",
        defaultDescription: "none"),
      Parameter(
        "figure", \.figure, "Statistic of the run.", isRequired: true,
        example: "{column: tick_ns_median}"),
      Parameter(
        "value", \.value, "Published number, in the unit of the column, or ratio.",
        isRequired: true, example: "0.005"),
      Parameter(
        "tolerance", \.tolerance, in: 1...,
        "Factor by which the statistic may differ and still count as reproduced; 1 for none."),
      Parameter(
        "known-difference", \.knownDifference,
        "Why the claim is known not to be reproduced, which is then no failure.",
        defaultDescription: "none"),
      Parameter("note", \.note, "Remark."),
    ])
}
