import ForceLabPlugins

/// The results of a run by configuration, as in `summary.csv`: the statistics of each measure over the
/// trials that are `ok`.
public struct Summary: Sendable {
  /// A configuration and the results of its trials.
  public struct Row: Sendable {
    public let configuration: Int
    /// The value at each swept path.
    public let settings: [String]
    public fileprivate(set) var trials = 0
    /// The number of trials that are `ok`; only these count in the measures.
    public fileprivate(set) var good = 0
    fileprivate var values: [String: Series] = [:]
    fileprivate var outcomes = Outcomes()

    /// The number of trials that are `ok` and no copies of another.
    public var distinct: Int { good - outcomes.copies.count }

    /// The values of `measure` of all trials that are `ok`; without those of copies if it is no time.
    public func numbers(of measure: String) -> [Double] {
      values[measure]?.numbers(without: outcomes.copies) ?? []
    }

    public func statistics(of measure: String) -> Statistics? { Statistics(numbers(of: measure)) }
  }

  /// The trials that produced the same as an earlier trial.
  fileprivate struct Outcomes {
    private(set) var copies: Set<Int> = []
    private var first: [String: Int] = [:]

    /// Adds the hash of what `trial` produced.
    mutating func insert(_ outcome: String, of trial: Int) {
      let earlier = first[outcome] ?? trial
      first[outcome] = min(earlier, trial)
      if earlier != trial { copies.insert(max(earlier, trial)) }
    }
  }

  /// Values in the order of the numbers of their trials.
  fileprivate struct Series {
    let isTime: Bool
    private var numbers: [Double] = []
    private var trials: [Int] = []

    init(isTime: Bool) { self.isTime = isTime }

    func numbers(without copies: Set<Int>) -> [Double] {
      if isTime || copies.isEmpty { return numbers }
      return zip(numbers, trials).filter { !copies.contains($0.1) }.map(\.0)
    }

    mutating func insert(_ number: Double, of trial: Int) {
      let place = trials.lastIndex { $0 < trial }.map { $0 + 1 } ?? 0
      numbers.insert(number, at: place)
      trials.insert(trial, at: place)
    }
  }

  public let paths: [String]
  public let measures: [Column]
  /// The column of the hash of what a trial produced; nil if the study has none.
  private let outcome: String?
  public private(set) var rows: [Row]

  /// The lines of the CSV file; nil where the row has changed since.
  private var lines: [String?]
  /// Whether the times of trials that ran in parallel count.
  private let countsContended: Bool

  /// The summary of a run without trials, whose configurations have `settings`.
  init(_ columns: RunColumns, measures: [Column], paths: [String], settings: [[String]]) {
    (self.measures, self.paths) = (measures, paths)
    outcome = columns.outcome
    countsContended = columns.countsContended ?? false
    rows = settings.enumerated().map { Row(configuration: $0 + 1, settings: $1) }
    lines = rows.map { _ in nil }
  }

  func column(_ name: String) -> Column {
    measures.first { $0.name == name } ?? Column(undeclared: name)
  }

  /// Adds a trial of `configuration` that was no warm-up. `field` is its value in a column.
  mutating func add(
    _ trial: Int, of configuration: Int, isGood: Bool, isContended: Bool,
    _ field: (String) -> Field
  ) {
    let index = configuration - 1
    lines[index] = nil
    rows[index].trials += 1
    guard isGood else { return }
    rows[index].good += 1
    for measure in measures where countsContended || !isContended || !measure.isTime {
      if let number = field(measure.name).number {
        rows[index].values[measure.name, default: Series(isTime: measure.isTime)]
          .insert(number, of: trial)
      }
    }
    if let hash = outcome.map({ field($0).text }), !hash.isEmpty {
      rows[index].outcomes.insert(hash, of: trial)
    }
  }

  /// `low` and `high` bound the confidence interval; `interval` is its method or why there is none.
  private static let statistics = [
    "n", "median", "mean", "sd", "mad", "minimum", "maximum", "low", "high", "interval", "outliers",
  ]

  /// Statistics precede the measure's name, so that columns of times still end in their unit.
  mutating func csv() -> String {
    let header =
      ["configuration"] + paths + ["trials", "ok", "distinct"]
      + measures.flatMap { measure in
        Self.statistics.map { "\($0)_\(measure.name)" }
      }
    for index in rows.indices where lines[index] == nil { lines[index] = line(rows[index]) }
    return csvLine(header) + lines.compactMap { $0 }.joined()
  }

  private func line(_ row: Row) -> String {
    var fields: [Field] = [.integer(row.configuration)]
    fields += row.settings.map { .text($0) }
    fields += [.integer(row.trials), .integer(row.good), .integer(row.distinct)]
    for measure in measures {
      let statistics = row.statistics(of: measure.name)
      fields += [
        .integer(statistics?.count ?? 0), Field(statistics?.median), Field(statistics?.mean),
        Field(statistics?.standardDeviation), Field(statistics?.medianDeviation),
        Field(statistics?.minimum), Field(statistics?.maximum),
        Field(statistics?.interval?.lowerBound), Field(statistics?.interval?.upperBound),
        .text(
          statistics?.intervalNote(hasCopies: !measure.isTime && row.distinct < row.good)
            ?? "no values"),
        statistics.map { .integer($0.outliers) } ?? .none,
      ]
    }
    return csvLine(fields)
  }
}
