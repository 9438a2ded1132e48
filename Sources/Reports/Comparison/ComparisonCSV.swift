import ForceLabWorkbench

extension Comparison {
  /// A row for each measure, cell and candidate, then the rankings and the cells that they exclude.
  public var csv: String {
    let header =
      ["measure", "base", "new"] + plan.paths + [
        "comparison", "n_base", "n_new", "median_base", "median_new", "effect", "change", "low",
        "high", "verdict", "note", "p", "p_holm",
      ]
    return csvLine(header) + rows.map { line($0) }.joined() + layouts.map { line($0) }.joined()
      + overInstances.map { lines($0) }.joined()
      + rankings.map { lines($0) }.joined() + leftOut.map { line($0) }.joined()
  }

  var leftOut: [(settings: [String], reason: String)] {
    reasons(unfinished)
      + rankings.flatMap { ranking in
        ranking.withoutTimes.map { ($0, "\(ranking.measure) is missing or not above zero") }
      }
  }

  func reasons(_ cells: [IncompleteCell]) -> [(settings: [String], reason: String)] {
    cells.map { ($0.settings, $0.reasons.joined(separator: "; ")) }
  }

  private func line(_ row: Row<Effect>) -> String {
    let effect = row.result
    let note =
      effect.needsTrials
      ? "needs \(Shift.minUnpaired) trials of each"
      : effect.isTestedUnpaired
        ? "p is that of the rank-sum test: too few pairs for the sign test" : ""
    return line(
      row.measure, row.candidate, row.settings,
      [
        .text(effect.isPaired ? "paired" : "unpaired"), .integer(effect.counts.base),
        .integer(effect.counts.new), .number(effect.medians.base), .number(effect.medians.new),
        .text(effect.scale.rawValue), .number(effect.change), Field(effect.interval?.lowerBound),
        Field(effect.interval?.upperBound), .text(effect.verdict.rawValue), .text(note),
        Field(effect.p), Field(effect.correctedP),
      ])
  }

  /// For distances, `change` is the median, `low` the minimum and `high` the maximum.
  private func line(_ row: Row<LayoutDistance>) -> String {
    let count = Field.integer(row.result.distances.count)
    return line(
      row.measure, row.candidate, row.settings,
      [
        .text("paired"), count, count, .none, .none, .text("procrustes"),
        .number(row.result.median),
        Field(row.result.distances.first), Field(row.result.distances.last),
        .text(row.result.verdict.rawValue),
        .text(
          "low and high are minimum and maximum; their square roots are relative to the layout's size"
        ), .none, .none,
      ])
  }

  private func lines(_ ranking: Ranking) -> String {
    guard ranking.cells > 0 else { return "" }
    return ranking.places.map { place in
      line(
        ranking.measure, place.candidate, plan.paths.map { _ in "" },
        [
          .text("ranking"), .integer(ranking.cells), .integer(ranking.cells), .none, .none,
          .text("ratio"), .number(place.ratio), .none, .none, .none,
          .text("geometric mean over \(ranking.cells) of \(counted(plan.cells.count, "cell"))"),
          .none, .none,
        ])
    }.joined()
  }

  /// A row for each candidate over all instances.
  private func lines(_ comparison: InstanceComparison) -> String {
    let base = plan.candidates[0].name
    return comparison.pairs.filter { $0.first == base }.map { pair in
      csvLine(
        [.text(comparison.measure), .text(base), .text(pair.second)]
          + plan.paths.map { _ in .none }
          + [
            .text("signed-rank"), .integer(comparison.instances), .integer(comparison.instances),
            .none, .none, pair.ratio == nil ? .none : .text("ratio"), Field(pair.ratio?.value),
            Field(pair.ratio?.low), Field(pair.ratio?.high), .text(verdict(pair, comparison)),
            .text("geometric mean over \(comparison.table.axes.counted(pair.ratio?.count ?? 0))"),
            .number(pair.p), .number(pair.correctedP),
          ])
    }.joined()
  }

  private func verdict(_ pair: AlgorithmPair, _ comparison: InstanceComparison) -> String {
    guard let better = pair.better else { return ComparisonVerdict.unclear.rawValue }
    let isLower = (better == pair.second) == (comparison.better == .lower)
    let verdict: ComparisonVerdict =
      comparison.table.measure.isTime ? isLower ? .faster : .slower : isLower ? .lower : .higher
    return verdict.rawValue
  }

  private func line(_ leftOut: (settings: [String], reason: String)) -> String {
    csvLine(
      [.none, .text(label(0)), .none] + leftOut.settings.map { .text($0) } + [.text("left-out")]
        + Array(repeating: .none, count: 9) + [.text(leftOut.reason), .none, .none])
  }

  private func line(
    _ measure: String, _ candidate: Int, _ settings: [String], _ fields: [Field]
  ) -> String {
    csvLine(
      [.text(measure), .text(label(0)), .text(label(candidate))] + settings.map { .text($0) }
        + fields)
  }

  private func label(_ candidate: Int) -> String {
    let candidate = plan.candidates[candidate]
    return plan.comparedPath == nil ? candidate.run.folder : candidate.name
  }
}
