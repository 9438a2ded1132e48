import ForceLabSettings

extension Planner {
  /// Notes that repeats give the same results if nothing is random.
  mutating func noteCopies(_ repeats: Int, of configurations: [Plan.Configuration]) {
    let studies = configurations.map(\.study)
    guard repeats > 1, !studies.isEmpty, !studies.contains(where: \.isRandom) else { return }
    let advice = studies.lazy.compactMap(\.randomization).first
    let copies = "\(repeats) copies of \(studies.count == 1 ? "one" : "each") layout"
    let note =
      advice.map { "\(repeats) repeats give \(copies); add \($0)" }
      ?? "the \(repeats) repeats only measure times"
    add(
      Diagnostic(
        "nothing in this plan is random: \(note)",
        at: document["repeat"]?.location ?? document.location, severity: .note))
  }
}
