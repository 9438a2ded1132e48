import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

extension Scoreboard {
  /// The scoreboard of `run`, of which `findings` are, with the columns `others` besides.
  init(_ run: RunReader, _ findings: Findings, and others: [Column] = []) {
    if let instances = findings.instances {
      self.init(instances, and: others)
    } else {
      // Times to targets that some did not reach have no verdict.
      let targets = run.shownMeasures.filter { $0.use == .target }
      self.init(
        configurationsOf: run, findings, (run.mainMeasures + targets + others).uniqued(on: \.name),
        kept: Set(others.map(\.name)))
    }
  }

  /// The algorithms of `run` over its instances.
  init(_ run: InstanceRun, and others: [Column] = []) {
    let known = Set(run.comparisons.map(\.measure))
    // Without verdicts, as no statement of the report is about them.
    let besides = others.filter { !known.contains($0.name) }.compactMap {
      InstanceComparison(run, $0, countsContended: false)
    }
    let comparisons = run.comparisons + besides
    let measures = comparisons.map { comparison in
      Measure(
        column: comparison.table.measure,
        quantity: comparison.table.ratios == nil ? .rank : .ratio, unit: "",
        instanceCount: comparison.instances, excluded: comparison.table.excluded)
    }
    let front = run.fronts.first { $0.overall.contains { !$0.isOnFront } }
    let onFront = Set(front?.overall.filter(\.isOnFront).map(\.algorithm) ?? [])
    let cells = comparisons.map {
      Self.cells($0, of: run.algorithms, isJudged: known.contains($0.measure))
    }
    let trials = run.algorithms.indices.map(run.trials)
    let paths = run.table.comparedPath.map { [$0] } ?? run.run.settingPaths
    let places = paths.compactMap { run.run.paths.firstIndex(of: $0) }
    let rows = run.algorithms.indices.map { index in
      Row(
        name: run.algorithms[index],
        settings: places.map { trials[index].first?.settings[$0] ?? "" },
        configurations: trials[index].map(\.configuration).uniqued, trials: trials[index].count,
        good: trials[index].count(where: \.isGood), cells: cells.map { $0[index] },
        isOnFront: onFront.contains(run.algorithms[index]), instance: nil)
    }
    self.init(
      paths: paths, rowTitle: "algorithm", measures: measures, rows: rows, instances: run.axes,
      instanceCount: run.instances.count,
      missing: comparisons.map(\.instances).min().map { "\(run.axes.counted($0)) are too few" },
      front: front?.measures.map { run.run.columns[$0] }, kept: Set(others.map(\.name)))
    edgeAttributes = Self.edgeAttributes(rows, run.run)
  }

  /// Such as “Layouts depend on edge attributes: weight (`w`).”; empty if none does.
  private static func edgeAttributes(_ rows: [Row], _ run: RunReader) -> String {
    guard let column = run.columns.trials.first(where: { $0.use == .edgeAttributes }) else {
      return ""
    }
    let texts = Dictionary(
      firstOf: run.trials.compactMap { trial in
        run.text(column.name, of: trial).map { (trial.configuration, $0) }
      })
    let used = rows.compactMap { row in
      row.configurations.compactMap { texts[$0] }.first.map { (row: row.name, text: $0) }
    }
    let parts = used.map(\.text).uniqued.map { text -> String in
      let names = used.filter { $0.text == text }.map { quoted($0.row) }
      return names.count == rows.count
        ? text : "\(text) (\(names.count > 3 ? counted(names.count, "row") : names.listed()))"
    }
    return parts.isEmpty
      ? "" : "Layouts depend on edge attributes: \(parts.joined(separator: ", ").printableLine)."
  }

