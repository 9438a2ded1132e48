import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

extension PairedTable {
  var warnings: [Diagnostic] {
    runs.flatMap { $0.warnings + $0.timingWarnings + [$0.copyNote].compactMap { $0 } }
      + [processorWarning, graphWarning, copyWarning].compactMap { $0 }
      + runs.dropFirst().flatMap { run in
        run.environmentWarnings(against: runs[0])
          + [experimentNote(run, against: runs[0])].compactMap { $0 }
      }
  }

  /// A warning if trials that are compared ran on processors of different models.
  private var processorWarning: Diagnostic? {
    let models = comparedValues { $0.processor(of: $1) }
    let differing = models.filter { $0[0] != $0[1] }
    guard let example = differing.first, runs.contains(where: { $0.environment?.hosts != nil })
    else { return nil }
    return runs[0].problem(
      "\(differing.count) of \(counted(models.count, "pair")) of trials ran on different processors, "
        + "such as '\(example[0])' and '\(example[1])'; compare other measures, but not times",
      in: "trials.csv", severity: .warning)
  }

  /// A warning if runs had other graphs, such as another version of a file.
  private var graphWarning: Diagnostic? {
    guard comparedPath == nil, let column = runs[0].columns.graph else { return nil }
    let graphs = comparedValues { run, trial in run.text(column, of: trial) ?? "" }
    let differing = graphs.count { $0[0] != $0[1] }
    guard differing > 0 else { return nil }
    return runs[0].problem(
      "\(differing) of \(counted(graphs.count, "pair")) of trials had different graphs with the same settings, such as "
        + "versions of a file, so differences are not those of layouts; run both with the same graphs",
      in: "trials.csv", severity: .warning)
  }

  /// A warning if copied folders count as several runs.
  private var copyWarning: Diagnostic? {
    guard sideCounts != nil else { return nil }
    let copies = runs.indices.filter { index in
      runs[..<index].contains { runs[index].isCopy(of: $0) }
    }
    guard let first = copies.first else { return nil }
    return runs[first].problem(
      "\(copies.count) of \(runs.count) runs repeat the trials of another, such as this one: copies are no evidence on "
        + "times; run the experiment again instead", in: "trials.csv", severity: .warning)
  }

  /// A value of both trials of each pair with the first candidate, where both are known.
  private func comparedValues(_ value: (RunReader, TrialRow) -> String) -> [[String]] {
    let pairs = cells.flatMap { cell in
      candidates.indices.dropFirst().compactMap { CandidatePair(cell, $0) }
    }
    return pairs.flatMap { pair in
      pair.trials.map { [value(candidates[0].run, $0), value(candidates[pair.candidate].run, $1)] }
    }
    .filter { !$0.contains("") }
  }

  private static let ignored: Set = ["name", "summary", "limits", "published"]

  private func experimentNote(_ run: RunReader, against base: RunReader) -> Diagnostic? {
    guard let new = run.experiment?.mapping, let old = base.experiment?.mapping else { return nil }
    let keys = (new.entries + old.entries).map(\.key).uniqued.filter { !Self.ignored.contains($0) }
    let differing = keys.filter { key in
      switch (new[key], old[key]) {
      case (let a?, let b?): !a.hasSameContent(as: b)
      default: true
      }
    }
    guard !differing.isEmpty else { return nil }
    return run.problem(
      "differs from the base run in \(differing.map { "'\($0)'" }.listed()), so results may differ "
        + "for this reason", in: "experiment.yaml", severity: .note)
  }
}

extension RunReader {
  /// A note if repeats are copies of each other.
  fileprivate var copyNote: Diagnostic? {
    let copied = configurations.filter { $0.distinct < $0.good }
    guard let example = copied.first else { return nil }
    let result = keepsGraphs ? "layout" : "result"
    return problem(
      "\(counted(copied.count, "configuration")) of \(configurations.count) repeated the same \(result), "
        + "such as configuration \(example.number) with \(example.distinct) different "
        + "\(example.distinct == 1 ? result : result + "s") in \(example.good) trials; copies count "
        + "once, except in times"
        + (keepsGraphs && copied.contains { $0.distinct == 1 }
          ? "; for more observations, add 'shuffle: true' or a random placement, or compare over graphs"
          : ""),
      in: "trials.csv", severity: .note)
  }

  /// A warning if layouts that the run recorded are missing.
  var layoutWarning: Diagnostic? {
    let lacking = trials.filter(\.isGood).map { LayoutFile.name($0.number) }
      .filter { (try? files.holds($0)) == false }
    guard !lacking.isEmpty, let recorded = try? RunManifest(folder: folder).recordedFiles else {
      return nil
    }
    let lost = lacking.filter(recorded.contains)
    return lost.first.map {
      problem(
        "no such file; \(counted(lost.count, "layout")) cannot be compared, so restore the files from a copy, or "
          + "resume the run", in: $0, severity: .warning)
    }
  }

  var timingWarnings: [Diagnostic] {
    guard let environment else { return [] }
    var messages: [String] = []
    if environment.build == "debug" {
      messages.append("debug build, whose times mean nothing; run it again with a release build")
    }
    let models = (environment.hosts ?? []).map(\.cpu).uniqued
    if models.count > 1 {
      messages.append(
        "trials ran on \(models.count) models of processors (\(models.joined(separator: ", "))), so "
          + "medians of times mix them; use one machine, or set 'constraint' of the executor")
    }
    // That of a cluster is the load of another machine.
    if environment.jobs == nil, let load = Self.excessiveLoad(environment) {
      messages.append("the machine was busy (\(load)); times may be too long")
    }
    return messages.map { problem($0, in: "environment.json", severity: .warning) }
  }

  /// The load if the machine did more than the run, which may itself keep all cores busy at the end.
  private static func excessiveLoad(_ environment: RunEnvironment) -> String? {
    let cores = environment.hosts?.map(\.cores).max() ?? environment.cores
    guard cores > 0 else { return nil }
    let parts = [environment] + (environment.resumed ?? [])
    let loads = [
      ("began", parts.compactMap(\.loadBefore).max(), Double(cores)),
      ("ended", parts.compactMap(\.loadAfter).max(), Double(cores + 1)),
    ]
    for case (let time, let load?, let limit) in loads where load > limit {
      return "load \(readable(load)) on \(counted(cores, "core")) when the run \(time)"
    }
    return nil
  }

  fileprivate func environmentWarnings(against base: RunReader) -> [Diagnostic] {
    guard let here = environment, let there = base.environment else { return [] }
    let cores = { $0 == 0 ? "" : String($0) }
    let facts = [
      ("cpu", there.cpu, here.cpu), ("cores", cores(there.cores), cores(here.cores)),
      ("os", there.os, here.os), ("build", there.build, here.build),
      ("processor", there.processor, here.processor),
    ]
    return facts.compactMap { name, base, new in
      guard !base.isEmpty, !new.isEmpty, base != new else { return nil }
      return problem(
        "\(name) is '\(new)' here and '\(base)' in the base; compare other measures, but not times",
        in: "environment.json", severity: .warning)
    }
  }
}
