import ForceLabPlugins
import ForceLabWorkbench
import Foundation

/// What the values of a path change over the instances.
public struct InstanceEffect: Encodable, Sendable {
  public let path: String
  /// Of the values of the path, averaged over the settings at the remaining paths.
  public internal(set) var comparison: InstanceComparison
}

extension InstanceComparison {
  /// What the other values of the path called `name` do to the measure instead of its first, over all
  /// instances: those that the tests of pairs separate from it, the largest ratio first. Nil if none.
  func effectSentence(of name: String) -> String? {
    let base = table.algorithms[0]
    let clear = pairs.filter { $0.first == base && $0.better != nil }.sorted {
      abs(log($0.ratio ?? .infinity)) > abs(log($1.ratio ?? .infinity))
    }
    guard !clear.isEmpty else { return nil }
    let title = table.measure.title + (table.measure.isCount ? " + 1" : "")
    let shown = clear.prefix(3).map { pair in
      guard let ratio = pair.ratio else {
        return "\(pair.second) is \(pair.better == base ? "worse" : "better")"
      }
      return "\(pair.second) multiplies \(title) by \(readable(ratio)) (95 % over "
        + "\(table.axes.plural) \(Self.interval(pair.low, pair.high)))"
    }
    return "Over \(table.axes.counted(instances)), instead of \(name) \(base), "
      + shown.joined(separator: ", ") + (clear.count > 3 ? ", and \(clear.count - 3) more." : ".")
  }
}

extension Findings {
  func effectTextsOverInstances(_ run: RunReader) -> [FindingText] {
    let names = Dictionary(
      zip(run.paths, shortNames(of: run.paths)), uniquingKeysWith: { first, _ in first })
    return (instances?.effects ?? []).compactMap { effect in
      effect.comparison.effectSentence(of: names[effect.path] ?? effect.path).map {
        FindingText(text: $0, measure: effect.comparison.measure, path: effect.path)
      }
    }
  }
}
