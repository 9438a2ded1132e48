import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

extension Comparison {
  /// The scoreboard and the differences, in lines of at most `width` characters; with every cell if it
  /// `showsAll`. The last lines name what fails because it has one of `verdicts`.
  public func text(
    width: Int = .max, showsAll: Bool = false, failIf verdicts: Set<ComparisonVerdict> = []
  ) -> String {
    var parts = [wrapped(heading.joined(separator: "\n"), width: width)]
    if let scoreboard {
      let table = scoreboard.table.text(width: width)
      parts += [table, wrapped(scoreboard.caption(best: "★", of: table), width: width)]
    }
    let showsCells = showsAll || hasFewRows
    if let differences {
      let base = paired.comparedPath == nil ? "the base" : quoted(label(0))
      parts.append("Differences from \(base):\n\(differences.text(width: width))")
    }
    for measure in measures where showsCells && !isSame(measure) {
      guard let table = table(of: measure) else { continue }
      parts.append("\(measure)\n\(table.text(width: width))")
    }
    let ofCells = instances == nil || showsAll ? [sameLine, familyLine, unclearLine] : []
    let ending =
      ([instancesLine] + ofCells + [uncomparedLine, timelessLine]).compactMap { $0 }
      + unfinishedLines + (showsCells || !hasDetails ? [] : ["For every cell, add --all."])
    if !ending.isEmpty { parts.append(wrapped(ending.joined(separator: "\n"), width: width)) }
    if let instances, showsAll {
      parts.append(
        wrapped("All \(instances.axes.plural) together. " + instances.note, width: width))
      parts += instances.comparisons.map { $0.text(width: width) }
    }
    let failures = failureLines(verdicts)
    if !failures.isEmpty { parts.append(wrapped(failures.joined(separator: "\n"), width: width)) }
    return parts.joined(separator: "\n\n")
  }

  public var isEmpty: Bool { rows.isEmpty }

  private var heading: [String] {
    let lines: [String]
    if let path = paired.comparedPath {
      let names = paired.candidates.dropFirst().map(\.name).joined(separator: ", ")
      lines = [paired.runs[0].text, "\(path): \(names) against \(paired.candidates[0].name)"]
    } else {
      let hasSides = paired.candidates.count == 2 || paired.sideCounts != nil
      lines = paired.candidates.enumerated().map { index, candidate in
        let side = index < paired.sideCounts?.base ?? 1 ? "base  " : "new   "
        return (hasSides ? side : "") + candidate.run.text
      }
    }
    return lines + [isEmpty ? "Nothing to compare: \(obstacle)." : pairing]
  }

  private var obstacle: String {
    let hasBoth = paired.cells.contains { $0.trials.count { $0.contains(where: \.isGood) } > 1 }
    guard hasBoth else { return "no cell has successful trials of both" }
    let names = options.measures.map { "'\($0)'" }
    return "no cell has values of \(names.isEmpty ? "a measure" : names.listed("or")) on both sides"
  }

  private var pairing: String {
    let cells = counted(Set(rows.map(\.settings)).count, "cell")
    if let sides = paired.sideCounts {
      let copies =
        rows.allSatisfy(\.result.comparesRuns)
        ? "" : " If the runs of each side are copies, the trials of the first ones are compared."
      return
        "\(cells); \(sides.base) runs are compared with \(sides.new), each by its median.\(copies)"
    }
    if pairs.allSatisfy(\.trials.isEmpty) {
      return "\(cells); no trials share their seeds, so they are compared unpaired."
    }
    let unpaired = pairs.reduce(0) { $0 + $1.unpaired }
    let leftOut = unpaired == 0 ? "" : "; \(counted(unpaired, "trial")) without a partner excluded"
    if rows.contains(where: { !$0.result.isPaired }) {
      return
        "\(cells); trials with the same seed are compared in pairs if there are at least "
        + "\(StatementFamily.minRepeats) pairs or no pair differs, otherwise unpaired\(leftOut)."
    }
    return "\(cells); trials with the same seed are compared in pairs\(leftOut)."
  }

  private func results(of measure: String) -> [ComparisonVerdict] {
    rows.filter { $0.measure == measure }.map(\.result.verdict)
  }

  func isSame(_ measure: String) -> Bool { results(of: measure).allSatisfy { $0 == .same } }

  private var sameLine: String? {
    let same = measures.filter { isSame($0) && !results(of: $0).isEmpty }
    guard !same.isEmpty else { return nil }
    return "Same in all cells, within \(threshold): \(same.joined(separator: ", "))."
  }

  private var threshold: String { "\((options.threshold * 100).shortText) %" }

