import ForceLabPlugins
import ForceLabWorkbench

extension Comparison {
  /// A row for each measure, cell and candidate, for each candidate over all instances, and for each cell that not all
  /// finished.
  public var csv: String { csvLine(recordColumns) + records.map { csvLine($0) }.joined() }

  /// The same as a list of objects; those without a value are omitted.
  public var json: String {
    let columns = recordColumns
    return records.map { record in
      JSONObject(zip(columns, record).map { ($0, $1.encodable) })
    }.prettyJSON
  }

  var recordColumns: [String] {
    ["measure", "base", "new"] + paired.paths + [
      "comparison", "n_base", "n_new", "ok_base", "ok_new", "median_base", "median_new", "effect",
      "change", "low", "high", "verdict", "note", "p", "p_corrected", "assessment",
    ]
  }

  var records: [[Field]] {
    let excluded = unfinished.map {
      line("", base: label(0), new: "", settings: $0.settings, kind: "left-out", note: $0.reason)
    }
    return rows.map { line($0) } + (instances?.comparisons ?? []).flatMap { lines($0) } + excluded
  }

  /// For distances, `change` is the median, `low` the minimum and `high` the maximum.
  private func line(_ row: Row) -> [Field] {
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
  private func lines(_ comparison: InstanceComparison) -> [[Field]] {
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
  ) -> [Field] {
    var fields: [Field] = [.text(measure), .text(base), .text(new)]
    fields += (settings ?? paired.paths.map { _ in "" }).map { .text($0) }
    fields.append(.text(kind))
    fields += [counts?.base, counts?.new, good?.base, good?.new].map { count in
      count.map { .integer($0) } ?? .none
    }
    fields += [Field(medians?.base), Field(medians?.new), .text(scale?.rawValue ?? "")]
    fields += [Field(change), Field(low), Field(high), .text(verdict?.rawValue ?? ""), .text(note)]
    fields += [Field(p), Field(correctedP)]
    fields.append(.text(verdict.map { assessment($0, measure).rawValue } ?? ""))
    return fields
  }

  func label(_ candidate: Int) -> String {
    let candidate = paired.candidates[candidate]
    return paired.comparedPath == nil ? candidate.run.folder : candidate.name
  }
}

extension Field {
  fileprivate var encodable: (any Encodable)? {
    switch self {
    case .none: nil
    case .integer(let value): value
    case .number(let value): value.isFinite ? value : text
    case .text(let text): text.isEmpty ? nil : text
    }
  }
}
