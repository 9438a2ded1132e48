import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The page of a tuning, `tune.html`: the answer, the course of the races, and what matters.
public enum TuningPage {
  private static let links =
    "On graphs and seeds that no race has seen: <a href=\"test/report.html\">the report of the test</a> has each graph and "
    + "its layouts. <a href=\"tune.json\">tune.json</a> <a href=\"tuned.yaml\">tuned.yaml</a> "
    + "<a href=\"configurations.csv\">configurations.csv</a>"

  public static func html(_ result: TuningResult) throws(Diagnostic) -> String {
    let races = result.history.map(\.configurations).reduce(0, +)
    let facts = [
      counted(result.history.count, "race"), "\(counted(races, "configuration"))",
      counted(result.budget.used, "trial"),
    ]
    let charts = [survivors(result), importance(result), effects(result), parallel(result)]
    return try SummaryPage(
      "\(result.experiment): tuning", facts: facts, sentences: result.sentences, links: links,
      charts: charts.compactMap { $0 }
    ).html
  }

  // MARK: Charts

  private static func survivors(_ result: TuningResult) -> Chart {
    let rows = result.history.enumerated().flatMap { index, race in
      race.survivors.enumerated().map { block, count in
        Chart.Row(x: Double(block + 1), y: Double(count), series: "race \(race.race)", style: index)
      }
    }
    return Chart(
      name: "survivors", title: "Configurations left in each race",
      caption:
        "A block is a graph with a seed. From the fifth on, those that are significantly worse drop out.",
      x: .ordinals("block", to: result.history.map(\.survivors.count).max() ?? 1),
      y: Chart.Axis(title: "configurations"), rows: rows, source: "tune.json")
  }

  private static func importance(_ result: TuningResult) -> Chart? {
    let known = result.importance.filter { $0.share != nil }
    guard !known.isEmpty else { return nil }
    let rows = known.enumerated().map { index, one in
      Chart.Row(x: one.share ?? 0, y: Double(index), low: one.low, high: one.high)
    }
    return Chart(
      name: "importance", title: "Importance of each parameter",
      caption:
        "The share of the variance of ranks in the first race that the parameter alone explains (ε², Kelley "
        + "1935), with its 95 % interval. What several explain only together is in none of them.",
      form: .rows, x: Chart.Axis(title: "share of the variance of ranks", range: 0...1),
      y: Chart.Axis(title: "", names: known.map(\.parameter)), rows: rows, source: "tune.json")
  }

  private static func effects(_ result: TuningResult) -> Chart? {
    let groups = result.importance.flatMap { one in one.groups.map { (one.parameter, $0) } }
    guard groups.count > 1 else { return nil }
    let rows = groups.enumerated().map { index, group in
      Chart.Row(x: group.1.rank, y: Double(index))
    }
    return Chart(
      name: "effects", title: "Mean rank by the values of each parameter",
      caption:
        "In the first race, whose configurations are spread over the whole space: 0 is the best rank, 1 the "
        + "worst. Where all are near 0.5, the parameter has no effect of its own.",
      form: .rows, x: Chart.Axis(title: "mean rank", range: 0...1),
      y: Chart.Axis(title: "", names: groups.map { "\($0.0): \($0.1.value)" }), rows: rows,
      source: "tune.json")
  }

  private static func parallel(_ result: TuningResult) -> Chart? {
    let drawn = result.explored.filter { !$0.parts.isEmpty }
    guard result.paths.count > 1, !drawn.isEmpty else { return nil }
    let last = result.history.last?.race
    let rows = drawn.enumerated().flatMap { style, one in
      one.parts.enumerated().compactMap { index, part in
        part.map {
          Chart.Row(
            x: Double(index), y: $0, value: one.rank, series: "\(one.name), race \(one.race)",
            style: style, isReference: one.isLeft && one.race == last)
        }
      }
    }
    return Chart(
      name: "configurations", title: "All configurations",
      caption:
        "A line is a configuration; strong lines were left at the end. The axis of a parameter "
        + "goes from the start of its range, or the first value, at the bottom to the end at the top.",
      form: .parallel, x: Chart.Axis(title: "", names: shortNames(of: result.paths, from: 2)),
      y: Chart.Axis(title: "place in the range", range: 0...1),
      color: Chart.Axis(title: "mean rank", range: 0...1), rows: rows,
      source: "configurations.csv")
  }
}

extension TuningResult {
  /// The answer, and what the tuned settings are.
  public var sentences: [String] {
    let none =
      defaultFails
      ? "All trials of the default failed, and no configuration is better."
      : "No configuration is better than the default; keep it."
    guard let test else { return [none + (defaultFails ? "" : " The default won every race.")] }
    let own = comparisons.filter { $0.configuration == test.configuration }
    let changes = own.map(\.text).joined(separator: "; ")
    let tuned = configurations[test.configuration]?.text ?? ""
    var sentences = [
      isGain
        ? "`\(test.configuration)` instead of the default: \(changes)."
        : "\(none) The best that was found: \(changes)."
    ]
    if !tuned.isEmpty { sentences.append("Its settings: \(tuned).") }
    let others = Set(comparisons.map(\.configuration)).subtracting([test.configuration]).sorted()
    for name in others {
      let own = comparisons.filter { $0.configuration == name }.map(\.text)
      sentences.append(
        "`\(name)`: \(own.joined(separator: "; ")). Its settings: \(configurations[name]?.text ?? "")."
      )
    }
    let known = importance.filter { $0.share != nil }
    if !known.isEmpty {
      sentences.append(
        "Share of the ranks that each parameter alone explains: "
          + known.map(\.text).joined(separator: "; ") + ".")
    }
    return sentences
  }
}

extension ParameterImportance {
  /// “forces.link.length 62 % (45 to 79 %)”.
  fileprivate var text: String {
    func percent(_ value: Double?) -> Int { Int(clamping: (100 * (value ?? 0)).rounded()) }
    return "\(parameter) \(percent(share)) % (\(percent(low)) to \(percent(high)) %)"
  }
}

extension TuningResult.Comparison {
  /// “stress 0.81 times (0.74 to 0.90, 12 graphs)”.
  var text: String {
    let title = Column.measure(measure).heading
    let all = counted(graphs, "graph")
    let failed = "the default failed on \(defaultFailures) of \(all), this one on \(failures)"
    guard let size = ratio ?? difference else { return "\(title): \(failed)" }
    let change = "\(title) \(readable(size)) \(ratio == nil ? "more" : "times")"
    guard let low, let high else { return change + parenthesized([failed, note ?? ""]) }
    let notes = [note, isUncertain ? "not significant among all measures" : nil].compactMap(\.self)
    let bounds = "\(readable(low)) to \(readable(high)), \(all)"
    return change + parenthesized([bounds] + notes)
  }
}
