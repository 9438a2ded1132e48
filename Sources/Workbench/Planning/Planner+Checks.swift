import ForceLabPlugins
import ForceLabSettings

extension Planner {
  /// What is not an error. Of many notes at one place, such as those on the graphs of an archive, the first ones.
  var notes: [Diagnostic] {
    let all = diagnostics.filter { $0.severity != .error }
    return all.grouped(by: \.location).flatMap { place, own in
      let rest = Diagnostic("\(own.count - 9) more like these", at: place, severity: .note)
      let areNotes = own.allSatisfy { $0.severity == .note }
      return own.count > 10 && areNotes ? own.prefix(9) + [rest] : own
    }
  }

  /// Reports the errors of the study with the first valid value of each axis. Those of axes are reported already.
  mutating func decodeFirstValues(_ study: any Study.Type, _ sweeps: Sweeps) {
    for sweep in sweeps.all.isEmpty ? [Sweep()] : sweeps.all {
      let axes = (sweep.outer + sweep.axes).compactMap { axis -> Setting? in
        guard let form = try? formOfPath(axis.key), axis.value.count > 0 else { return nil }
        let value = axis.value.node(at: 0, isWhole: form.isWholeNumber)
        return Setting(key: axis.key, keyLocation: axis.location, value: value)
      }
      let settings = (sweep.variants.all.first?.settings ?? []).filter {
        (try? formOfPath($0.path)) != nil
      }
      // A collection at the top that has no members.
      var common = document
      for axis in sweep.outer + sweep.axes where axis.value.count == 0 { common[axis.key] = nil }
      let tree = ConfigurationTree(
        common, settings + axes, overrides: overrides, root: root, catalog: catalog
      ).tree
      let problems = decode { decoder in
        decoder.study(study, from: tree)?.problems()
          ?? decoder.problems(ofFaulty: study, from: tree)
      }
      report(problems, in: tree)
    }
  }

  /// Reports columns of studies with the name of another column: a swept path, or one that all runs have.
  mutating func checkHeaders(of configurations: [Plan.Configuration], _ sweeps: Sweeps) {
    let axes = sweeps.all.flatMap(\.axes)
    let own = TrialColumns.first + TrialColumns.ending + TrialColumns.last
    let others = Set(axes.map(\.key) + [Variants.path] + own)
    let taken = Set(
      concurrently(configurations.count) { index in
        configurations[index].study.columns.map(\.name).filter(others.contains)
      }.joined())
    for name in own where taken.contains(name) {
      report(
        "every trials.csv has a column '\(name)'; rename that of the study or metric",
        at: document["study"]?.location ?? document.location)
    }
    for axis in axes where taken.contains(axis.key) {
      report(
        "cannot sweep '\(axis.key)' as a whole: trials.csv has a column of that name; sweep a parameter "
          + "below it", at: axis.location)
    }
    if let variant = sweeps.all.flatMap(\.variants.all).first, taken.contains(Variants.path) {
      report("this study has a column 'variant'; use a sweep instead", at: variant.location)
    }
  }

  /// Warns of exclusions that excluded nothing: those whose location is not among `effective`.
  mutating func noteExclusions(of sweeps: Sweeps, without effective: Set<Location>) {
    for location in sweeps.all.flatMap(\.exclude).compactMap(\.location)
    where !effective.contains(location) {
      report("this exclusion excludes no combination; check its values", .warning, at: location)
    }
  }

  mutating func checkCharts(
    _ charts: [ChartRequest], of configurations: [Plan.Configuration], _ paths: [String]
  ) {
    guard !charts.isEmpty else { return }
    let columns = ChartColumns(configurations, paths: paths)
    for (index, chart) in charts.enumerated() {
      for fault in columns.faults(of: chart) { report(fault, in: "chart.\(index)") }
    }
  }

  /// Those of `owners` at `key` with valid figures. Reports errors; without `configurations`, of conditions alone.
  mutating func figures<Owner>(
    of owners: [Owner], _ figure: (Owner) -> Figure, _ key: String, _ sweeps: Sweeps,
    _ configurations: [Plan.Configuration]?, paths: [String] = []
  ) -> [(Owner, FigureRows)] {
    let variants = sweeps.all.flatMap(\.variants.all).map(\.name)
    var found: [(Owner, FigureRows)] = []
    for (index, owner) in owners.enumerated() {
      let figure = figure(owner)
      let form = formOfPath
      let problems = [figure.conditions, figure.relativeTo].flatMap {
        $0?.problems(variants: variants, form) ?? []
      }
      problems.forEach { add($0) }
      guard problems.isEmpty, let configurations else { continue }
      do throws(ParameterError) {
        found.append((owner, try FigureRows(of: figure, among: configurations, paths: paths)))
      } catch {
        report(error, in: "\(key).\(index).figure")
      }
    }
    return found
  }

  /// Reports different values of one name, such as two graphs, which results could not tell apart. `contents` are those
  /// of the names so far.
  mutating func checkNames(
    of values: [SettingsNode?], at paths: [String], _ contents: inout [[String]: String]
  ) {
    for case (let value?, let path) in zip(values, paths) {
      let (name, content) = (value.settingText, value.flowText)
      guard let other = contents.updateValue(content, forKey: [path, name]), other != content
      else { continue }
      report(
        "two values of '\(path)' have the name '\(name.excerpt)'; name one of them differently, or list their files in "
          + "one corpus", at: value.location)
    }
  }

  /// Notes that repeats give the same results if nothing is random.
  mutating func noteCopies(_ repeats: Int, of configurations: [Plan.Configuration]) {
    let studies = configurations.map(\.study)
    guard repeats > 1, !studies.isEmpty, !studies.contains(where: \.isRandom) else { return }
    let advice = studies.lazy.compactMap(\.randomization).first
    let copies = "\(repeats) copies of \(studies.count == 1 ? "one" : "each") layout"
    let note =
      advice.map { "\(repeats) repeats give \(copies), unless nodes coincide; add \($0)" }
      ?? "the \(repeats) repeats only measure times"
    report(
      "nothing in this plan is random: \(note)", .note,
      at: document["repeat"]?.location ?? document.location)
  }
}
