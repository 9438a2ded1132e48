import ForceLabSettings

extension Contest {
  /// What may make a comparison of these runs mean less than it seems.
  var warnings: [Diagnostic] {
    runs.flatMap { $0.warnings + $0.conditions.doubts($0.folder) }
      + runs.dropFirst().flatMap { run in
        run.conditions.differences(from: runs[0].conditions, run.folder)
          + experimentNote(run, against: runs[0])
      }
  }

  /// Keys that say nothing of what a trial does.
  private static let ignored: Set = ["name", "summary", "limits", "published"]

  private func experimentNote(_ run: RunRecord, against base: RunRecord) -> [Diagnostic] {
    guard let new = run.experiment?.mapping, let old = base.experiment?.mapping else { return [] }
    let keys = (new.entries + old.entries).map(\.key).reduce(into: [String]()) {
      if !$0.contains($1) && !Self.ignored.contains($1) { $0.append($1) }
    }
    let differing = keys.filter { key in
      switch (new[key], old[key]) {
      case (let a?, let b?): !a.hasSameContent(as: b)
      default: true
      }
    }
    guard !differing.isEmpty else { return [] }
    return [
      Diagnostic(
        "differs from the base's in \(differing.joined(separator: ", "))",
        at: Location(file: run.folder + "/experiment.yaml"), severity: .note)
    ]
  }
}
