import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// The differences between runs, or between configurations of one run, with their confidence.
public struct Comparison: Sendable {
  public struct Options: Sendable {
    /// Smaller relative changes count as none. With 0.05: ratios between 1/1.05 and 1.05,
    /// differences below 5 % of the numbers' size, distances below 5 % of a layout's size.
    public var threshold = 0.05
    /// The columns to compare, and `layouts` for the layouts; if empty, all measures.
    public var measures: [String] = []
    /// Whether times of trials that ran in parallel are included.
    public var countsContended = false
    public init() {}
  }

  /// The comparison of a candidate with the base by one measure in one cell.
  public struct Row<Result: Sendable>: Sendable {
    public let measure: String
    /// The candidate's number; the base is number 0.
    public let candidate: Int
    /// The value at each path that distinguishes cells.
    public let settings: [String]
    public fileprivate(set) var result: Result
  }

  public static let layouts = "layouts"
  public let plan: ComparisonPlan
  public let options: Options
  public let measures: [String]
  public private(set) var rows: [Row<Effect>] = []
  public private(set) var layouts: [Row<LayoutDistance>] = []
  /// Cells that not every candidate finished; rankings exclude them.
  public let unfinished: [IncompleteCell]
  public private(set) var rankings: [Ranking] = []
  /// The values of the compared path over instances such as graphs, by measure.
  public let overInstances: [InstanceComparison]
  let instancePlan: InstancePlan?
  public private(set) var warnings: [Diagnostic]

  /// Throws if a run has no such measure, or files are damaged. Each pair of layouts is read once.
  public init(_ plan: ComparisonPlan, _ options: Options = Options()) throws(Diagnostic) {
    self.plan = plan
    self.options = options
    measures = try Self.measures(plan, options)
    unfinished = plan.cells.compactMap { IncompleteCell($0, in: plan) }
    warnings = plan.warnings
    instancePlan = InstancePlan(plan)
    overInstances = try Self.overInstances(instancePlan, options)
    let candidatePairs = plan.candidatePairs
    for measure in measures where measure != Self.layouts {
      let first = rows.count
      for pair in candidatePairs { try compare(measure, pair) }
      correct(rows[first...].indices)
    }
    if measures.contains(Self.layouts) {
      for pair in candidatePairs { try compareLayouts(pair) }
    }
    let times = measures.filter { plan.column($0).isTime }
    rankings = times.compactMap { Ranking($0, rows, plan) }
    warnings += contendedNotes
  }

  /// Whether one of `verdicts` was given, nothing was compared that could get it, or a candidate
  /// did not finish planned trials that the base finished.
  public func fails(_ verdicts: Set<ComparisonVerdict>) -> Bool {
    guard !verdicts.isEmpty else { return false }
    return !unmeasured(verdicts).isEmpty || self.verdicts.contains { verdicts.contains($0) }
      || unfinished.contains(where: \.isFailure)
  }

  /// Such as “no time was compared”.
  public func unmeasured(_ verdicts: Set<ComparisonVerdict>) -> [String] {
    let subjects = Set(verdicts.compactMap(\.subject)).subtracting(subjects)
    return ComparisonVerdict.Subject.allCases.filter(subjects.contains).map {
      "no \($0.rawValue) was compared"
    }
  }

  private var subjects: Set<ComparisonVerdict.Subject> {
    Set(rows.map { plan.column($0.measure).isTime ? .time : .other })
      .union(layouts.isEmpty ? [] : [.layout])
  }

  public var verdicts: [ComparisonVerdict] {
    rows.map(\.result.verdict) + layouts.map(\.result.verdict)
  }

  private mutating func compare(_ measure: String, _ pair: CandidatePair) throws(Diagnostic) {
    let isTime = plan.column(measure).isTime
    let sample = try pair.sample(
      measure, isTime: isTime, skippingContended: isTime && !options.countsContended)
    guard let effect = Effect(sample, isTime: isTime, threshold: options.threshold) else { return }
    rows.append(
      Row(measure: measure, candidate: pair.candidate, settings: pair.settings, result: effect))
  }

  /// Corrects the p-values of the rows of one table for their number. Rows without a test do not count.
  private mutating func correct(_ table: Range<Int>) {
    let tested = table.filter { rows[$0].result.p != nil }
    for row in tested { rows[row].result.prepare(for: tested.count) }
    let corrected = holmCorrected(tested.compactMap { rows[$0].result.p })
    for (row, p) in zip(tested, corrected) { rows[row].result.correct(p) }
  }

  private static func overInstances(_ plan: InstancePlan?, _ options: Options) throws(Diagnostic)
    -> [InstanceComparison]
  {
    guard let plan else { return [] }
    let named = options.measures.map { plan.run.columns[$0] }
    var all: [InstanceComparison] = []
    for measure in named.isEmpty ? plan.measures : named {
      let comparison = try InstanceComparison(
        plan, measure, countsContended: options.countsContended)
      if let comparison { all.append(comparison) }
    }
    return all
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
        "times of \(counted(count, "trial")) that ran in parallel are excluded; use --contended "
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
      return options.measures.uniqued
    }
    // Of the step times, the time of one step says most; it comes first.
    let all = plan.runs.flatMap(\.measures).reduce(into: [Column]()) { all, column in
      if !all.contains(where: { $0.name == column.name }) { all.append(column) }
    }
    let ofSteps = StepTimes.columns.map(\.name)
    let step = all.filter { ofSteps.contains($0.name) && $0.use == .stepTime }
    let others = all.filter { !ofSteps.contains($0.name) && $0.importance > 0 }
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
