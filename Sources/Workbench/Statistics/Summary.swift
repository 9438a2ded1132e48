import ForceLabPlugins

/// The results of a run by configuration, as in `summary.csv`: statistics of each measure over trials that are `ok`.
public struct Summary: Sendable {
  /// Where a value is from: the settings that name the graph, and the repeat.
  struct Source: Hashable {
    let graph: [String]
    let repetition: Int
  }

  public struct Row: Sendable {
    fileprivate struct Result {
      let trial: Int
      let repetition: Int
      let numbers: [Double?]
      /// The hash of what the trial produced; nil if it is unknown.
      let outcome: String?
      /// The settings at the paths of instances, and the hash of the graph if it is known.
      let graph: [String]

      /// The same for copies of the layout of a graph.
      var identity: String? { outcome.map { ([$0] + graph).joined(separator: "\n") } }

      var source: Source { Source(graph: Array(graph.dropLast()), repetition: repetition) }
    }

    /// That of the configuration.
    public let number: Int
    /// The value at each swept path.
    public let settings: [String]
    fileprivate let measures: [Column]
    public fileprivate(set) var trials = 0
    /// Those of the trials that are `ok`, in the order of their numbers.
    fileprivate var results: [Result] = []

    /// The number of trials that are `ok`; only these count in the measures.
    public var good: Int { results.count }
    /// The number of trials that are `ok` and no copies of another.
    public var distinct: Int { originals.count }

    /// The results of trials that produced something else than all earlier trials.
    fileprivate var originals: [Result] {
      distinctRepeats(results.map { [$0.outcome] }).map { results[$0] }
    }

    /// The values of `measure` of all trials that are `ok`; without those of copies if it is no time.
    public func numbers(of measure: String) -> [Double] {
      guard let index = measures.firstIndex(where: { $0.name == measure }) else { return [] }
      return (measures[index].isTime ? results : originals).compactMap { $0.numbers[index] }
    }

    /// Nil if the median is not finite.
    public func statistics(of measure: String) -> Statistics? {
      Statistics(numbers(of: measure)).flatMap { $0.median.isFinite ? $0 : nil }
    }

    /// The median, of which trials that failed or have no value are the worst. Nil if these are at least half, or the
    /// measure has no better direction. Times of good trials may be missing because they do not count.
    public func rankedMedian(of measure: Column) -> Double? {
      guard let better = measure.better,
        let index = measures.firstIndex(where: { $0.name == measure.name })
      else { return nil }
      let finished = results.compactMap { $0.numbers[index] }.filter(\.isFinite)
      let failed = trials - (measure.isTime ? results.count : finished.count)
      guard failed > 0 else { return Statistics(numbers(of: measure.name))?.median }
      return Statistics.median(of: finished, failed: failed, better)
    }

    /// Whether `column` is a target that some of the good trials did not reach.
    public func missesTarget(of column: Column) -> Bool {
      column.use == .target && (statistics(of: column.name)?.count ?? 0) < good
    }
  }

  public let paths: [String]
  public let measures: [Column]
  /// The column of the hash of what a trial produced; nil if the study has none.
  private let outcome: String?
  /// The column of the hash of the graph; nil if the study has none.
  private let graph: String?
  /// The indices of the paths over which algorithms are compared.
  private let instances: [Int]
  /// What instances are called: `graphs`.
  let instanceName: String
  public private(set) var rows: [Row]

  /// The lines of the CSV file; nil where the row has changed since.
  private var lines: [String?]
  /// Whether the times of trials that ran in parallel count.
  private let countsContended: Bool

  /// The summary of a run without trials, whose configurations have `settings`.
  init(_ columns: RunColumns, measures: [Column], paths: [String], settings: [[String]]) {
    (self.measures, self.paths) = (measures, paths)
    (outcome, graph) = (columns.outcome, columns.graph)
    instances = (columns.instances?.paths ?? []).compactMap { paths.firstIndex(of: $0) }
    instanceName = columns.instances?.plural ?? "graphs"
    countsContended = columns.countsContended ?? false
    rows = settings.enumerated().map {
      Row(number: $0 + 1, settings: $1, measures: measures)
    }
    lines = rows.map { _ in nil }
  }

  func column(_ name: String) -> Column {
    measures.first { $0.name == name } ?? Column(undeclared: name)
  }

