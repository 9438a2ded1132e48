import ForceLabWorkbench

/// A row of the files of a comparison.
struct ComparisonRecord {
  enum Kind: String {
    case paired, unpaired
    /// Each run is one observation.
    case runs
    /// Over all instances.
    case signedRank = "signed-rank"
    /// A cell that not all candidates finished.
    case leftOut = "left-out"
  }

  let measure, base, new: String
  /// The value at each path that distinguishes cells; none over all instances.
  var settings: [String] = []
  let kind: Kind
  var counts, good: (base: Int, new: Int)?
  var medians: (base: Double, new: Double)?
  var scale: Effect.Scale?
  /// Of distances: the median, the minimum and the maximum.
  var change, low, high: Double?
  var verdict, assessment: ComparisonVerdict?
  var note = ""
  /// Whether a candidate did not finish planned trials that the base finished.
  var isUnfinished = false
  /// Whether the sweep excludes what a candidate lacks.
  var isExcluded = false
  var p, correctedP: Double?

  /// The value at a path; empty over all instances.
  func setting(_ path: Int) -> String { settings.isEmpty ? "" : settings[path] }

  /// Whether it makes a comparison fail that must have none of `verdicts`.
  func fails(_ verdicts: Set<ComparisonVerdict>) -> Bool {
    !verdicts.isEmpty && isUnfinished
      || [verdict, assessment].contains { $0.map(verdicts.contains) ?? false }
  }
}

extension Comparison {
  /// A row for each measure, cell and candidate, for each candidate over all instances, and for each incomplete cell.
  public var csv: String { csvText(records, columns) }

  /// The same as a list of objects; those without a value are omitted.
  public var json: String {
    let columns = columns
    return records.map { record in
      JSONObject(columns.map { ($0.name, $0.field(record).encodable) })
    }.prettyJSON
  }

  private var columns: [CSVColumn<ComparisonRecord>] {
    let settings: [CSVColumn<ComparisonRecord>] = paired.paths.enumerated().map { index, path in
      (path, { .text($0.setting(index)) })
    }
    return [
      ("measure", { .text($0.measure) }), ("base", { .text($0.base) }), ("new", { .text($0.new) }),
    ] + settings + [
      ("comparison", { .text($0.kind.rawValue) }), ("n_base", { Field(integer: $0.counts?.base) }),
      ("n_new", { Field(integer: $0.counts?.new) }), ("ok_base", { Field(integer: $0.good?.base) }),
      ("ok_new", { Field(integer: $0.good?.new) }), ("median_base", { Field($0.medians?.base) }),
      ("median_new", { Field($0.medians?.new) }), ("effect", { .text($0.scale?.rawValue ?? "") }),
      ("change", { Field($0.change) }), ("low", { Field($0.low) }), ("high", { Field($0.high) }),
      ("verdict", { .text($0.verdict?.rawValue ?? "") }), ("note", { .text($0.note) }),
      ("p", { Field($0.p) }), ("p_corrected", { Field($0.correctedP) }),
      ("assessment", { .text($0.assessment?.rawValue ?? "") }),
    ]
  }

  var records: [ComparisonRecord] {
    let excluded = unfinished.map {
      ComparisonRecord(
        measure: "", base: label(0), new: "", settings: $0.settings, kind: .leftOut,
        note: $0.reason, isUnfinished: $0.isFailure, isExcluded: $0.isExcluded)
    }
    return rows.map(record) + (instances?.comparisons ?? []).flatMap(records) + excluded
  }

  private func record(_ row: Row) -> ComparisonRecord {
    let effect = row.result
    let note =
      effect.scale == .distance
      ? "low and high are minimum and maximum; their square roots are relative to the layout's size"
      : effect.needsTrials
        ? "needs \(StatementFamily.minUnpaired) trials of each"
          + (effect.hasCopies ? "; those with the same layout count once" : "") : ""
    return ComparisonRecord(
      measure: row.measure, base: label(0), new: label(row.candidate), settings: row.settings,
      kind: effect.comparesRuns ? .runs : effect.isPaired ? .paired : .unpaired,
      counts: effect.counts, good: effect.good, medians: effect.medians, scale: effect.scale,
      change: effect.hasFailures ? nil : effect.change,
      low: effect.hasFailures ? nil : effect.interval?.lowerBound,
      high: effect.hasFailures ? nil : effect.interval?.upperBound,
      verdict: effect.verdict, assessment: assessment(effect.verdict, row.measure), note: note,
      correctedP: effect.p)
  }

  /// A row for each candidate over all instances.
  private func records(_ comparison: InstanceComparison) -> [ComparisonRecord] {
    let base = paired.candidates[0].name
    return comparison.pairs.filter { $0.first == base }.map { pair in
      let verdict = comparison.verdict(of: pair, threshold: options.threshold)
      return ComparisonRecord(
        measure: comparison.measure, base: base, new: pair.second, kind: .signedRank,
        counts: (comparison.instances, comparison.instances),
        scale: pair.ratio.map { _ in comparison.table.ratioOffset == 1 ? .countRatio : .ratio },
        change: pair.ratio, low: pair.low, high: pair.high,
        verdict: verdict, assessment: assessment(verdict, comparison.measure),
        note: "interval over \(comparison.table.axes.counted(comparison.instances))", p: pair.p,
        correctedP: pair.correctedP)
    }
  }

  func label(_ candidate: Int) -> String {
    let candidate = paired.candidates[candidate]
    return paired.comparedPath == nil ? candidate.run.folder : candidate.name
  }
}

extension Field {
  /// For JSON; nil if it is empty.
  var encodable: (any Encodable)? {
    switch self {
    case .none: nil
    case .integer(let value): value
    case .number(let value): value.isFinite ? value : text
    case .text(let text): text.isEmpty ? nil : text
    }
  }
}
