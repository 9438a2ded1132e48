import ForceLabWorkbench
import ForceLabSettings

/// The trials of the base and of a competitor in one cell, those that ended well.
struct Meeting {
  typealias Pair = (base: TrialRow, new: TrialRow)

  /// The base and the competitor.
  let base: Contest.Competitor
  let new: Contest.Competitor
  /// The competitor's number.
  let competitor: Int
  /// The value at each path that sets the cells apart.
  let settings: [String]
  /// Those that started alike: with the same repeat and the same seed.
  let pairs: [Pair]

  private let baseTrials: [TrialRow]
  private let newTrials: [TrialRow]

  /// Nil if one has no trial that ended well.
  init?(_ cell: Contest.Cell, _ competitor: Int, _ competitors: [Contest.Competitor]) {
    (base, new) = (competitors[0], competitors[competitor])
    self.competitor = competitor
    settings = cell.settings
    baseTrials = cell.trials[0].filter(\.isGood)
    newTrials = cell.trials[competitor].filter(\.isGood)
    guard !baseTrials.isEmpty, !newTrials.isEmpty else { return nil }
    let starts = Dictionary(
      newTrials.map { ($0.start, $0) }, uniquingKeysWith: { first, _ in first })
    pairs = baseTrials.compactMap { trial in starts[trial.start].map { (trial, $0) } }
  }

  /// How many trials count for nothing, because none of the others started as they did and there are
  /// enough pairs without them.
  var partnerless: Int {
    pairs.count < Shift.leastPairs ? 0 : baseTrials.count + newTrials.count - 2 * pairs.count
  }

  /// Whether any trials started alike.
  var havePairs: Bool { !pairs.isEmpty }

  /// The numbers of a measure on both sides.
  func sample(_ measure: String, skippingContended: Bool) throws(Diagnostic) -> Observations {
    func number(_ trial: TrialRow, _ run: RunRecord) throws(Diagnostic) -> Double? {
      let number = try run.number(measure, of: trial)
      return skippingContended && trial.isContended ? nil : number
    }
    var sample = Observations()
    for trial in baseTrials {
      if let value = try number(trial, base.run) { sample.base.append(value) }
    }
    for trial in newTrials {
      if let value = try number(trial, new.run) { sample.new.append(value) }
    }
    for pair in pairs {
      if let before = try number(pair.base, base.run), let after = try number(pair.new, new.run) {
        sample.pairs.append((before, after))
      }
    }
    return sample
  }
}

extension Contest {
  /// The cells in which the base and another have trials that ended well, cell by cell.
  var meetings: [Meeting] {
    cells.flatMap { cell in
      competitors.indices.dropFirst().compactMap { Meeting(cell, $0, competitors) }
    }
  }
}
