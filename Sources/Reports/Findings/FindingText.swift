import ForceLabPlugins
import ForceLabWorkbench

struct FindingText {
  var text: String
  /// The measure and the path that a chart of it shows.
  var measure = ""
  var path = ""
}

extension Findings {
  /// What follows the answer, in at most `limit` sentences: the effects of the swept paths, and those that are
  /// missing or unknown. Further measures are only in `findings.json`.
  func texts(of run: RunReader, limit: Int = .max) -> [FindingText] {
    let main = run.mainMeasures
    // A repeat says nothing of other instances.
    let effects =
      hasInstances ? effectTextsOverInstances(on: main, run) : effectTexts(on: main, run)
    let crossings = interactions.filter { crossing in main.contains { $0.name == crossing.measure }
    }
    .map { text(of: $0, run) }
    // A short list has some of each kind.
    let first = effects.known.prefix(2) + crossings.prefix(1) + effects.unknown.prefix(1)
    let rest = effects.known.dropFirst(2) + crossings.dropFirst() + effects.unknown.dropFirst()
    return Array((first + rest).prefix(limit))
  }

  /// A sentence for each path and measure with an effect, then one for all measures on which the same
  /// paths have none; and one for all measures on which the effects of the same paths are unknown.
  private func effectTexts(on columns: [Column], _ run: RunReader)
    -> (known: [FindingText], unknown: [FindingText])
  {
    var texts: [FindingText] = []
    var (none, unknown): ([SharedEffect], [SharedEffect]) = ([], [])
    for column in columns {
      var (idle, unclear): ([String], [MainEffect]) = ([], [])
      let choice = best.first { $0.measure == column.name }
      for (index, path) in run.paths.enumerated() {
        let all = effects.filter { $0.path == path && $0.measure == column.name }
        guard let first = all.first else { continue }
        let clear = all.filter { ![.none, .unclear].contains($0.verdict) }
        if !clear.isEmpty {
          texts.append(text(of: clear, column, called: run.shortName(of: path), run))
        } else if all.allSatisfy({ $0.verdict == .none }) {
          // Effects compare with the first value, so others of more than two may still differ: the scoreboard tells.
          let compared = all.flatMap { [$0.from, $0.to] }
          if all.count == 1 || choice?.values(at: index, in: run).isSuperset(of: compared) != false
          {
            idle.append(run.shortName(of: path))
          }
        } else if choice?.hasStatements == true {
          // Else the scoreboard says that there is no verdict.
          unclear.append(all.first { $0.verdict == .unclear } ?? first)
        }
      }
      let missing = tooFewRepeats(unclear.first?.repeats ?? 0)
      none.append((idle, "", column))
      unknown.append((unclear.map { run.shortName(of: $0.path) }, missing, column))
    }
    let nones = Self.texts(of: none) { paths, measures, _ in
      "No significant effect of \(paths) on \(measures)."
    }
    return (texts + nones, Self.unknownTexts(of: unknown))
  }

  static func unknownTexts(of effects: [SharedEffect]) -> [FindingText] {
    texts(of: effects) { paths, measures, reason in
      "The effect of \(paths) on \(measures) is unknown: \(reason)."
    }
  }

  /// The kind of effect that `paths` have on a measure.
  typealias SharedEffect = (paths: [String], reason: String, column: Column)

  /// A sentence for all measures on which the same paths have the same effect.
  private static func texts(
    of effects: [SharedEffect], _ text: (_ paths: String, _ measures: String, String) -> String
  ) -> [FindingText] {
    let known = effects.filter { !$0.paths.isEmpty }
    return known.grouped { $0.paths + [$0.reason] }.map { _, effects in
      FindingText(
        text: text(
          effects[0].paths.listed("or"), effects.map(\.column.title).listed("or"),
          effects[0].reason), measure: effects[0].column.name)
    }
  }

