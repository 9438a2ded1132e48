/// Statements about changes that are made together, such as all those of a report: under the null, the
/// chance that any of them is wrong is at most 5 %, however many there are.
///
/// Each statement has a mean and its standard error, for which it is compared with one critical value: that which the
/// greatest of all statistics exceeds in 5 % of the draws if the signs of the residuals are random, those of one repeat
/// together. So dependent statements cost little, and any number of them can be made from six repeats, of which a sign
/// test with Holm's correction allows one. The interval and the p-value of a statement are of this test. Residuals of
/// few values miss the level, so a statement must be significant alone, too, by a randomization test (Pitman 1937).
///
/// Outliers are moved to four robust standard deviations from the median (Huber 1964). Of few repeats, the
/// smallest of many estimated variances is too small, and the greatest too great: a variance counts as at
/// least the median of its group, and one above twice the median as half of itself.
///
/// Source: Westfall and Young, Resampling-Based Multiple Testing, 1993 (maxima of statistics); Davidson
/// and Flachaire, The wild bootstrap, tamed at last, 2008 (random signs). Selections: Hsu, Constrained
/// simultaneous confidence intervals for multiple comparisons with the best, 1984.
public struct StatementFamily: Sendable {
  /// Observations, each with the number of its repeat.
  public typealias Sample = [(unit: Int, value: Double)]

  /// The change that a statement is about.
  public enum Change: Sendable {
    /// The mean of differences within pairs.
    case paired(Sample)
    /// The difference of the means of two samples without pairs.
    case unpaired(base: Sample, new: Sample)

    fileprivate var samples: [Sample] {
      switch self {
      case .paired(let differences): [differences]
      case .unpaired(let base, let new): [base.map { ($0.unit, -$0.value) }, new]
      }
    }
  }

  /// The statements of a group, whose variances are alike.
  fileprivate struct Group {
    /// The samples whose means are summed by each statement; one for each row of a selection.
    let statements: [[Residuals]]
    /// The same with outliers where they are.
    let originals: [[Residuals]]
    let numbers: [Int]
    /// Whether the statements are that a row has a greater mean than the row with the smallest.
    let isSelection: Bool
  }

  /// The minimum of six signs is all negative with probability 2⁻⁵ in either direction.
  public static let minRepeats = 6
  /// The minimum of each side that is not paired.
  public static let minUnpaired = 4

  private let level: Double
  private var groups: [Group] = []
  /// The statements with too few repeats.
  private var untested: [(number: Int, estimate: Double)] = []
  private var count = 0

  /// The chance of a wrong statement is at most `level`.
  public init(level: Double = 0.05) { self.level = level }

  /// Adds a group of changes, whose variances should be alike. Returns the number of the first.
  public mutating func add(_ changes: [Change]) -> Int {
    append(changes.map { $0.samples.map { Residuals($0) } }, isSelection: false)
  }

  /// Adds the selection of the rows of `costs` that may be the best: those with the smallest mean. Each
  /// row has one value for each of `units`. Returns the number of the first.
  public mutating func add(selection costs: [[Double]], units: [Int]) -> Int {
    // What a repeat has in common is subtracted.
    let means = units.indices.map { unit in
      costs.reduce(0) { $0 + $1[unit] } / Double(costs.count)
    }
    return append(
      costs.map { row in
        [Residuals(units.indices.map { (units[$0], row[$0] - means[$0]) })]
      }, isSelection: true)
  }

  private mutating func append(_ statements: [[Residuals]], isSelection: Bool) -> Int {
    let first = count
    count += statements.count
    let isTested = statements.map { samples in
      samples.allSatisfy {
        $0.units.count >= (samples.count == 1 ? Self.minRepeats : Self.minUnpaired)
      }
    }
    let tested = statements.indices.filter { isTested[$0] }
    untested += statements.indices.filter { !isTested[$0] }.map {
      (first + $0, statements[$0].reduce(0) { $0 + $1.mean })
    }
    let typical = Statistics.median(of: tested.flatMap { statements[$0].map(\.deviation) }) ?? 0
    if !tested.isEmpty {
      groups.append(
        Group(
          statements: tested.map { Residuals.clamped(statements[$0], atLeast: typical) },
          originals: tested.map { statements[$0] },
          numbers: tested.map { first + $0 }, isSelection: isSelection))
    }
    return first
  }

  /// Cost: a thousand passes over all observations.
  public func judged() -> JudgedStatements {
    let samples = groups.flatMap { $0.statements.joined() }
    let signs = RandomSigns(
      units: samples.flatMap(\.units), size: samples.reduce(0) { $0 + $1.units.count })
    var maxima = [Double](repeating: 0, count: signs.count)
    for group in groups { group.raise(&maxima, signs) }
    maxima.sort(by: >)
    var judged = JudgedStatements(count: count, maxima: maxima, level: level)
    for (number, estimate) in untested { judged.statements[number].estimate = estimate }
    for group in groups { group.judge(&judged) }
    return judged
  }
}

/// The estimates, intervals and p-values of a family of statements.
public struct JudgedStatements: Sendable {
  public struct Statement: Sendable {
    public fileprivate(set) var estimate = 0.0
    /// Nil with too few repeats.
    public fileprivate(set) var interval: ClosedRange<Double>?
    /// That of the mean with outliers where they are, for statements that nothing differs; nil if it is not finite.
    public fileprivate(set) var intervalWithOutliers: ClosedRange<Double>?
    /// The probability of so great a statistic anywhere in the family, if nothing differs; that of the
    /// randomization test, if it is greater and the first one is significant.
    public fileprivate(set) var p: Double?
    /// Of a row of a selection.
    fileprivate var variance = 0.0
    fileprivate var values: [Double] = []
  }