  /// One for each of `algorithms`; empty ones for those without a result.
  private static func cells(
    _ comparison: InstanceComparison, of algorithms: [String], isJudged: Bool
  ) -> [Cell] {
    let hasRatios = comparison.table.ratios != nil
    let beaten = Set(comparison.pairs.compactMap(\.worse))
    let cost = { (row: AlgorithmStanding) in
      hasRatios ? row.ratio?.value ?? .infinity : row.meanRank
    }
    let best = comparison.standings.filter { !beaten.contains($0.algorithm) }.min {
      (cost($0), $0.meanRank) < (cost($1), $1.meanRank)
    }
    return algorithms.map { algorithm in
      guard let row = comparison.standings.first(where: { $0.algorithm == algorithm }) else {
        return Cell()
      }
      let isEqual = best.map { (cost($0), $0.meanRank) == (cost(row), row.meanRank) } ?? false
      let standing: Standing =
        !isJudged
        ? .unknown
        : algorithm == best?.algorithm || isEqual && cost(row).isFinite
          ? .best
          : comparison.isBetter(best?.algorithm, than: algorithm)
            ? .worse : comparison.hasTooFewInstances ? .unknown : .tied
      let low = row.ratio?.low
      let interval = hasRatios ? low.flatMap { low in row.ratio?.high.map { low...$0 } } : nil
      return Cell(cost(row), interval, standing, trials: row.trials, good: row.good, isExact: false)
    }
  }

  /// The configurations of `run`, with the measures `columns`. Those that are `kept` stay if all values are the same.
  init(
    configurationsOf run: RunReader, _ findings: Findings, _ columns: [Column],
    kept: Set<String> = []
  ) {
    let groups = run.instanceGroups
    let fronts = findings.paretoFronts.filter {
      $0.hasStatements && $0.points.count < $0.candidates
    }
    // Of the first measure, as the chart of time and quality is.
    let front = columns.lazy.compactMap { column in
      fronts.first { $0.measures.last == column.name }
    }.first
    let onFront = Set(
      findings.paretoFronts.filter { $0.measures == front?.measures }
        .flatMap { $0.points.map(\.configuration) })
    let measures = columns.map { column in
      let values = run.configurations.compactMap { $0.statistics(of: column.name)?.median }
      let unit = column.secondsPerUnit.map { seconds in
        TimeUnit(suiting: values.map { $0 * seconds }).rawValue
      }
      let repeats = run.configurations.map { row in
        let counted = column.isTime ? row.statistics(of: column.name)?.count ?? 0 : row.good
        return counted + row.trials - row.good
      }
      return Measure(
        column: column, quantity: .median, unit: unit ?? (column.unit == "bytes" ? "bytes" : ""),
        repeats: repeats.max() ?? 0)
    }
    let cells = measures.map { measure in
      Self.cells(measure, groups, findings.best.filter { $0.measure == measure.column.name })
    }
    let names = ConfigurationLabels.names(of: run.configurations.map(\.settings), at: run.paths)
    let instances = groups.count > 1 ? run.instances : nil
    let known = run.paths.indices.filter { instances?.paths.contains(run.paths[$0]) == true }
    let rows = run.configurations.map { row in
      Row(
        name: names[row.number - 1], settings: row.settings, configurations: [row.number],
        trials: row.trials, good: row.good,
        cells: cells.map { $0[row.number] ?? Cell() },
        isOnFront: front != nil && onFront.contains(row.number),
        instance: instances.map { _ in
          known.map { compact(row.settings[$0]) }.joined(separator: " ")
        })
    }
    self.init(
      paths: run.paths, rowTitle: "configuration", measures: measures, rows: rows, instances: nil,
      instanceCount: groups.count,
      missing: findings.best.filter { !$0.hasStatements && $0.candidates > 1 }.map(\.repeats).max()
        .map { tooFewRepeats($0) },
      front: front?.measures.map { run.columns[$0] }, kept: kept)
    edgeAttributes = Self.edgeAttributes(rows, run)
    let best = measures.flatMap { measure in
      findings.best.filter { $0.measure == measure.column.name && !$0.untested.isEmpty }
    }
    let numbers = Set(best.flatMap(\.untested))
    untested = (
      rows.filter { numbers.contains($0.configurations[0]) }.map(\.name),
      best.map { run.columns[$0.measure].title }.uniqued
    )
  }