  /// The values of `names` of the trials of `configurations` that are `ok` and have all of them; without those of
  /// copies if none is a time.
  func values(of names: [String], in configurations: [Int]) -> [(
    source: Source, numbers: [Double]
  )] {
    guard let indices = indices(of: names) else { return [] }
    let results =
      indices.contains { measures[$0].isTime }
      ? configurations.flatMap { rows[$0 - 1].results } : originals(in: configurations)
    return results.compactMap { result in
      let numbers = indices.compactMap { result.numbers[$0] }
      return numbers.count == indices.count ? (result.source, numbers) : nil
    }
  }

  /// The number of trials of `configurations` that are `ok`, but have no value that counts of one of `names`.
  func missingCount(of names: [String], in configurations: [Int]) -> Int {
    let indices = measures.indices.filter { names.contains(measures[$0].name) }
    return configurations.flatMap { rows[$0 - 1].results }.count { result in
      indices.contains { result.numbers[$0] == nil }
    }
  }

  /// The values of `names` of the trials of `first` and of `second`, pair by pair; without pairs with a copy of a trial
  /// of an earlier pair, unless a time counts. The source is that of `first`. All have a value. Nil if there are not as
  /// many trials of both, or both have some graphs that the other has not.
  func pairedValues(
    of names: [String], in first: [Int], and second: [Int]
  ) -> [(source: Source, first: [Double], second: [Double])]? {
    let sides = [first, second].map { $0.flatMap { rows[$0 - 1].results } }
    let graphs = sides.map { $0.map(\.graph) }
    guard let indices = indices(of: names), graphs[0].count == graphs[1].count,
      graphs[0] == graphs[1] || Set(graphs[0]).isDisjoint(with: graphs[1])
    else { return nil }
    let kept =
      indices.contains { measures[$0].isTime }
      ? Array(sides[0].indices)
      : distinctRepeats(zip(sides[0], sides[1]).map { [$0.identity, $1.identity] })
    let numbers = { (result: Row.Result) in indices.compactMap { result.numbers[$0] } }
    return kept.map { (sides[0][$0].source, numbers(sides[0][$0]), numbers(sides[1][$0])) }
  }

  private func indices(of names: [String]) -> [Int]? {
    let indices = names.compactMap { name in measures.firstIndex { $0.name == name } }
    return indices.count == names.count ? indices : nil
  }

  /// Whether trials of `configurations` that are `ok` are copies of others.
  func hasCopies(in configurations: [Int]) -> Bool {
    originals(in: configurations).count
      < configurations.reduce(0) { $0 + rows[$1 - 1].results.count }
  }

  /// The results of trials that produced something else than all earlier trials of the same graph.
  private func originals(in configurations: [Int]) -> [Row.Result] {
    var seen: Set<String> = []
    return configurations.flatMap { rows[$0 - 1].originals }.filter { result in
      result.identity.map { seen.insert($0).inserted } ?? true
    }
  }

  /// Adds a trial of `configuration` that was no warm-up. `field` is its value in a column.
  mutating func add(
    _ trial: Int, of configuration: Int, repetition: Int, isGood: Bool, ranConcurrently: Bool,
    _ field: (String) -> Field
  ) {
    let index = configuration - 1
    lines[index] = nil
    rows[index].trials += 1
    guard isGood else { return }
    let numbers = measures.map { measure in
      countsContended || !ranConcurrently || !measure.isTime ? field(measure.name).number : nil
    }
    let hash = outcome.map { field($0).text } ?? ""
    let settings = rows[index].settings
    let result = Row.Result(
      trial: trial, repetition: repetition, numbers: numbers, outcome: hash.isEmpty ? nil : hash,
      graph: instances.map { settings[$0] } + [graph.map { field($0).text } ?? ""])
    rows[index].results.insert(
      result, at: rows[index].results.lastIndex { $0.trial < trial }.map { $0 + 1 } ?? 0)
  }

  /// `low` and `high` bound the confidence interval; `interval` is its method or why there is none.
  private static let statistics = Statistics.numberNames.dropLast() + ["interval", "outliers"]

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
    var fields: [Field] = [.integer(row.number)]
    fields += row.settings.map { .text($0) }
    let (good, originals) = (row.results, row.originals)
    fields += [.integer(row.trials), .integer(good.count), .integer(originals.count)]
    for (index, measure) in measures.enumerated() {
      let statistics = Statistics(
        (measure.isTime ? good : originals).compactMap { $0.numbers[index] })
      fields += Self.statistics.map { name in
        switch name {
        case "n": .integer(statistics?.count ?? 0)
        case "interval":
          .text(
            statistics?.intervalNote(hasCopies: !measure.isTime && originals.count < good.count)
              ?? "no values")
        default: Field(statistics?.number(name))
        }
      }
    }
    return csvLine(fields)
  }
}
