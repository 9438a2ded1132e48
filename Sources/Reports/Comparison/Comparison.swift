import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The differences between runs, or between configurations of one run, with their confidence. The
/// verdicts are one family of statements: the chance that any is wrong is at most 5 %.
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
  public struct Row: Sendable {
    public let measure: String
    /// The candidate's number; the base is number 0.
    public let candidate: Int
    /// The value at each path that distinguishes cells.
    public let settings: [String]
    public fileprivate(set) var result: Effect
  }

  public static let layouts = "layouts"
  public let paired: PairedTable
  public let options: Options
  public let measures: [String]
  let pairs: [CandidatePair]
  /// In the order of `measures`, those of layouts last.
  public private(set) var rows: [Row] = []
  /// Cells that not every candidate finished.
  public let unfinished: [IncompleteCell]
  /// The values of the compared path over instances such as graphs; nil if there are none.
  let instances: InstanceRun?
  public private(set) var warnings: [Diagnostic]
  /// Warnings of runs that have lost layouts, if layouts are compared.
  private let lostLayouts: [Diagnostic]

  /// Throws if a run has no such measure, or files are damaged. Each pair of layouts is read once.
  public init(_ paired: PairedTable, _ options: Options = Options()) throws(Diagnostic) {
    self.paired = paired
    self.options = options
    let measures = try Self.measures(paired, options)
    self.measures = measures
    // Other measures, such as times of ticks, may not apply to a candidate.
    let asked = measures.filter { $0 != Self.layouts }.map(paired.column).filter { column in
      column.better != nil
        && (!options.measures.isEmpty || [.quality, .target].contains(column.use))
    }
    unfinished = paired.cells.compactMap { IncompleteCell($0, in: paired, asked) }
    lostLayouts = measures.contains(Self.layouts) ? paired.runs.compactMap(\.layoutWarning) : []
    warnings = paired.warnings + lostLayouts
    instances = InstanceRun(paired, options)
    var family = StatementFamily(beside: instances?.comparisons ?? [])
    var statements: [Int?] = []
    pairs = paired.candidatePairs
    // All times of a run share its conditions.
    let areSingleRuns = paired.comparedPath == nil && paired.sideCounts == nil
    for measure in measures where measure != Self.layouts {
      let column = paired.column(measure)
      let first = rows.count
      for pair in pairs {
        let sample = paired.observations(column, pair, countsContended: options.countsContended)
        let effect = Effect(
          sample, isTime: column.isTime, threshold: options.threshold,
          isCompared: !(column.isTime && areSingleRuns))
        add(measure, pair, effect)
      }
      statements += Effect.add(rows[first...].map(\.result), to: &family)
    }
    let judged = family.judged()
    for (index, statement) in statements.enumerated() {
      if let statement { rows[index].result.judge(judged[statement]) }
    }
    if measures.contains(Self.layouts) { try addLayouts() }
    warnings += contendedNotes
  }

  /// Reads each graph once, and keeps it only while its pairs are compared.
  private mutating func addLayouts() throws(Diagnostic) {
    // Layouts with different starts always differ.
    let groups = pairs.indices.filter { !pairs[$0].trials.isEmpty }.grouped { index in
      paired.runs[0].graphHash(of: pairs[index].trials[0].base)
    }
    var effects: [Int: Effect] = [:]
    for (_, group) in groups {
      let sketches = paired.runs.map(Sketches.init)
      for index in group {
        // The candidates are runs, or all in one run.
        let new = sketches[min(pairs[index].candidate, sketches.count - 1)]
        effects[index] = try Effect(
          ofLayouts: pairs[index].trials, of: sketches[0], new, threshold: options.threshold)
      }
    }
    for (index, pair) in pairs.enumerated() { add(Self.layouts, pair, effects[index]) }
  }

  private mutating func add(_ measure: String, _ pair: CandidatePair, _ effect: Effect?) {
    guard let effect else { return }
    rows.append(
      Row(
        measure: measure, candidate: pair.candidate, settings: pair.cell.settings, result: effect))
  }

  /// Whether one of `verdicts` was given or cannot be told, or a candidate lacks planned trials of the base.
  public func fails(_ verdicts: Set<ComparisonVerdict>) -> Bool {
    !unmeasured(verdicts).isEmpty || records.contains { $0.fails(verdicts) }
  }

  /// `verdict` as better or worse, if it is a change of a measure of which one direction is better.
  func assessment(_ verdict: ComparisonVerdict, _ measure: String) -> ComparisonVerdict {
    switch verdict {
    case .faster: .better
    case .slower: .worse
    case .lower, .higher:
      switch paired.column(measure).better {
      case .lower?: verdict == .lower ? .better : .worse
      case .higher?: verdict == .higher ? .better : .worse
      case nil: verdict
      }
    default: verdict
    }
  }

  /// Why a comparison that must have none of `verdicts` cannot pass: “no time was compared”, “layouts are missing”.
  public func unmeasured(_ verdicts: Set<ComparisonVerdict>) -> [String] {
    // Without columns.json, only times have a direction.
    let areDeclared = !paired.runs[0].columns.trials.isEmpty
    let compared = rows.filter { $0.result.verdict != .notCompared }.flatMap {
      row -> [ComparisonVerdict.Subject] in
      if row.measure == Self.layouts { return [.layout] }
      let column = paired.column(row.measure)
      return [column.isTime ? .time : .other]
        + (column.better == nil || !areDeclared ? [] : [.directed])
    }
    let subjects = Set(verdicts.compactMap(\.subject)).subtracting(compared)
    let isAboutLayouts = verdicts.contains { [.layout, nil].contains($0.subject) }
    return ComparisonVerdict.Subject.allCases.filter(subjects.contains).map {
      "no \($0.rawValue) was compared"
    } + (isAboutLayouts && !lostLayouts.isEmpty ? ["layouts are missing"] : [])
  }

  private var contendedNotes: [Diagnostic] {
    guard !options.countsContended, let time = measures.map(paired.column).first(where: \.isTime)
    else { return [] }
    return paired.runs.compactMap { run in
      let count = run.trials.count { $0.isGood && !run.counts(time, of: $0) }
      guard count > 0 else { return nil }
      return run.problem(
        "times of \(counted(count, "trial")) that ran in parallel are excluded; use --contended "
          + "to include them", in: "trials.csv", severity: .note)
    }
  }

  private static func measures(_ paired: PairedTable, _ options: Options) throws(Diagnostic)
    -> [String]
  {
    if paired.sideCounts != nil, options.measures.contains(layouts) {
      throw Diagnostic(
        "layouts of several runs a side are not compared; compare two runs, or name other measures",
        at: nil)
    }
    for measure in options.measures where measure != layouts {
      for run in paired.runs where !run.hasNumbers(in: measure) {
        let known = run.valueColumns + [layouts]
        throw run.problem(
          (run.wordColumns.contains(measure)
            ? "column '\(measure)' is not numeric; " : "unknown column '\(measure)'; ")
            + suggestion(
              for: measure, among: known, else: "use one of \(known.joined(separator: ", "))"),
          in: "trials.csv", line: 1)
      }
    }
    guard options.measures.isEmpty else { return options.measures.uniqued }
    // What the experiment asks for comes first, then times. Of step times, the time of one step says most.
    let all = paired.runs.flatMap(\.measures).uniqued(on: \.name)
    let ofSteps = StepTimes.columns.map(\.name)
    let step = all.filter { ofSteps.contains($0.name) && $0.use == .stepTime }
    let others = all.filter { !ofSteps.contains($0.name) && $0.importance > 0 }
    let asked = others.filter { $0.use == .quality }
    let rest = others.filter { $0.use != .quality }
    return (asked + step + rest.filter(\.isTime) + rest.filter { !$0.isTime }).map(\.name)
      + (paired.sideCounts == nil ? [layouts] : [])
  }
}