  /// The largest of `effects`, which are those of values of one path.
  private func text(
    of effects: [MainEffect], _ column: Column, called name: String, _ run: RunReader
  ) -> FindingText {
    let sorted = effects.sorted { $0.shift.magnitude > $1.shift.magnitude }
    let effect = sorted[0]
    let notes = [
      counted(effect.repeats, "repeat"),
      effect.cells > 1 ? "mean over \(effect.cells) combinations of the other settings" : "",
    ]
    let values = run.values(at: effect.path)
    let shown = sorted.prefix(3).enumerated().map { index, other in
      sentence(of: other, column, name, among: values, index == 0 ? notes : [])
    }
    let text =
      shown.joined(separator: "; ")
      + (sorted.count > 4
        ? "; \(sorted.count - 3) other values have smaller effects."
        : sorted.count > 3 ? "; the other value has a smaller effect." : ".")
    return FindingText(text: text, measure: column.name, path: effect.path)
  }

  /// Such as `` `c` has half the stress of `a` (0.41 to 0.72 times; 8 repeats)``.
  private func sentence(
    of effect: MainEffect, _ column: Column, _ name: String, among values: [String],
    _ notes: [String]
  ) -> String {
    let from = settingName(effect.from, name, among: values)
    let to = settingName(effect.to, name, among: values)
    let comparative = column.comparative(isLess: effect.shift < 0)
    // How much worse a failure is was not measured.
    if effect.hasFailures {
      let good = zip([effect.from, effect.to], zip(effect.ok, effect.trials))
        .map {
          "\(ConfigurationLabels.typographic($0, among: values)) \($1.0)/\($1.1)"
        }.joined(separator: ", ")
      return
        "\(to) has \(comparative) than \(from), where failed trials count as the worst "
        + "results (ok: \(good))"
    }
    let interval = effect.low.flatMap { low in effect.high.map { low...$0 } }
    if effect.scale.isLogarithmic {
      let factor = Factor(effect.change, interval)
      let isTiny = abs(effect.change - 1) < 5e-4
      return
        (isTiny
        ? "\(to) has \(comparative) than \(from), by less than 0.1 %"
        : "\(to) has \(factor.text) the \(column.title) of \(from)")
        + factor.notes(
          effect.scale == .countRatio ? "counts plus 1" : "",
          notes.filter { !$0.isEmpty }.joined(separator: "; "))
    }
    let isRelative = effect.scale == .relativeDifference
    let unit = (effect.shift < 0 ? -1.0 : 1) * (isRelative ? 100 : 1)
    let ends = [effect.low, effect.high].compactMap { $0.map { $0 * unit } }.sorted()
    let number = MeasuredNumber(
      value: effect.change * unit, interval: ends.count == 2 ? ends[0]...ends[1] : nil)
    return "\(to) has \(comparative) than \(from), by \(number.text)"
      + (isRelative ? " % of its size" : "") + parenthesized([number.boundsText ?? ""] + notes)
  }

  private func text(of interaction: Interaction, _ run: RunReader) -> FindingText {
    let (name, by) = (run.shortName(of: interaction.path), run.shortName(of: interaction.by))
    let others = run.values(at: interaction.by)
    let list = { (values: [String]) in
      values.map { ConfigurationLabels.typographic(compact($0), among: others) }.listed("or")
    }
    let values = run.values(at: interaction.path)
    let column = run.columns[interaction.measure]
    return FindingText(
      text:
        "\(settingName(interaction.to, name, among: values)) has "
        + "\(column.comparative(isLess: true)) than "
        + "\(settingName(interaction.from, name, among: values)) where \(by) is "
        + "\(list(interaction.lowerAt)), and "
        + "\(column.isPlural ? "more" : "a higher one") where it is \(list(interaction.higherAt))"
        + (hasInstances ? ", over repeats on these \(run.instances?.plural ?? "instances")." : "."),
      measure: interaction.measure, path: interaction.path)
  }
}

/// The value of the setting called `name` in a sentence, with that name if the value says little alone. It differs
/// from those of the other `values`.
func settingName(_ value: String, _ name: String, among values: [String]) -> String {
  let isPlain = Double(value) != nil || ["true", "false", "none"].contains(value)
  guard isPlain else { return quoted(value) }
  return quoted("\(name) \(ConfigurationLabels.typographic(value, among: values))")
}
