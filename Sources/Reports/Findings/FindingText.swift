import ForceLabPlugins
import ForceLabWorkbench

struct FindingText {
  var text: String
  /// The measure and the path that a chart of it shows.
  var measure = ""
  var path = ""
}

extension Findings {
  /// The findings in sentences, at most `limit` of them: the best configurations, the effects of the
  /// swept paths, trade-offs and failures. Further measures are only in `findings.json`.
  func texts(of run: RunReader, limit: Int = .max) -> [FindingText] {
    let main = run.mainMeasures
    // Nobody can choose an instance, so that its best configuration is no finding.
    let choices =
      hasInstances
      ? []
      : main.compactMap { column in best.first { $0.measure == column.name && !$0.isSame } }
    let bests =
      (instances?.texts ?? []) + choices.filter { !$0.isShared }.map { text(of: $0, run) }
    let undecided = choices.filter(\.isShared).map { text(of: $0, run) }
    let fronts =
      hasInstances
      ? []
      : paretoFronts.filter { front in
        // Without a statement, nothing is known about the front.
        front.points.count > 1 && (front.points.count < front.candidates || front.isCertain)
          && front.hasStatements
      }.map { text(of: $0, run) }
    // A repeat says nothing of other instances.
    let effects =
      instances == nil
      ? effectTexts(on: main, run) : (known: effectTextsOverInstances(run), unknown: [])
    let crossings = interactions.filter { crossing in main.contains { $0.name == crossing.measure }
    }
    .map { text(of: $0, run) }
    // A short list has some of each kind.
    let first =
      bests.prefix(2) + effects.known.prefix(2) + crossings.prefix(1) + fronts.prefix(1)
      + effects.unknown.prefix(1)
    let rest =
      effects.known.dropFirst(2) + crossings.dropFirst() + bests.dropFirst(2) + fronts.dropFirst()
      + undecided + effects.unknown.dropFirst()
    let failed = failureTexts
    return Array((first + rest).prefix(max(1, limit - failed.count))) + failed
  }

  private func text(of best: BestConfiguration, _ run: RunReader) -> FindingText {
    let column = run.columns[best.measure]
    let settings = run.configurations[best.configuration - 1].settings
    let superlative = best.better.superlative(of: column)
    let median = column.readableText(best.median)
    let ok = best.ok < best.trials ? "; \(best.ok)/\(best.trials) ok" : ""
    let name =
      "configuration \(best.configuration) (\(settingWords(settings, at: run.paths))\(ok))"
    let text: String
    if !best.hasStatements {
      text =
        "\(superlative) \(column.title): undecided with \(counted(best.repeats, "distinct repeat")), "
        + "\(best.neededRepeats) are needed; \(name) has the best median, \(median)"
    } else if best.isShared {
      text =
        "\(superlative) \(column.title): undecided; no configuration can be told from \(name), which "
        + "has the best median, \(median)"
    } else {
      text =
        "\(superlative) \(column.title): \(median)\(interval(best, column)), \(name)"
        + (best.within.isEmpty
          ? ""
          : "; \(counted(best.within.count, "other configuration")) cannot be told from it")
    }
    return FindingText(text: text + ".", measure: best.measure)
  }

  private func interval(_ best: BestConfiguration, _ column: Column) -> String {
    guard let low = best.low, let high = best.high, low < high else { return "" }
    return " (95 % interval \(column.readableText(low)) … \(column.readableText(high)))"
  }

