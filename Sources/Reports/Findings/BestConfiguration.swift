import ForceLabPlugins
import ForceLabWorkbench

/// The configurations from which the best by one measure is chosen, and the statements that some are worse than others.
struct Choice {
  let measure: Column
  let better: Column.Better
  /// The medians of the configurations of which more than half of the trials are `ok`, by number.
  let medians: [Int: Double]
  /// The same, such that those that tables print alike are equal.
  let shown: [Int: Double]
  /// The number of distinct repeats; those of the configuration with the fewest if there are no statements.
  let repeats: Int
  /// The numbers of the statements, by configuration: only of those with enough distinct repeats.
  private var statements: [Int: Int] = [:]

  /// Nil if the measure has no better direction, or fewer than two of `rows` can be chosen, unless all but one of
  /// them failed. `trials` are those of each configuration.
  init?(
    _ measure: Column, _ scale: ChangeScale, in run: RunReader, _ trials: [Int: [TrialRow]],
    among rows: [RunReader.Configuration], _ family: inout StatementFamily
  ) {
    guard let better = measure.better else { return nil }
    let known = rows.filter { $0.rankedMedian(of: measure) != nil }
    // Those without a trial may still become better.
    let failed = rows.count { $0.trials > 0 && 2 * $0.good <= $0.trials }
    guard known.count > 1 || known.count == 1 && failed > 0 && failed + 1 == rows.count
    else { return nil }
    (self.measure, self.better) = (measure, better)
    let medians = known.reduce(into: [Int: Double]()) {
      $0[$1.number] = $1.rankedMedian(of: measure)
    }
    (self.medians, shown) = (medians, medians.mapValues(\.shown))
    let all = rows.map { row in
      trials[row.number, default: []].map { run.sample(measure, of: $0) }
    }
    let cell = scale.cell(all.joined().compactMap(\.value))
    let samples = zip(rows, all).filter { medians[$0.0.number] != nil }
    let distinct = samples.map { _, samples in
      measure.distinct(samples) { [$0.outcome] }.count
    }
    let tested = samples.indices.filter { distinct[$0] >= StatementFamily.minRepeats }
    let byStart = tested.map { samples[$0].1.byStart }
    let complete = (byStart.first ?? [:]).keys.compactMap { start in
      let found = byStart.compactMap { $0[start] }
      let numbers = found.compactMap { scale.number(of: $0, in: cell) }
      return numbers.count == tested.count
        ? (unit: start.repetition, numbers: numbers, found: found) : nil
    }.sorted { $0.unit < $1.unit }
    let kept = measure.distinct(complete) { $0.found.map(\.outcome) }
    guard tested.count > 1, kept.count >= StatementFamily.minRepeats else {
      repeats = min(distinct.min() ?? 0, tested.count > 1 ? kept.count : .max)
      return
    }
    repeats = kept.count
    let first = family.add(
      selection: tested.indices.map { row in kept.map { better.costSign * $0.numbers[row] } },
      units: kept.map(\.unit))
    for (offset, index) in tested.enumerated() {
      statements[samples[index].0.number] = first + offset
    }
  }

  var hasStatements: Bool { !statements.isEmpty }

  /// The configurations with too few distinct repeats for a statement, beside others with enough.
  var untested: Set<Int> { hasStatements ? Set(medians.keys).subtracting(statements.keys) : [] }

  func isWorse(_ number: Int, than other: Int, _ judged: JudgedStatements) -> Bool {
    guard let a = statements[number], let b = statements[other] else { return false }
    return judged.isWorse(a, than: b)
  }

  /// Of the configurations with statements, those that cannot be told from the best; without statements, those with
  /// the best median. In order of their medians.
  func best(_ judged: JudgedStatements) -> [Int] {
    let kept = judged.best(of: Array(statements.values))
    let best = shown.values.min(by: better.precedes)
    return shown.filter { number, median in
      statements[number].map { kept.contains($0) } ?? (!hasStatements && median == best)
    }.sorted { a, b in
      a.value == b.value ? a.key < b.key : better.precedes(a.value, b.value)
    }.map(\.key)
  }
}

/// The best configuration by a measure, and those that cannot be told from it (Hsu 1984).
public struct BestConfiguration: Encodable, Sendable {
  public let measure: String
  public let better: Column.Better
  public let configuration: Int
  public let settings: [String: String]
  /// Trials that failed count as the worst.
  public let median: Double
  public let intervalOver = "repeats"
  /// The 95 % confidence interval of the median; nil with fewer than six distinct repeats, or if a trial failed.
  public let low: Double?
  public let high: Double?
  /// The other configurations that cannot be told from the best; without a verdict, those with the same median.
  public let within: [Int]
  /// The number of configurations that have the measure, and more than half of their trials `ok`.
  public let candidates: Int
  public let trials: Int
  public let ok: Int
  /// The number of distinct repeats, and the fewest for which a configuration can be excluded.
  public let repeats: Int
  public let neededRepeats: Int

  init(_ choice: Choice, _ judged: JudgedStatements, in run: RunReader) {
    let best = choice.best(judged)
    let row = run.configurations[best[0] - 1]
    (measure, better) = (choice.measure.name, choice.better)
    (configuration, settings) = (row.number, run.settings(of: row))
    median = choice.medians[row.number] ?? .nan
    (trials, ok) = (row.trials, row.good)
    let interval = ok == trials ? row.statistics(of: measure)?.interval : nil
    (low, high) = (interval?.lowerBound, interval?.upperBound)
    within = best.dropFirst().sorted()
    candidates = choice.medians.count
    (repeats, neededRepeats) = (choice.repeats, StatementFamily.minRepeats)
    (hasStatements, untested) = (choice.hasStatements, choice.untested)
    isSame = candidates > 1 && Set(choice.shown.values).count == 1
  }

  /// Whether there are enough repeats to exclude a configuration.
  let hasStatements: Bool
  /// The configurations that have too few, beside others with enough.
  let untested: Set<Int>
  let isSame: Bool

  /// The names of the values at a path of the best configuration and those that cannot be told from it.
  func values(at path: Int, in run: RunReader) -> Set<String> {
    Set(
      ([configuration] + within).map {
        PairedTable.name(of: run.configurations[$0 - 1].settings[path])
      })
  }

  private enum CodingKeys: CodingKey {
    case measure, better, configuration, settings, median, intervalOver, low, high, within,
      candidates
    case trials, ok, repeats, neededRepeats
  }
}
