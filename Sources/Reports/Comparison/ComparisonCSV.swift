import ForceLabWorkbench

extension Comparison {
  /// A row for each measure, cell and candidate, then the rankings and the cells that they exclude.
  public var csv: String {
    let header =
      ["measure", "base", "new"] + plan.paths + [
        "comparison", "n_base", "n_new", "median_base", "median_new", "effect", "change", "low",
        "high", "verdict", "note",
      ]
    return csvLine(header) + rows.map { line($0) }.joined() + layouts.map { line($0) }.joined()
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
    let note = effect.needsTrials ? "needs \(Shift.leastUnpaired) trials of each" : ""
    return line(
      row.measure, row.candidate, row.settings,
      [
        .text(effect.isPaired ? "paired" : "unpaired"), .integer(effect.counts.base),
        .integer(effect.counts.new), .number(effect.medians.base), .number(effect.medians.new),
        .text(effect.scale.rawValue), .number(effect.change), Field(effect.interval?.lowerBound),
        Field(effect.interval?.upperBound), .text(effect.verdict.rawValue), .text(note),
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
        ),
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
        ])
    }.joined()
  }

  private func line(_ leftOut: (settings: [String], reason: String)) -> String {
    csvLine(
      [.none, .text(label(0)), .none] + leftOut.settings.map { .text($0) } + [.text("left-out")]
        + Array(repeating: .none, count: 9) + [.text(leftOut.reason)])
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
