import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench
import ForceLabYAML
import Foundation
import SwiftCSV

/// Runs experiments and checks what holds for all of them.
struct ExperimentCheck {
  let catalog: Catalog
  /// Where run folders are made.
  let folder: String
  let files: GeneratedFiles
  private let environment: RunEnvironment
  /// How often trials ended in each way, and what was done with runs.
  private(set) var counts: [String: Int] = [:]

  init(in folder: String, files: GeneratedFiles, catalog: Catalog) {
    (self.folder, self.files, self.catalog) = (folder, files, catalog)
    environment = RunEnvironment(seed: 1, catalog: catalog)
  }

  /// Throws an `InvalidCase` if a run of `experiment` is not as every run has to be.
  mutating func check(_ experiment: GeneratedExperiment, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: 3)
    do {
      let plan = experiment.plan
      let first = try run(plan, in: "first")
      let second = try run(plan, in: "second")
      let dependsOnTime =
        isLate(first) || isLate(second) || experiment.text.contains("time-budget")
      if !dependsOnTime {
        try expectSame(first, second) { check in
          let patient = try check.patient(plan)
          return (try check.run(patient, in: "third"), try check.run(patient, in: "fourth"))
        }
      }
      if random.unit() < 0.15 { try resume(plan, from: first, dependsOnTime, &random) }
      if random.unit() < 0.2 { try report(first, second) }
      if random.unit() < 0.2 { try runAlone(plan, first, dependsOnTime, &random) }
      if random.unit() < 0.5,
        let changed = try experiment.mutated(seed: seed, files: files, catalog: catalog)
      {
        count("mutant")
        _ = try run(changed, in: "mutant")
      }
    } catch let error as InvalidCase {
      throw error
    } catch {
      throw InvalidCase("\(error)", experiment.text)
    }
  }

  private mutating func count(_ what: String) { counts[what, default: 0] += 1 }

  /// Runs `plan`, and checks that all trials ended, and that those that are ok have finite numbers.
  private mutating func run(_ plan: Plan, in name: String) throws -> RunReader {
    let path = "\(folder)/\(name)"
    try? FileManager.default.removeItem(atPath: path)
    let report = try Runner(plan).run(into: RunFolder(at: path), environment: environment) { _ in
      say("alive")
    }
    let run = try RunReader(folder: path)
    let text = plan.document.blockText
    guard report.remaining == 0, run.allTrials.count == plan.trialCount else {
      throw InvalidCase("\(report.remaining) trials did not run", text)
    }
    for trial in run.allTrials {
      count("trial " + trial.status)
      if trial.status == Outcome.Status.failed.rawValue {
        count("message " + trial.message.replacing(/[-0-9.]+/, with: "#"))
      }
      guard trial.isGood else { continue }
      for column in run.columns.trials where column.isMeasure {
        guard let value = run.text(column.name, of: trial).flatMap(Double.init),
          !value.isFinite
        else { continue }
        throw InvalidCase("trial \(trial.number) is ok, but \(column.name) is \(value)", text)
      }
      guard let layout = try run.layout(of: trial) else { continue }
      guard layout.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
        throw InvalidCase("trial \(trial.number) is ok, but its layout is not finite", text)
      }
    }
    return run
  }

  /// Cuts the journal after some of its lines, as a kill does, and resumes the run.
  private mutating func resume(
    _ plan: Plan, from first: RunReader, _ dependsOnTime: Bool, _ random: inout SeededGenerator
  ) throws {
    count("resume")
    let path = "\(folder)/resumed"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: first.folder, toPath: path)
    let journal = URL(fileURLWithPath: path + "/journal.jsonl")
    let lines = try Data(contentsOf: journal).split(separator: UInt8(ascii: "\n"))
    let kept = 1 + random.index(below: max(1, lines.count))
    var data = Data(lines.prefix(kept).map { $0 + [UInt8(ascii: "\n")] }.joined())
    if kept > 1, random.unit() < 0.5 { data = data.dropLast(3) }
    try data.write(to: journal)
    do {
      let folder = try RunFolder(resuming: path)
      _ = try Runner(plan).resume(in: folder, environment: environment)
    }
    if dependsOnTime { return }
    try expectSame(first, RunReader(folder: path)) { check in
      let patient = try check.patient(plan)
      let whole = try check.run(patient, in: "third")
      try check.resume(patient, from: whole, true, &random)
      return (whole, try RunReader(folder: path))
    }
  }

  /// `plan` with so much time for each trial that none is short of it.
  private func patient(_ plan: Plan) throws -> Plan {
    try Plan(
      document: plan.document, folder: files.folder, overrides: [Override("timeout", 3)],
      catalog: catalog)
  }

  /// Writes all that is made from a run, and compares two.
  private mutating func report(_ run: RunReader, _ other: RunReader) throws {
    count("report")
    _ = try Report.write(run.folder, catalog: catalog)
    let overview = try RunOverview(folder: run.folder)
    _ = overview.text(width: 80)
    _ = overview.limits.text(width: 80) + overview.published.text(width: 80)
    _ = try JSONSerialization.jsonObject(with: Data(overview.json().utf8))
    for name in try FileManager.default.subpathsOfDirectory(atPath: run.folder)
    where name.hasSuffix(".json") {
      _ = try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: "\(run.folder)/\(name)")))
    }
    if let trial = run.trials.first(where: \.isGood), try run.layout(of: trial) != nil {
      let isScene = run.columns.trials.contains { $0.name == "body_count" }
      // Others need a program that may be missing, or recorded frames. Scenes of bodies are no graphs.
      for format in DrawingFormat.allCases
      where !format.isPicture && !format.isAnimation && !isScene || format.name == "svg" {
        _ = try RunDrawings.draw(trial.number, of: run, as: format, to: "\(folder)/drawing")
      }
    }
    _ = try Comparison(PairedTable(run, [other])).text(width: 80)
  }

  /// Runs one trial as an experiment of its own, which must compute the same.
  private mutating func runAlone(
    _ plan: Plan, _ run: RunReader, _ dependsOnTime: Bool, _ random: inout SeededGenerator
  ) throws {
    count("single trial")
    let rows = run.trials
    let row = rows[random.index(below: rows.count)]
    let (trial, study) = try plan.trial(row.number)
    _ = study.program(seed: trial.seed)
    let text = plan.experiment(of: trial).blockText
    let document = try YAMLDocument.parse(text, file: "trial-\(row.number).yaml")
    let alone = try Plan(document: document, folder: files.folder, catalog: catalog)
    let found = try self.run(alone, in: "alone").trials[0]
    if dependsOnTime || found.status == Outcome.Status.timedOut.rawValue { return }
    guard found.status == row.status else {
      throw InvalidCase("trial \(row.number) is \(row.status), but alone \(found.status)", text)
    }
  }
}

