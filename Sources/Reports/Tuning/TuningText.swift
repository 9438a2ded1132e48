import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

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
