import ForceLabWorkbench

extension Comparison {
  /// A row for each measure, cell and candidate, then the cells that not all finished.
  public var csv: String {
    let header =
      ["measure", "base", "new"] + paired.paths + [
        "comparison", "n_base", "n_new", "ok_base", "ok_new", "median_base", "median_new", "effect",
        "change", "low", "high", "verdict", "note", "p", "p_corrected",
      ]
    let excluded = unfinished.map {
      line("", base: label(0), new: "", settings: $0.settings, kind: "left-out", note: $0.reason)
    }
    return csvLine(header) + rows.map { line($0) }.joined()
      + (instances?.comparisons ?? []).flatMap { lines($0) }.joined()
      + excluded.joined()
  }

  /// For distances, `change` is the median, `low` the minimum and `high` the maximum.
  private func line(_ row: Row) -> String {
    let effect = row.result
    let note =
      effect.scale == .distance
      ? "low and high are minimum and maximum; their square roots are relative to the layout's size"
      : effect.needsTrials
        ? "needs \(StatementFamily.minUnpaired) trials of each" : ""
    return line(
      row.measure, base: label(0), new: label(row.candidate), settings: row.settings,
      kind: paired.sideCounts != nil ? "runs" : effect.isPaired ? "paired" : "unpaired",
      counts: effect.counts, good: effect.good,
      medians: effect.medians, scale: effect.scale,
      change: effect.hasFailures ? nil : effect.change,
      low: effect.hasFailures ? nil : effect.interval?.lowerBound,
      high: effect.hasFailures ? nil : effect.interval?.upperBound,
      verdict: effect.verdict, note: note, correctedP: effect.p)
  }

  /// A row for each candidate over all instances.
  private func lines(_ comparison: InstanceComparison) -> [String] {
    let base = paired.candidates[0].name
    return comparison.pairs.filter { $0.first == base }.map { pair in
      line(
        comparison.measure, base: base, new: pair.second, kind: "signed-rank",
        counts: (comparison.instances, comparison.instances),
        scale: pair.ratio.map { _ in .ratio }, change: pair.ratio, low: pair.low, high: pair.high,
        verdict: comparison.verdict(of: pair),
        note: "interval over \(comparison.table.axes.counted(comparison.instances))", p: pair.p,
        correctedP: pair.correctedP)
    }
  }

  private func line(
    _ measure: String, base: String, new: String, settings: [String]? = nil, kind: String,
    counts: (base: Int, new: Int)? = nil, good: (base: Int, new: Int)? = nil,
    medians: (base: Double, new: Double)? = nil,
    scale: Effect.Scale? = nil, change: Double? = nil, low: Double? = nil, high: Double? = nil,
    verdict: ComparisonVerdict? = nil, note: String, p: Double? = nil, correctedP: Double? = nil
  ) -> String {
    csvLine(
      [.text(measure), .text(base), .text(new)]
        + (settings ?? paired.paths.map { _ in "" }).map { .text($0) } + [
          .text(kind), counts.map { .integer($0.base) } ?? .none,
          counts.map { .integer($0.new) } ?? .none, good.map { .integer($0.base) } ?? .none,
          good.map { .integer($0.new) } ?? .none, Field(medians?.base), Field(medians?.new),
          .text(scale?.rawValue ?? ""), Field(change), Field(low), Field(high),
          .text(verdict?.rawValue ?? ""), .text(note), Field(p), Field(correctedP),
        ])
  }

  func label(_ candidate: Int) -> String {
    let candidate = paired.candidates[candidate]
    return paired.comparedPath == nil ? candidate.run.folder : candidate.name
  }
}