/// Equality of runs, apart from times.
extension ExperimentCheck {
  /// Compares two runs. If they differ, those that `again` makes are compared: near its time limit, a trial
  /// leaves out what it would say of a divergence, for example.
  private mutating func expectSame(
    _ a: RunReader, _ b: RunReader, again: (inout Self) throws -> (RunReader, RunReader)
  ) throws {
    do {
      try expectSame(a, b)
    } catch is Different {
      count("differs in time")
      let (a, b) = try again(&self)
      if !isLate(a), !isLate(b) { try expectSame(a, b) }
    }
  }

  /// Whether a trial was short of time, or the program that it needs was.
  private func isLate(_ run: RunReader) -> Bool {
    let hasPrograms = run.experiment?["engine"] != nil
    return run.allTrials.contains {
      $0.status == Outcome.Status.timedOut.rawValue || hasPrograms && !$0.isGood
    }
  }

  private func expectSame(_ a: RunReader, _ b: RunReader) throws {
    let declared = a.columns.trials + a.columns.samples + (a.columns.events ?? [])
    let times = Set(declared.filter(\.isTime).map(\.name)).union(["host", "contended"])
    let names = try [a, b].map { try Self.comparedFiles(in: $0.folder) }
    guard names[0] == names[1] else { throw Different("the files", names[0], names[1]) }
    for name in names[0] {
      let data = try [a, b].map {
        try Data(contentsOf: URL(fileURLWithPath: "\($0.folder)/\(name)"))
      }
      if data[0] == data[1] { continue }
      guard name.hasSuffix(".csv"), !name.contains("/") else { throw Different(name, "", "") }
      let rows = try data.map { try Self.rows($0, without: times) }
      for (first, second) in zip(rows[0], rows[1]) where first != second {
        let fields = zip(first, second).filter { $0 != $1 }
        throw Different(name, fields.map(\.0), fields.map(\.1))
      }
      guard rows[0].count == rows[1].count else {
        throw Different(name, rows[0].count, rows[1].count)
      }
    }
  }

  private struct Different: Error, CustomStringConvertible {
    let description: String

    init(_ what: String, _ a: some CustomStringConvertible, _ b: some CustomStringConvertible) {
      description = "\(what) of two runs differ: \(a) and \(b)"
    }
  }

  /// The files of a run that nothing but its experiment and its program determine, apart from columns of
  /// times.
  private static func comparedFiles(in folder: String) throws -> [String] {
    let others = [
      "journal", "environment", "report", "findings", "plots", "limits", "published", ".",
    ]
    return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      return !isFolder.boolValue && !others.contains(where: name.hasPrefix)
    }.sorted()
  }

  private static func rows(_ data: Data, without times: Set<String>) throws -> [[String]] {
    let csv = try CSV<Enumerated>(string: String(decoding: data, as: UTF8.self), loadColumns: false)
    let kept = csv.header.indices.filter { index in
      !times.contains { csv.header[index] == $0 || csv.header[index].hasSuffix("_\($0)") }
    }
    return csv.rows.map { row in
      kept.map { "\(csv.header[$0])=\($0 < row.count ? row[$0] : "")" }
    }
  }
}
