import ForceLabPlugins
import ForceLabWorkbench
import Foundation

/// What the values of a path change over the instances.
public struct InstanceEffect: Encodable, Sendable {
  public let path: String
  /// Of the values of the path, averaged over the settings at the remaining paths.
  public internal(set) var comparison: InstanceComparison
}

extension RunReader {
  /// The effects of the paths that are no instances, corrected for each path alone. A path of too many values has none.
  var effectsOverInstances: [InstanceEffect] {
    guard instances != nil else { return [] }
    return settingPaths.flatMap { path in
      (try? PairedTable(self, by: path)).flatMap { InstanceRun($0, .init()) }
        .map { $0.comparisons.map { InstanceEffect(path: path, comparison: $0) } } ?? []
    }
  }
}

extension [InstanceEffect] {
  /// Corrects the verdicts of the effects and of `comparisons` together.
  mutating func correct(with comparisons: inout [InstanceComparison]) {
    var all = comparisons + map(\.comparison)
    InstanceComparison.correct(&all)
    for index in indices { self[index].comparison = all[comparisons.count + index] }
    comparisons = Array<InstanceComparison>(all.prefix(comparisons.count))
  }
}

extension InstanceComparison {
  /// What the other algorithms do to the measure instead of the first, over all instances, which are
  /// values of the path called `name`: those that the tests of pairs separate from it, the largest ratio first. Nil if none.
  func effectSentence(of name: String) -> String? {
    let base = table.algorithms[0]
    func named(_ value: String) -> String { settingName(value, name, among: table.algorithms) }
    let clear = pairs.filter { $0.first == base && $0.better != nil }.sorted {
      abs(log($0.ratio ?? .infinity)) > abs(log($1.ratio ?? .infinity))
    }
    guard !clear.isEmpty else { return nil }
    let notes = [table.axes.counted(instances), table.measure.ratioNote ?? ""]
    let article = table.measure.isPlural ? "" : "a "
    let shown = clear.prefix(3).map { pair in
      guard let (ratio, interval) = self.ratio(of: pair.second, to: base) else {
        return
          "\(named(pair.second)) has \(article)\(pair.better == base ? "worse" : "better") "
          + "\(table.measure.title) than \(named(base)) (\(notes[0]))"
      }
      let factor = Factor(ratio, interval)
      return
        "\(named(pair.second)) has \(factor.text) the \(table.measure.title) of \(named(base))"
        + factor.notes(notes[0], notes[1])
    }
    return shown.joined(separator: "; ")
      + (clear.count > 3 ? "; \(counted(clear.count - 3, "other")) less." : ".")
  }
}

extension Findings {
  /// The effects of the paths that are no instances on `columns`, over the instances; then those that are unknown,
  /// because the instances are too few. None if the scoreboard has the values of the only such path.
  func effectTextsOverInstances(on columns: [Column], _ run: RunReader)
    -> (known: [FindingText], unknown: [FindingText])
  {
    let effects = effectsOverInstances ?? []
    guard instances == nil || run.settingPaths.count > 1 else { return ([], []) }
    let shown = Set(columns.map(\.name))
    let known = effects.filter { shown.contains($0.comparison.measure) }.compactMap { effect in
      effect.comparison.effectSentence(of: run.shortName(of: effect.path)).map {
        FindingText(text: $0, measure: effect.comparison.measure, path: effect.path)
      }
    }
    // With few algorithms, the scoreboard says so.
    let few = instances == nil ? effects.filter(\.comparison.hasTooFewInstances) : []
    let unknown = columns.map { column -> SharedEffect in
      let own = few.filter { $0.comparison.measure == column.name }
      let over = own.first.map { $0.comparison.table.axes.counted($0.comparison.instances) } ?? ""
      return (own.map { run.shortName(of: $0.path) }, "\(over) are too few", column)
    }
    return (known, Self.unknownTexts(of: unknown))
  }
}