  /// The cells of a measure by the number of the configuration. `best` has the best of each group.
  private static func cells(
    _ measure: Measure, _ groups: [[RunReader.Configuration]], _ best: [BestConfiguration]
  ) -> [Int: Cell] {
    let column = measure.column
    let unit = column.secondsPerUnit.flatMap { seconds in
      TimeUnit(rawValue: measure.unit).map { seconds / $0.seconds }
    }
    let leaders = Dictionary(firstOf: best.map { ($0.configuration, $0) })
    var cells: [Int: Cell] = [:]
    for group in groups {
      let leader = group.lazy.compactMap { leaders[$0.number] }.first
      let isExact = !column.isTime && group.allSatisfy(\.isDeterministic)
      for row in group {
        let value =
          column.better == nil
          ? row.statistics(of: column.name)?.median : row.rankedMedian(of: column)
        let interval = row.good == row.trials ? row.statistics(of: column.name)?.interval : nil
        // A trial may be ok without a value.
        let missing =
          row.good * 2 <= row.trials ? "failed" : column.use == .target ? "not reached" : "none"
        cells[row.number] = Cell(
          value, interval, leader.map { standing(of: row.number, value, $0, isExact) } ?? .unknown,
          trials: row.trials, good: row.finished(column),
          isExact: row.isDeterministic && !column.isTime, inUnit: unit ?? 1, missing: missing)
      }
    }
    return cells
  }

  private static func standing(
    of number: Int, _ value: Double?, _ best: BestConfiguration, _ isExact: Bool
  ) -> Standing {
    if number == best.configuration { return .best }
    // No statement is about a row of which half of the trials have no value.
    guard let value else { return .unknown }
    let isEqual = value.shown == best.median.shown
    if isExact { return isEqual ? .best : .worse }
    guard best.hasStatements else { return isEqual ? .best : .unknown }
    if best.untested.contains(number) { return .untested }
    return best.within.contains(number) ? .tied : .worse
  }
}

extension Scoreboard.Cell {
  /// A cell without a value.
  init() { self.init(nil, nil, .unknown, trials: 0, good: 0, isExact: false) }

  /// `isExact` if all repeats gave this value. The texts are in a unit of which there are `unit` in one of
  /// the column. `missing` is the text without a value.
  init(
    _ value: Double?, _ interval: ClosedRange<Double>?, _ standing: Scoreboard.Standing,
    trials: Int, good: Int, isExact: Bool, inUnit unit: Double = 1, missing: String = "failed"
  ) {
    (self.value, self.interval, self.standing) = (value, interval, standing)
    (self.trials, self.good) = (trials, good)
    let digits = MeasuredNumber(
      value: (value ?? 0) * unit,
      interval: interval.map { $0.lowerBound * unit...$0.upperBound * unit }, isExact: isExact)
    text = value.map { _ in digits.text } ?? (good < trials ? missing : "")
    (boundsText, intervalText) = value == nil ? (nil, nil) : (digits.boundsText, digits.rangeText)
  }
}

extension RunReader.Configuration {
  /// Whether several repeats all gave the same result.
  var isDeterministic: Bool { good > 1 && distinct == 1 }

  /// How many trials have a value of `column`. Copies, which statistics leave out, have those of their originals.
  func finished(_ column: Column) -> Int {
    let count = statistics(of: column.name)?.count ?? 0
    if column.use == .target || count == 0 { return count }
    return column.isTime ? good : good - max(0, distinct - count)
  }
}

extension InstanceComparison {
  /// How many times the value of `second` that of `first` is, over all instances; nil if it is unknown.
  func ratio(of first: String, to second: String) -> (value: Double, ClosedRange<Double>?)? {
    for pair in pairs {
      guard let ratio = pair.ratio, ratio > 0, ratio.isFinite else { continue }
      let bounds = pair.low.flatMap { low in pair.high.map { low...$0 } }
      if pair.first == second, pair.second == first { return (ratio, bounds) }
      if pair.first == first, pair.second == second {
        return (
          1 / ratio,
          bounds.flatMap { $0.lowerBound > 0 ? 1 / $0.upperBound...1 / $0.lowerBound : nil }
        )
      }
    }
    return nil
  }

  func isBetter(_ first: String?, than second: String) -> Bool {
    pairs.contains { $0.better == first && $0.worse == second }
  }
}
