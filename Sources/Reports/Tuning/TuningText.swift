import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

extension TuningResult {
  /// The answer, and what the tuned settings are.
  public var sentences: [String] {
    guard let test else {
      return ["No configuration is better than the default; keep it. The default won every race."]
    }
    let own = comparisons.filter { $0.configuration == test.configuration }
    let changes = own.map(\.text).joined(separator: "; ")
    let tuned = configurations[test.configuration]?.text ?? ""
    var sentences = [
      isGain
        ? "`\(test.configuration)` instead of the default: \(changes)."
        : "No configuration is better than the default; keep it. The best that was found: \(changes)."
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
    func number(_ value: Double?) -> String { value.map { readable($0) } ?? "∞" }
    let interval = "(\(number(low)) to \(number(high)), \(counted(graphs, "graph")))"
    return ratio != nil || difference == nil
      ? "\(title) \(number(ratio)) times \(interval)"
      : "\(title) \(number(difference)) more \(interval)"
  }
}
