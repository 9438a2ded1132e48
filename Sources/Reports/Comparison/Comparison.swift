import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// What differs between runs, or between configurations of one, and how sure that is.
public struct Comparison: Sendable {
  /// What is compared, and how.
  public struct Options: Sendable {
    /// The part by which a change is worth a verdict: ratios beyond 1.05 or 1/1.05 for 0.05,
    /// differences beyond this part of the numbers' size, layouts beyond this part of theirs.
    public var threshold = 0.05
    /// The columns to compare, `layouts` for the layouts; what a reader wants first if empty.
    public var measures: [String] = []
    /// Whether times count of trials that ran while another did.
    public var countsContended = false

    /// All measures of the study and the median tick, by a threshold of 5 %.
    public init() {}
  }

  /// A measure in a cell, of a competitor against the base.
  public struct Row<Finding: Sendable>: Sendable {
    /// The column, or `layouts`.
    public let measure: String
    /// Which competitor; the base is number 0.
    public let competitor: Int
    /// The value at each path that sets the cells apart.
    public let settings: [String]
    /// What came of it.
    public let result: Finding
  }

  /// What stands for the layouts among the measures.
  public static let layouts = "layouts"

  /// Who was compared.
  public let contest: Contest
  /// What was compared, and how.
  public let options: Options
  /// The measures, in the order in which they are told.
  public let measures: [String]
  /// The changes, measure by measure, cell by cell.
  public private(set) var rows: [Row<Effect>] = []
  /// The distances of the layouts, cell by cell.
  public private(set) var layouts: [Row<LayoutDistance>] = []
  /// Cells that not every competitor finished; no ranking counts them.
  public let unfinished: [LeftOut]
  /// The competitors by each measure of time.
  public private(set) var rankings: [Ranking] = []
  /// Why the numbers may not be what they seem.
  public private(set) var warnings: [Diagnostic]

  /// Compares what takes part in `contest`.
  ///
  /// Throws a `Diagnostic` if a run has no such measure, or its files are damaged. Cost: some passes
  /// over the trials per measure; each pair of layouts is read once.
  public init(_ contest: Contest, _ options: Options = Options()) throws(Diagnostic) {
    self.contest = contest
    self.options = options
    measures = try Self.measures(contest, options)
    unfinished = contest.cells.compactMap { LeftOut($0, in: contest) }
    warnings = contest.warnings
    let meetings = contest.meetings
    for measure in measures where measure != Self.layouts {
      for meeting in meetings { try compare(measure, meeting) }
    }
    if measures.contains(Self.layouts) {
      for meeting in meetings { try compareLayouts(meeting) }
    }
    rankings = measures.filter { Column.isTime($0) }.compactMap { Ranking($0, rows, contest) }
    warnings += contendedNotes
  }

  /// Whether one of `verdicts` was given; or could not be, as nothing was compared; or a competitor did
  /// not finish what the base did and it was to run, which is worse than any difference.
  public func fails(_ verdicts: Set<Verdict>) -> Bool {
    guard !verdicts.isEmpty else { return false }
    return !unmeasured(verdicts).isEmpty || self.verdicts.contains { verdicts.contains($0) }
      || unfinished.contains(where: \.isFailure)
  }

  /// What of the subjects of `verdicts` was not compared, such as “no time was compared”.
  public func unmeasured(_ verdicts: Set<Verdict>) -> [String] {
    let subjects = Set(verdicts.compactMap(\.subject)).subtracting(subjects)
    return Verdict.Subject.allCases.filter(subjects.contains).map {
      "no \($0.rawValue) was compared"
    }
  }

  /// What was compared.
  private var subjects: Set<Verdict.Subject> {
    Set(rows.map { Column.isTime($0.measure) ? .time : .other })
      .union(layouts.isEmpty ? [] : [.layout])
  }

  /// All verdicts that were given.
  public var verdicts: [Verdict] { rows.map(\.result.verdict) + layouts.map(\.result.verdict) }

  private mutating func compare(_ measure: String, _ meeting: Meeting) throws(Diagnostic) {
    let isTime = Column.isTime(measure)
    let sample = try meeting.sample(measure, skippingContended: isTime && !options.countsContended)
    let effect = Effect(sample, isTime: isTime, threshold: options.threshold)
    guard let effect else { return }
    rows.append(
      Row(
        measure: measure, competitor: meeting.competitor, settings: meeting.settings,
        result: effect))
  }

  private mutating func compareLayouts(_ meeting: Meeting) throws(Diagnostic) {
    // Layouts of other starts differ whatever is done.
    guard meeting.havePairs else { return }
    let distance = try LayoutDistance(
      meeting.pairs, of: meeting.base.run, meeting.new.run, threshold: options.threshold)
    guard let distance else { return }
    layouts.append(
      Row(
        measure: Self.layouts, competitor: meeting.competitor, settings: meeting.settings,
        result: distance))
  }

  private var contendedNotes: [Diagnostic] {
    guard !options.countsContended, measures.contains(where: { Column.isTime($0) }) else { return [] }
    return contest.runs.compactMap { run in
      let count = run.trials.count { $0.isContended && $0.isGood }
      guard count > 0 else { return nil }
      return Diagnostic(
        "times of \(counted(count, "trial")) that ran beside others are left out; --contended counts "
          + "them", at: Location(file: run.folder + "/trials.csv"), severity: .note)
    }
  }
}

extension Comparison {
  /// Times that say what others say better.
  private static let redundant: Set = ["wall_seconds", "tick_ns_mean", "tick_ns_p95", "overhead_seconds"]
  private static let tick = "tick_ns_median"

  private static func measures(_ contest: Contest, _ options: Options) throws(Diagnostic)
    -> [String]
  {
    if !options.measures.isEmpty {
      for measure in options.measures where measure != layouts { try check(measure, contest) }
      return options.measures.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    let all = contest.runs.flatMap(\.measures).reduce(into: [String]()) {
      if !$0.contains($1) && !redundant.contains($1) { $0.append($1) }
    }
    let times = all.filter { Column.isTime($0) }
    return times.filter { $0 == tick } + times.filter { $0 != tick }
      + all.filter { !Column.isTime($0) }
      + [layouts]
  }

  private static func check(_ measure: String, _ contest: Contest) throws(Diagnostic) {
    for run in contest.runs where !run.valueColumns.contains(measure) {
      let known = run.valueColumns + [layouts]
      let hint = suggestion(for: measure, among: known)
      throw Diagnostic(
        (run.wordColumns.contains(measure)
          ? "column '\(measure)' has no numbers to compare; " : "no column '\(measure)'; ")
          + (hint.isEmpty ? "there are \(known.joined(separator: ", "))" : hint),
        at: Location(file: run.folder + "/trials.csv", line: 1))
    }
  }
}