/// A candidate and the base in one cell, in which both have trials that ended well.
struct CandidatePair {
  let cell: PairedTable.Cell
  let candidate: Int
  /// The good trials with the same start.
  let trials: [(base: TrialRow, new: TrialRow)]
  /// The number of trials that are ignored, because there are enough pairs without them.
  let unpaired: Int

  init?(_ cell: PairedTable.Cell, _ candidate: Int) {
    let (base, new) = (cell.trials[0], cell.trials[candidate])
    guard base.contains(where: \.isGood), new.contains(where: \.isGood) else { return nil }
    let pairs = base.paired(with: new)
    (self.cell, self.candidate) = (cell, candidate)
    trials = pairs.filter { $0.base.isGood && $0.new.isGood }
    unpaired =
      pairs.count < StatementFamily.minRepeats ? 0 : base.count + new.count - 2 * pairs.count
  }
}

extension PairedTable {
  /// Of several runs a side, one pair for each cell.
  var candidatePairs: [CandidatePair] {
    let others = sideCounts.map { [$0.base] } ?? Array(candidates.indices.dropFirst())
    return cells.flatMap { cell in others.compactMap { CandidatePair(cell, $0) } }
  }

  /// Of several runs a side, their medians, unless the runs of each side are copies. Then the trials of their first runs.
  func observations(
    _ measure: Column, _ pair: CandidatePair, countsContended: Bool = false
  ) -> Observations {
    func samples(of candidate: Int) -> [Sample] {
      self.samples(measure, of: candidate, in: pair.cell, countsContended: countsContended)
    }
    /// Of several runs a side, those of the first runs.
    var observationsOfTrials: Observations {
      Observations(samples(of: 0), samples(of: pair.candidate), measure, repeats: pair.cell.starts)
    }
    guard let sideCounts else { return observationsOfTrials }
    let runs = candidates.indices.map(samples)
    /// The runs that are no copies of others.
    func counted(_ side: Range<Int>) -> [Int] {
      measure.distinct(Array(side)) { run in
        let outcomes = runs[run].compactMap(\.outcome)
        return [outcomes.count < runs[run].count ? nil : outcomes.sorted().joined(separator: " ")]
      }
    }
    let sides = [counted(0..<sideCounts.base), counted(sideCounts.base..<runs.count)]
    if sides.allSatisfy({ $0.count == 1 }) { return observationsOfTrials }
    let medians = sides.map { side in
      side.compactMap { run in
        Statistics.median(of: runs[run].compactMap { Observations.value($0, measure) })
      }
    }
    return Observations(
      base: medians[0], new: medians[1], areCopies: false,
      hasCopies: medians.joined().count < runs.count, areRuns: true)
  }
}
