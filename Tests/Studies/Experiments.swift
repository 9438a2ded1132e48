@testable import ForceLabBodies
@testable import ForceLabStudies
@testable import ForceLabWorkbench
// What all tests here import.
@_exported import ForceLabCommandLine
@_exported import ForceLabGraphFiles
@_exported import ForceLabGraphs
@_exported import ForceLabMechanics
@_exported import ForceLabPlugins
@_exported import ForceLabQuality
@_exported import ForceLabSettings
@_exported import ForceLabTestSupport
@_exported import ForceLabWorkbench
@_exported import ForceLabYAML
@_exported import Foundation
import SwiftCSV
import Testing

/// The groups of parameters that are no plugins.
let records: [any Configurable.Type] = [
  Experiment.self, Sweep.self, Sample.self, NumberRange.self, Exclusion.self, Recording.self,
  PinnedNode.self, NodeTraits.self, LayoutView.self, Figure.self, Limit.self, PublishedClaim.self,
  ChartRequest.self, MetricRecording.self, Event.self, MachineSettings.self, Body.self, Walls.self,
  Attachment.self, Gravity.self, Push.self, Snap.self, Rule.self, BodyRecording.self,
  TimeBudget.self, Tuning.self, FigureTable.self,
]

/// A table of CSV: its columns, and a dictionary per row.
struct TestTable {
  let columns: [String]
  let rows: [[String: String]]

  init(path: String) throws {
    let table = try CSV<Named>(
      string: String(contentsOfFile: path, encoding: .utf8), loadColumns: false)
    (columns, rows) = (table.header, table.rows)
  }

  /// The column called `name`, row by row.
  func column(_ name: String) throws -> [String] { try rows.map { try #require($0[name]) } }

  /// The numbers of the column called `name`.
  func numbers(_ name: String) throws -> [Double] {
    try column(name).map { try #require(Double($0), "\($0) in \(name)") }
  }

  /// All but the columns of times.
  var withoutTimes: [[String]] {
    let names = columns.filter {
      !$0.contains("_ns") && !$0.contains("_seconds") && !$0.hasSuffix("_ms")
    }
    return [names] + rows.map { row in names.map { row[$0] ?? "" } }
  }
}

/// What a run left behind.
struct Run {
  let plan: Plan
  let trials: TestTable
  let samples: TestTable
  /// The text of each trial's layout, by its number.
  let layouts: [Int: String]
  /// The other files that trials left, by their names.
  let files: [String: Data]
  /// `events.csv`, if there is one.
  let events: TestTable?

  /// The only row of `trials.csv`.
  func only() throws -> [String: String] {
    try #require(trials.rows.count == 1)
    return trials.rows[0]
  }

  /// The coordinates of each node of a trial's layout.
  func layout(_ trial: Int = 1) throws -> [[Double]] {
    let lines = try #require(layouts[trial]).split(separator: "\n").dropFirst()
    return lines.map { $0.split(separator: ",").dropFirst().compactMap { Double($0) } }
  }
}

/// The plan of an experiment in YAML that follows the line of its name; files are in `folder`.
func plan(
  _ yaml: String, name: String = "test", in folder: String = ".", set overrides: [String] = [],
  catalog: Catalog = .standard
) throws -> Plan {
  let node = try YAMLDocument.parse("name: \(name)\n" + yaml, file: "e.yaml")
  return try Plan(
    document: node, folder: folder, overrides: overrides.map { try Override($0) }, catalog: catalog)
}

/// What is wrong with such an experiment, as it is printed. Its first line is line 2.
func problems(_ yaml: String, name: String = "test", in folder: String = ".") throws -> [String] {
  do {
    return try plan(yaml, name: name, in: folder).notes.map(\.description)
  } catch let invalid as InvalidExperiment {
    return invalid.diagnostics.map(\.description)
  }
}

/// Runs such an experiment, with `files` beside it.
func run(_ yaml: String, files: [String: String] = [:], catalog: Catalog = .standard) throws -> Run
{
  try withFolder(files) { folder in
    let plan = try plan(yaml, in: folder, catalog: catalog)
    let results = folder + "/results"
    _ = try Runner(plan).run(
      into: RunFolder(at: results), environment: RunEnvironment(seed: plan.experiment.seed))
    var layouts: [Int: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: results + "/layouts") {
      let number = try #require(Int(name.prefix { $0 != "." }))
      layouts[number] = try String(contentsOfFile: "\(results)/layouts/\(name)", encoding: .utf8)
    }
    var kept: [String: Data] = [:]
    for part in ["graphs", "frames"] {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: results + "/" + part)) ?? []
      {
        kept["\(part)/\(name)"] = FileManager.default.contents(atPath: "\(results)/\(part)/\(name)")
      }
    }
    return Run(
      plan: plan, trials: try TestTable(path: results + "/trials.csv"),
      samples: try TestTable(path: results + "/samples.csv"), layouts: layouts, files: kept,
      events: try? TestTable(path: results + "/events.csv"))
  }
}