  /// The maxima of all draws, the greatest first.
  private let maxima: [Double]
  fileprivate let level: Double
  /// A statement is significant if its statistic is greater; nil if there are too few draws.
  fileprivate let critical: Double?
  fileprivate var statements: [Statement]

  fileprivate init(count: Int, maxima: [Double], level: Double) {
    // So few draws may reach a significant statistic.
    let allowed = Int(clamping: level * Double(maxima.count + 1)) - 1
    // Equal statistics differ by rounding.
    self.maxima = maxima.map { $0 * (1 + 1e-12) }
    self.level = level
    critical = allowed >= 0 ? self.maxima[allowed] : nil
    statements = Array(repeating: Statement(), count: count)
  }

  public subscript(number: Int) -> Statement { statements[number] }

  /// Whether a row of a selection is worse than another one of it.
  public func isWorse(_ row: Int, than other: Int) -> Bool {
    guard let critical, statements[row].p != nil else { return false }
    let difference = statements[row].estimate - statements[other].estimate
    let error = (statements[row].variance + statements[other].variance).squareRoot()
    guard difference > critical * error, difference > 0 else { return false }
    let differences = zip(statements[row].values, statements[other].values).map { $0 - $1 }
    return RandomizationTest(differences: differences).p <= level
  }

  /// Those of the `rows` of a selection that are not worse than the one with the smallest mean.
  public func best(of rows: [Int]) -> Set<Int> {
    let smallest = rows.min { (statements[$0].estimate, $0) < (statements[$1].estimate, $1) }
    return Set(rows.filter { row in smallest.map { !isWorse(row, than: $0) } ?? true })
  }

  fileprivate func p(_ statistic: Double) -> Double {
    let reached = maxima.firstIndex { $0 < statistic } ?? maxima.count
    return Double(reached + 1) / Double(maxima.count + 1)
  }
}

extension StatementFamily.Group {
  /// The statistics of statements whose samples have these means and variances: of a selection, of the
  /// greatest distance from the row with the smallest mean.
  private func statistics(_ means: [Double], _ variances: [Double]) -> [Double] {
    let errors = squaredErrors(variances)
    guard isSelection else {
      var part = 0
      return statements.map { samples in
        let range = part..<part + samples.count
        part = range.upperBound
        return Self.statistic(means[range].reduce(0, +).magnitude, errors[range].reduce(0, +))
      }
    }
    guard let best = means.indices.min(by: { means[$0] < means[$1] }) else { return [] }
    return means.indices.map { Self.statistic(means[$0] - means[best], errors[$0] + errors[best]) }
  }

  private static func statistic(_ distance: Double, _ squaredError: Double) -> Double {
    distance <= 0 ? 0 : distance / squaredError.squareRoot()
  }

  /// The squares of the standard errors of the means.
  private func squaredErrors(_ variances: [Double]) -> [Double] {
    let minimum = quantile(variances.sorted(), 0.5)
    // The mean of the rows, which was subtracted, has a part of the variance.
    let rows = Double(statements.count)
    let share = isSelection ? rows / (rows - 1) : 1
    return zip(statements.joined(), variances).map { share * max($1 / 2, minimum) / $0.count }
  }

  private static func randomizationTest(_ samples: [Residuals]) -> RandomizationTest {
    samples.count == 1
      ? RandomizationTest(differences: samples[0].values)
      : RandomizationTest(base: samples[0].values.map { -$0 }, new: samples[1].values)
  }

  fileprivate func raise(_ maxima: inout [Double], _ signs: RandomSigns) {
    let drawn = statements.joined().map { $0.drawn(signs) }
    for draw in maxima.indices {
      let found = statistics(drawn.map { $0.means[draw] }, drawn.map { $0.variances[draw] })
      maxima[draw] = found.reduce(maxima[draw], max)
    }
  }

  fileprivate func judge(_ judged: inout JudgedStatements) {
    let parts = Array(statements.joined())
    let (means, variances) = (parts.map(\.mean), parts.map(\.variance))
    let errors = squaredErrors(variances)
    let statistics = statistics(means, variances)
    var part = 0
    for index in statements.indices {
      let range = part..<part + statements[index].count
      part = range.upperBound
      let (estimate, squared) = (means[range].reduce(0, +), errors[range].reduce(0, +))
      var statement = JudgedStatements.Statement(estimate: estimate, variance: squared)
      if isSelection { statement.values = statements[index][0].values }
      if let critical = judged.critical {
        var reach = critical * squared.squareRoot()
        if reach.isFinite {
          var p = judged.p(statistics[index])
          if !isSelection, p <= judged.level {
            p = max(p, Self.randomizationTest(statements[index]).p)
            if p > judged.level { reach = max(reach, estimate.magnitude) }
          }
          statement.interval = estimate - reach...estimate + reach
          statement.p = p
          let mean = originals[index].reduce(0) { $0 + $1.mean }
          let error = originals[index].reduce(0) { $0 + $1.variance / $1.count }
          let wide = critical * max(squared, error).squareRoot()
          if mean.isFinite, wide.isFinite {
            statement.intervalWithOutliers = mean - wide...mean + wide
          }
        }
      }
      judged.statements[numbers[index]] = statement
    }
  }
}
