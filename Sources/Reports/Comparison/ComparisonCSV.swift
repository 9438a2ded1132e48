import ForceLabWorkbench

extension Comparison {
  /// The comparison as CSV: a row for each measure, cell and competitor, then the rankings and what
  /// they leave out, which `comparison` tells apart.
  public var csv: String {
    let header =
      ["measure", "base", "new"] + contest.paths + [
        "comparison", "n_base", "n_new", "median_base", "median_new", "effect", "change", "low",
        "high", "verdict", "note",
      ]
    return csvLine(header) + rows.map { line($0) }.joined() + layouts.map { line($0) }.joined()
      + rankings.map { lines($0) }.joined() + leftOut.map { line($0) }.joined()
  }

  /// What no ranking counts, cell by cell, and why.
  var leftOut: [(settings: [String], reason: String)] {
    told(unfinished)
      + rankings.flatMap { ranking in
        ranking.withoutTimes.map { ($0, "\(ranking.measure) is missing or not above zero") }
      }
  }

  /// `cells` by their settings, and why they are left out.
  func told(_ cells: [LeftOut]) -> [(settings: [String], reason: String)] {
    cells.map { ($0.settings, $0.reasons.joined(separator: "; ")) }
  }

  private func line(_ row: Row<Effect>) -> String {
    let effect = row.result
    let note = effect.needsTrials ? "needs \(Shift.leastUnpaired) trials of each" : ""
    return line(
      row.measure, row.competitor, row.settings,
      [
        .text(effect.isPaired ? "paired" : "unpaired"), .integer(effect.counts.base),
        .integer(effect.counts.new), .number(effect.medians.base), .number(effect.medians.new),
        .text(effect.scale.rawValue), .number(effect.change), Field(effect.interval?.lowerBound),
        Field(effect.interval?.upperBound), .text(effect.verdict.rawValue), .text(note),
      ])
  }

  /// Of distances, `change` is the median, `low` the least and `high` the greatest.
  private func line(_ row: Row<LayoutDistance>) -> String {
    let count = Field.integer(row.result.distances.count)
    return line(
      row.measure, row.competitor, row.settings,
      [
        .text("paired"), count, count, .none, .none, .text("procrustes"),
        .number(row.result.median),
        Field(row.result.distances.first), Field(row.result.distances.last),
        .text(row.result.verdict.rawValue),
        .text("low and high are the least and the greatest; roots are parts of the layout's size"),
      ])
  }

  private func lines(_ ranking: Ranking) -> String {
    guard ranking.cells > 0 else { return "" }
    return ranking.places.map { place in
      line(
        ranking.measure, place.competitor, contest.paths.map { _ in "" },
        [
          .text("ranking"), .integer(ranking.cells), .integer(ranking.cells), .none, .none,
          .text("ratio"), .number(place.ratio), .none, .none, .none,
          .text("geometric mean over \(ranking.cells) of \(counted(contest.cells.count, "cell"))"),
        ])
    }.joined()
  }

  private func line(_ leftOut: (settings: [String], reason: String)) -> String {
    csvLine(
      [.none, .text(label(0)), .none] + leftOut.settings.map { .text($0) } + [.text("left-out")]
        + Array(repeating: .none, count: 9) + [.text(leftOut.reason)])
  }

  private func line(
    _ measure: String, _ competitor: Int, _ settings: [String], _ fields: [Field]
  ) -> String {
    csvLine(
      [.text(measure), .text(label(0)), .text(label(competitor))] + settings.map { .text($0) }
        + fields)
  }

  private func label(_ competitor: Int) -> String {
    let competitor = contest.competitors[competitor]
    return contest.rivalPath == nil ? competitor.run.folder : competitor.name
  }
}