  private var instancesLine: String? {
    guard let instances, let tests = instances.comparisons.first?.tests, !isEmpty else {
      return nil
    }
    let level = InstanceAxes.level
    let missed = instances.comparisons.filter { comparison in
      comparison.correctedP > level && comparison.pairs.contains { $0.correctedP <= 0.05 }
    }.map { "\($0.table.measure.title) (\(probability($0.correctedP)))" }
    return
      "P-values are those of the signed-rank test over \(instances.axes.plural), corrected for all pairs of a "
      + "measure by Holm's method. A difference needs an interval beyond \(threshold), p ≤ 0.05, and "
      + "p ≤ \(probabilityText(level)) for the measure, corrected for \(counted(tests, "test"))"
      + (missed.isEmpty ? "" : "; not reached by \(missed.listed())")
      + ". Each interval holds for its pair alone."
  }

  private var familyLine: String? {
    let count = rows.count { $0.result.p != nil }
    return count < 2
      ? nil
      : "Intervals and p-values hold for all \(count) rows together: the chance of any wrong verdict is "
        + "at most 5 %."
  }

  private var unclearLine: String? {
    let unclear = rows.filter { $0.result.verdict == .unclear && $0.measure != Self.layouts }
    guard !unclear.isEmpty else { return nil }
    let few = unclear.filter(\.result.needsTrials)
    let wide =
      few.count == unclear.count
      ? "there is no confidence interval."
      : "the confidence interval, or that with all outliers, does not show whether the change "
        + "exceeds \(threshold); more repeats narrow it."
    let needed =
      few.isEmpty
      ? ""
      : " An interval needs at least \(StatementFamily.minRepeats) pairs, or "
        + "\(StatementFamily.minUnpaired) trials of each side."
    let copies =
      few.contains(where: \.result.hasCopies)
      ? " Trials of a value with the same layout count once, so that more repeats of it do not "
        + "help."
      : ""
    return "Unclear: \(wide)\(needed)\(copies)"
  }

  private var uncomparedLine: String? {
    guard rows.contains(where: { $0.result.verdict == .notCompared }) else { return nil }
    let runs = PairedTable.minRunsPerSide
    return
      "Times of two runs are not compared: a whole run may be slower by chance. Use `\(Diagnostic.program) run FILE "
      + "--against PROGRAM`, or at least \(runs) runs of each side: `\(Diagnostic.program) compare BASE... -- NEW...`."
  }

  private var timelessLine: String? {
    let hasTimes = measures.contains { paired.column($0).isTime }
    guard hasTimes, !isEmpty, uncomparedLine == nil, !unmeasured([.faster]).isEmpty else {
      return nil
    }
    let ranConcurrently = paired.runs.contains { $0.trials.contains(where: \.ranConcurrently) }
    return "No times were compared"
      + (ranConcurrently && !options.countsContended
        ? ": trials ran in parallel; run with --jobs 1, or include them with --contended."
        : ".")
  }

  /// The CSV has all.
  private static let maxUnfinished = 20

  private var unfinishedLines: [String] {
    let cells = unfinished.filter { !$0.isExcluded }
    guard !cells.isEmpty else { return [] }
    let lines = cells.prefix(Self.maxUnfinished).map { "  \(cell($0.settings))\($0.reason)" }
    let more = cells.count - lines.count
    return ["Not finished:"] + lines + (more > 0 ? ["  and \(more) more; see --csv"] : [])
  }

  /// Such as “fails: stress of b with graph karate is worse”.
  private func failureLines(_ verdicts: Set<ComparisonVerdict>) -> [String] {
    let failing = records.filter { $0.fails(verdicts) }
    let lines = failing.prefix(Self.maxUnfinished).map { record in
      if record.kind == .leftOut { return "fails: \(cell(record.settings))\(record.note)" }
      let candidate = candidateHeading == nil ? "" : " of \(record.new)"
      let place =
        record.kind == .signedRank
        ? "on all \(instances?.axes.plural ?? "")"
        : record.settings.isEmpty ? "" : "with " + settingWords(record.settings, at: paired.paths)
      let verdict = [record.assessment, record.verdict].compactMap { $0 }.first {
        verdicts.contains($0)
      }
      let verb = record.measure == Self.layouts ? "are" : "is"
      return ["fails: \(record.measure)\(candidate)", place, verb, verdict?.rawValue ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    let more = failing.count - lines.count
    return lines + (more > 0 ? ["fails: \(more) more; see --csv"] : [])
  }

  private func cell(_ settings: [String]) -> String {
    let words = settingWords(settings, at: paired.paths)
    return words.isEmpty ? "" : words + ": "
  }
}

extension RunReader {
  var text: String {
    let commit = environment?.commit.map { "commit \($0.prefix(8))" }
    let build = environment.flatMap { $0.build.isEmpty ? nil : "\($0.build) build" }
    let parts = [counted(trials.count, "trial"), build, commit].compactMap { $0 }
    return "\(folder): " + parts.joined(separator: ", ")
  }
}
