import ForceLabWorkbench
import ForceLabSettings

/// The trials of the base and of a candidate in one cell that ended well.
struct CandidatePair {
  typealias Pair = (base: TrialRow, new: TrialRow)

  let base: ComparisonPlan.Candidate
  let new: ComparisonPlan.Candidate
  let candidate: Int
  /// The value at each path that distinguishes cells.
  let settings: [String]
  /// The trials with the same repeat and seed.
  let pairs: [Pair]
  private let baseTrials: [TrialRow]
  private let newTrials: [TrialRow]
  /// The pairs of which no layout is a copy of that of an earlier pair.
  private let distinctPairs: [Pair]

  /// Nil if one has no trial that ended well.
  init?(_ cell: ComparisonPlan.Cell, _ candidate: Int, _ candidates: [ComparisonPlan.Candidate]) {
    (base, new) = (candidates[0], candidates[candidate])
    self.candidate = candidate
    settings = cell.settings
    baseTrials = cell.trials[0].filter(\.isGood)
    newTrials = cell.trials[candidate].filter(\.isGood)
    guard !baseTrials.isEmpty, !newTrials.isEmpty else { return nil }
    let starts = Dictionary(
      newTrials.map { ($0.start, $0) }, uniquingKeysWith: { first, _ in first })
    let pairs = baseTrials.compactMap { trial in starts[trial.start].map { (trial, $0) } }
    self.pairs = pairs
    let (baseRun, newRun) = (base.run, new.run)
    distinctPairs = distinctRepeats(
      pairs.map { [baseRun.outcome(of: $0), newRun.outcome(of: $1)] }
    ).map { pairs[$0] }
  }

  /// Trials that are ignored, because there are enough pairs without them.
  var unpaired: Int {
    pairs.count < Shift.minPairs ? 0 : baseTrials.count + newTrials.count - 2 * pairs.count
  }

  var hasPairs: Bool { !pairs.isEmpty }

  /// The numbers of `measure`. Copies count only if it is a time.
  func sample(_ measure: String, isTime: Bool, skippingContended: Bool) throws(Diagnostic)
    -> Observations
  {
    func number(_ trial: TrialRow, _ run: RunReader) throws(Diagnostic) -> Double? {
      let number = run.number(measure, of: trial)
      return skippingContended && trial.isContended ? nil : number
    }
    var sample = Observations()
    for trial in isTime ? baseTrials : base.run.distinct(baseTrials) {
      if let value = try number(trial, base.run) { sample.base.append(value) }
    }
    for trial in isTime ? newTrials : new.run.distinct(newTrials) {
      if let value = try number(trial, new.run) { sample.new.append(value) }
    }
    for pair in isTime ? pairs : distinctPairs {
      if let before = try number(pair.base, base.run), let after = try number(pair.new, new.run) {
        sample.pairs.append((before, after))
      }
    }
    sample.areCopies = pairs.allSatisfy { pair in
      let (before, after) = (base.run.outcome(of: pair.base), new.run.outcome(of: pair.new))
      return before == nil || after == nil || before == after
    }
    return sample
  }
}

extension ComparisonPlan {
  var candidatePairs: [CandidatePair] {
    cells.flatMap { cell in
      candidates.indices.dropFirst().compactMap { CandidatePair(cell, $0, candidates) }
    }
  }
}
