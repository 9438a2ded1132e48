import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// The differences between runs, or between configurations of one run, with their confidence.
public struct Comparison: Sendable {
  /// What is compared, and how.
  public struct Options: Sendable {
    /// Smaller relative changes count as none. With 0.05: ratios between 1/1.05 and 1.05, differences of
    /// less than 5 % of the numbers' size, distances of less than 5 % of a layout's size.
    public var threshold = 0.05
    /// The columns to compare, and `layouts` for the layouts; if empty, all measures.
    public var measures: [String] = []
    /// Whether times of trials that ran beside others are included.
    public var countsContended = false

    /// All measures of the study and the median tick, with a threshold of 5 %.
    public init() {}
  }

  /// The comparison of a candidate with the base by one measure in one cell.
  public struct Row<Result: Sendable>: Sendable {
    /// The column, or `layouts`.
    public let measure: String
    /// The candidate's number; the base is number 0.
    public let candidate: Int
    /// The value at each path that distinguishes cells.
    public let settings: [String]
    /// The result.
    public let result: Result
  }

  /// The measure that stands for the layouts.
  public static let layouts = "layouts"

  /// The candidates and their cells.
  public let plan: ComparisonPlan
  /// The options.
  public let options: Options
  /// The measures, in the order of the output.
  public let measures: [String]
  /// The changes, measure by measure, cell by cell.
  public private(set) var rows: [Row<Effect>] = []
  /// The distances of the layouts, cell by cell.
  public private(set) var layouts: [Row<LayoutDistance>] = []
  /// Cells that not every candidate finished; rankings exclude them.
  public let unfinished: [IncompleteCell]
  /// The candidates ranked by each measure of time.
  public private(set) var rankings: [Ranking] = []
  /// Reasons to doubt the numbers.
  public private(set) var warnings: [Diagnostic]

  /// Compares the candidates of `plan`.
  ///
  /// Throws a `Diagnostic` if a run has no such measure, or its files are damaged. Cost: some passes
  /// over the trials per measure; each pair of layouts is read once.
  public init(_ plan: ComparisonPlan, _ options: Options = Options()) throws(Diagnostic) {
    self.plan = plan
    self.options = options
    measures = try Self.measures(plan, options)
    unfinished = plan.cells.compactMap { IncompleteCell($0, in: plan) }
    warnings = plan.warnings
    let candidatePairs = plan.candidatePairs
    for measure in measures where measure != Self.layouts {
      for pair in candidatePairs { try compare(measure, pair) }
    }
    if measures.contains(Self.layouts) {
      for pair in candidatePairs { try compareLayouts(pair) }
    }
    let times = measures.filter { plan.column($0).isTime }
    rankings = times.compactMap { Ranking($0, rows, plan) }
    warnings += contendedNotes
  }

  /// Whether the comparison fails a check for `verdicts`: one of them was given, nothing was compared
  /// that could get it, or a candidate did not finish planned trials that the base finished.
  public func fails(_ verdicts: Set<ComparisonVerdict>) -> Bool {
    guard !verdicts.isEmpty else { return false }
    return !unmeasured(verdicts).isEmpty || self.verdicts.contains { verdicts.contains($0) }
      || unfinished.contains(where: \.isFailure)
  }

  /// The subjects of `verdicts` that were not compared, such as “no time was compared”.
  public func unmeasured(_ verdicts: Set<ComparisonVerdict>) -> [String] {
    let subjects = Set(verdicts.compactMap(\.subject)).subtracting(subjects)
    return ComparisonVerdict.Subject.allCases.filter(subjects.contains).map {
      "no \($0.rawValue) was compared"
    }
  }

  /// The subjects that were compared.
  private var subjects: Set<ComparisonVerdict.Subject> {
    Set(rows.map { plan.column($0.measure).isTime ? .time : .other })
      .union(layouts.isEmpty ? [] : [.layout])
  }

  /// All verdicts that were given.
  public var verdicts: [ComparisonVerdict] {
    rows.map(\.result.verdict) + layouts.map(\.result.verdict)
  }

  private mutating func compare(_ measure: String, _ pair: CandidatePair) throws(Diagnostic) {
    let isTime = plan.column(measure).isTime
    let sample = try pair.sample(measure, skippingContended: isTime && !options.countsContended)
    let effect = Effect(sample, isTime: isTime, threshold: options.threshold)
    guard let effect else { return }
    rows.append(
      Row(
        measure: measure, candidate: pair.candidate, settings: pair.settings,
        result: effect))
  }

  private mutating func compareLayouts(_ pair: CandidatePair) throws(Diagnostic) {
    // Layouts with different starts always differ.
    guard pair.hasPairs else { return }
    let distance = try LayoutDistance(
      pair.pairs, of: pair.base.run, pair.new.run, threshold: options.threshold)
    guard let distance else { return }
    layouts.append(
      Row(
        measure: Self.layouts, candidate: pair.candidate, settings: pair.settings,
        result: distance))
  }

  private var contendedNotes: [Diagnostic] {
    guard !options.countsContended, measures.contains(where: { plan.column($0).isTime }) else {
      return []
    }
    return plan.runs.compactMap { run in
      let count = run.trials.count { $0.isContended && $0.isGood }
      guard count > 0 else { return nil }
      return Diagnostic(
        "times of \(counted(count, "trial")) that ran beside others are excluded; use --contended "
          + "to include them", at: Location(file: run.folder + "/trials.csv"), severity: .note)
    }
  }
}

extension Comparison {
  private static func measures(_ plan: ComparisonPlan, _ options: Options) throws(Diagnostic)
    -> [String]
  {
    if !options.measures.isEmpty {
      for measure in options.measures where measure != layouts { try check(measure, plan) }
      return options.measures.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    // Of the step times, the time of one step says most; it comes first.
    let all = plan.runs.flatMap(\.measures).reduce(into: [Column]()) { all, column in
      if !all.contains(where: { $0.name == column.name }) { all.append(column) }
    }
    let ofSteps = StepTimes.columns.map(\.name)
    let step = all.filter { ofSteps.contains($0.name) && $0.use == .stepTime }
    let others = all.filter { !ofSteps.contains($0.name) }
    return (step + others.filter(\.isTime) + others.filter { !$0.isTime }).map(\.name) + [layouts]
  }

  private static func check(_ measure: String, _ plan: ComparisonPlan) throws(Diagnostic) {
    for run in plan.runs where !run.valueColumns.contains(measure) {
      let known = run.valueColumns + [layouts]
      let hint = suggestion(for: measure, among: known)
      throw Diagnostic(
        (run.wordColumns.contains(measure)
          ? "column '\(measure)' is not numeric; " : "unknown column '\(measure)'; ")
          + (hint.isEmpty ? "use one of \(known.joined(separator: ", "))" : hint),
        at: Location(file: run.folder + "/trials.csv", line: 1))
    }
  }
}