  private func text(of front: ParetoFront, _ run: RunReader) -> FindingText {
    let columns = front.measures.map { run.columns[$0] }
    let shown = front.points.prefix(5).map { point in
      let values = zip(columns, point.medians).map { $0.readableText($1) }
      return "\(point.configuration) (\(values.joined(separator: ", ")))"
    }
    let rest = front.points.count - shown.count
    return FindingText(
      text: "Best trade-offs of \(columns.map(\.title).joined(separator: " and ")): "
        + "\(front.points.count) of \(counted(front.candidates, "configuration")), "
        + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "") + ".",
      measure: front.measures.last ?? "")
  }

  /// A sentence for each path and measure with an effect, then one for all measures on which the same
  /// paths have none; and one for all measures on which the effects of the same paths are unknown.
  private func effectTexts(on columns: [Column], _ run: RunReader)
    -> (known: [FindingText], unknown: [FindingText])
  {
    let names = Dictionary(
      zip(run.paths, shortNames(of: run.paths)), uniquingKeysWith: { a, _ in a })
    var texts: [FindingText] = []
    var (none, unknown): ([SharedEffect], [SharedEffect]) = ([], [])
    for column in columns {
      var (idle, unclear): ([String], [MainEffect]) = ([], [])
      for path in run.paths {
        let all = effects.filter { $0.path == path && $0.measure == column.name }
        guard let first = all.first else { continue }
        let clear = all.filter { ![.none, .unclear].contains($0.verdict) }
        if !clear.isEmpty {
          texts.append(text(of: clear, column, called: names[path] ?? path, run))
        } else if all.allSatisfy({ $0.verdict == .none }) {
          idle.append(names[path] ?? path)
        } else {
          unclear.append(first)
        }
      }
      let needed = unclear.map(\.neededRepeats).max() ?? 0
      let repeats = unclear.first?.repeats ?? 0
      let missing =
        "there \(repeats == 1 ? "is" : "are") \(counted(repeats, "distinct repeat")), and \(needed) "
        + "are needed"
      none.append((idle, "", column))
      unknown.append((unclear.map { names[$0.path] ?? $0.path }, missing, column))
    }
    let nones = Self.texts(of: none) { paths, measures, _ in
      "No significant effect of \(paths) on \(measures)."
    }
    let unknowns = Self.texts(of: unknown) { paths, measures, reason in
      "The effect of \(paths) on \(measures) is unknown: \(reason)."
    }
    return (texts + nones, unknowns)
  }

  /// The kind of effect that `paths` have on a measure.
  private typealias SharedEffect = (paths: [String], reason: String, column: Column)

  /// A sentence for all measures on which the same paths have the same effect.
  private static func texts(
    of effects: [SharedEffect], _ text: (_ paths: String, _ measures: String, String) -> String
  ) -> [FindingText] {
    let known = effects.filter { !$0.paths.isEmpty }
    let key = { (effect: SharedEffect) in effect.paths + [effect.reason] }
    let groups = Dictionary(grouping: known, by: key)
    return known.uniqued(on: key).map { effect in
      let titles = groups[key(effect), default: []].map(\.column.title)
      return FindingText(
        text: text(effect.paths.listed("or"), titles.listed("or"), effect.reason),
        measure: effect.column.name)
    }
  }

  /// The largest of `effects`, which are those of values of one path.
  private func text(
    of effects: [MainEffect], _ column: Column, called name: String, _ run: RunReader
  ) -> FindingText {
    let sorted = effects.sorted { $0.shift.magnitude > $1.shift.magnitude }
    let effect = sorted[0]
    let others = run.paths.filter { $0 != effect.path && !$0.hasPrefix(effect.path + ".") }
    let axes = run.instances.flatMap { Set(others) == Set($0.paths) ? $0 : nil }
    let cells =
      axes?.counted(effect.cells)
      ?? "\(effect.cells) combinations of the other settings"
    let notes = [
      effect.hasFailures
        ? "failed trials count as the worst results" : "95 % interval \(bounds(effect, column))",
      effect.cells > 1 ? "mean over \(cells)" : "", okText(effect),
    ]
    let text =
      "\(name) \(effect.to) instead of \(effect.from) \(change(effect, column.title, column)) "
      + "(\(notes.filter { !$0.isEmpty }.joined(separator: "; ")))"
      + sorted.dropFirst().prefix(2).map {
        ", \($0.to) \(change($0, "it", column))"
          + ($0.hasFailures ? "" : " (\(bounds($0, column)))")
      }.joined()
      + (sorted.count > 3 ? ", and \(counted(sorted.count - 3, "other value")) less." : ".")
    return FindingText(text: text, measure: column.name, path: effect.path)
  }

  private func change(_ effect: MainEffect, _ measure: String, _ column: Column) -> String {
    let verb = effect.shift < 0 ? "lowers" : "raises"
    // How much worse a failure is was not measured.
    if effect.hasFailures { return "\(verb) \(measure)" }
    return switch effect.scale {
    case .ratio: "multiplies \(measure) by \(readable(effect.change))"
    case .countRatio: "multiplies \(measure) + 1 by \(readable(effect.change))"
    case .relativeDifference:
      "\(verb) \(measure) by \(readable(effect.change.magnitude * 100)) % of its size"
    default: "\(verb) \(measure) by \(column.readableText(effect.change.magnitude))"
    }
  }

  /// The numbers of `ok` trials where not all are.
  private func okText(_ effect: MainEffect) -> String {
    effect.hasFailures
      ? "ok: "
        + zip([effect.from, effect.to], zip(effect.ok, effect.trials))
        .map { "\($0) \($1.0)/\($1.1)" }.joined(separator: ", ")
      : ""
  }

  private func bounds(_ effect: MainEffect, _ column: Column) -> String {
    return [effect.low, effect.high].compactMap { $0 }.map { bound in
      switch effect.scale {
      case .ratio, .countRatio: readable(bound)
      case .relativeDifference: "\(readable(bound * 100)) %"
      default: column.readableText(bound)
      }
    }.joined(separator: " … ")
  }

  private func text(of interaction: Interaction, _ run: RunReader) -> FindingText {
    FindingText(
      text: "\(interaction.path) \(interaction.to) instead of \(interaction.from) lowers "
        + "\(run.columns[interaction.measure].title) where \(interaction.by) is "
        + "\(interaction.lowerAt.map { compact($0) }.joined(separator: ", ")), and raises it where it is "
        + interaction.higherAt.map { compact($0) }.joined(separator: ", ")
        + (hasInstances ? ", over repeats on these \(run.instances?.plural ?? "instances")." : "."),
      measure: interaction.measure, path: interaction.path)
  }

  private var failureTexts: [FindingText] {
    guard let first = failures.first else { return [] }
    let trials = counted(failures.reduce(0) { $0 + $1.failed }, "trial")
    let numbers = failures.prefix(5).map { String($0.configuration) }
    let rest = failures.count > 5 ? ["\(failures.count - 5) more"] : []
    return [
      FindingText(
        text: "\(trials) failed, in \(failures.count == 1 ? "configuration" : "configurations") "
          + "\((numbers + rest).listed()). The first "
          + FailureGroup.text(first.status, first.message)
          + (first.message.hasSuffix(".") ? "" : "."))
    ]
  }
}
