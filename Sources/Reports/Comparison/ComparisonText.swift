import Foundation
import ForceLabPlugins
import ForceLabWorkbench

extension Comparison {
  /// What a person wants to read, in lines of at most `width` characters: who is compared, a table
  /// for each measure that is not the same everywhere, and the rankings.
  public func text(width: Int = .max) -> String {
    var parts = [heading.map { wrapped($0, width: width) }.joined(separator: "\n")]
    for measure in measures where !isSame(measure) {
      guard let table = table(of: measure) else { continue }
      parts.append("\(title(of: measure))\n\(table.text(width: width))")
    }
    let ending = sameLine + unclearLine + timelessLine + rankingLines + leftOutLines
    if !ending.isEmpty {
      parts.append(ending.map { wrapped($0, width: width) }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  /// Whether there is anything that could be compared.
  public var isEmpty: Bool { rows.isEmpty && layouts.isEmpty }

  private var heading: [String] {
    var lines: [String] = []
    if let path = contest.rivalPath {
      let names = contest.competitors.dropFirst().map(\.name).joined(separator: ", ")
      lines.append(contest.runs[0].text)
      lines.append("\(path): \(names) against \(contest.competitors[0].name)")
    } else {
      // Of more than two, the folder is the name.
      let isPair = contest.competitors.count == 2
      for (index, competitor) in contest.competitors.enumerated() {
        lines.append((isPair ? ["base  ", "new   "][index] : "") + competitor.run.text)
      }
    }
    return lines + [
      isEmpty
        ? "Nothing to compare: in no cell have trials of both ended well and left values." : pairing
    ]
  }

  private var pairing: String {
    let cells = counted(Set((rows.map(\.settings) + layouts.map(\.settings))).count, "cell")
    let meetings = contest.meetings
    if !meetings.contains(where: \.havePairs) {
      return "\(cells); no trials started alike, so none are paired."
    }
    let partnerless = meetings.reduce(0) { $0 + $1.partnerless }
    let leftOut =
      partnerless == 0 ? "" : "; \(counted(partnerless, "trial")) without a partner are left out"
    if rows.contains(where: { !$0.result.isPaired }) {
      return
        "\(cells); trials that started alike are compared in pairs where there are "
        + "\(Shift.leastPairs) or more, or both ended alike; else all with all\(leftOut)."
    }
    return "\(cells); every trial is compared with the one that started alike\(leftOut)."
  }

  private func results(of measure: String) -> [Verdict] {
    measure == Self.layouts
      ? layouts.map(\.result.verdict)
      : rows.filter { $0.measure == measure }.map(\.result.verdict)
  }

  private func isSame(_ measure: String) -> Bool {
    results(of: measure).allSatisfy { $0 == .same }
  }

  private func title(of measure: String) -> String {
    let results = results(of: measure)
    let counts = Verdict.allCases.compactMap { verdict in
      let count = results.count { $0 == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return "\(measure): \(counts.joined(separator: ", "))"
  }

  private var sameLine: [String] {
    let same = measures.filter { isSame($0) && !results(of: $0).isEmpty }
    guard !same.isEmpty else { return [] }
    return ["The same everywhere, within \(threshold): \(same.joined(separator: ", "))."]
  }

  private var threshold: String { "\((options.threshold * 100).shortText) %" }

  private var unclearLine: [String] {
    let unclear = rows.filter { $0.result.verdict == .unclear }
    guard !unclear.isEmpty else { return [] }
    let few = unclear.contains { $0.result.needsTrials }
    return [
      "Unclear: the interval leaves open whether the change is more than \(threshold); more repeats "
        + (few
          ? "narrow it. There is one from \(Shift.leastUnpaired) trials on." : "narrow it.")
    ]
  }

  private var timelessLine: [String] {
    guard measures.contains(where: { Column.isTime($0) }), !unmeasured([.faster]).isEmpty, !isEmpty else {
      return []
    }
    let isContended = contest.runs.contains { $0.trials.contains(where: \.isContended) }
    return [
      "No time was compared"
        + (isContended && !options.countsContended
          ? ": trials ran beside others; run them with --jobs 1, or count them with --contended."
          : ".")
    ]
  }

  private var rankingLines: [String] {
    rankings.map { ranking in
      let cells = "\(ranking.cells) of \(counted(contest.cells.count, "cell"))"
      guard ranking.cells > 0 else {
        return "No ranking by \(ranking.measure): not a cell that all finished."
      }
      let places = ranking.places.map {
        "\(contest.competitors[$0.competitor].name) \(readable($0.ratio))"
      }
      return "Ranking by \(ranking.measure), geometric mean of the ratios over \(cells): "
        + places.joined(separator: ", ") + "."
    }
  }

  /// So many cells are told one by one; the CSV has all.
  private static let mostLeftOut = 20

  private var leftOutLines: [String] {
    // Without a ranking, only what should have been finished is worth a word.
    let reasons =
      rankings.isEmpty ? told(unfinished.filter { !$0.isExcluded }) : leftOut
    guard !reasons.isEmpty else { return [] }
    let lines = reasons.prefix(Self.mostLeftOut).map { "  \(cell($0.settings))\($0.reason)" }
    let more = reasons.count - lines.count
    return [rankings.isEmpty ? "Not finished:" : "Left out of the ranking:"] + lines
      + (more > 0 ? ["  and \(more) more; see --csv"] : [])
  }

  private func cell(_ settings: [String]) -> String {
    let names = shortNames(of: contest.paths)
    let parts = zip(names, settings).map { "\($0) \(compact($1))" }
    return parts.isEmpty ? "" : parts.joined(separator: ", ") + ": "
  }
}

extension RunRecord {
  /// Where it is and what it is, in a line.
  var text: String {
    let conditions = conditions.text
    return "\(folder): \(counted(trials.count, "trial"))"
      + (conditions.isEmpty ? "" : ", \(conditions)")
  }
}
