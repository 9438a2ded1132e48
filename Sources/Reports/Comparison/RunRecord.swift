import Foundation
import ForceLabWorkbench
import ForceLabSettings
import ForceLabYAML

/// A run as its folder tells of it.
public struct RunRecord: Sendable {
  /// The folder's path.
  public let folder: String
  /// The swept paths.
  public let paths: [String]
  /// What the run measured, as `summary.csv` names it; times of the clock are last.
  public let measures: [String]
  /// What its columns mean.
  let columns: RunColumns
  /// Where it ran.
  let conditions: RunConditions
  /// How many trials each configuration was to have.
  let repeats: Int
  /// The value at each swept path, for every configuration of the sweep, whether tried or not.
  let configurations: [[String]]
  /// The experiment as it was run; nil if its file cannot be read.
  let experiment: SettingsNode?
  /// The trials, without those that only warmed up.
  let trials: [TrialRow]
  /// What could not be read but is not needed.
  let warnings: [Diagnostic]

  /// What `summary.csv` holds.
  let summary: CSVTable

  private let table: CSVTable
  private let trialColumns: TrialColumns

  /// The run in `folder`.
  ///
  /// Throws a `Diagnostic` if that is none, or its files are damaged. Cost: linear in `trials.csv`.
  public init(folder path: String) throws(Diagnostic) {
    // Completion in a shell ends the name of a folder with a slash.
    folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    try Self.checkFolder(folder)
    table = try CSVTable(path: folder + "/trials.csv")
    trialColumns = try TrialColumns(table)
    paths = trialColumns.paths
    var trials: [TrialRow] = []
    for row in table.rows {
      if let trial = try trialColumns.trial(row, in: table) { trials.append(trial) }
    }
    self.trials = trials
    summary = try Self.summary(folder)
    measures = Self.measures(summary, trialColumns)
    configurations = try Self.configurations(summary, trialColumns.paths)
    columns = RunColumns(folder: folder)
    var warnings: [Diagnostic] = []
    conditions = RunConditions(folder: folder, &warnings)
    experiment = Self.experiment(folder, &warnings)
    repeats = if case .int(let count)? = experiment?["repeat"]?.scalar?.value { count } else { 1 }
    self.warnings = warnings
  }

  /// The columns of numbers that `trials.csv` has.
  var valueColumns: [String] {
    trialColumns.values.keys.sorted {
      trialColumns.values[$0, default: 0] < trialColumns.values[$1, default: 0]
    }
  }

  /// The columns of words, of which there is nothing to compare.
  var wordColumns: Set<String> { trialColumns.words }

  /// The number that `trial` has in `column`; nil if the field is empty or the number not finite.
  ///
  /// Throws a `Diagnostic` with the line if it is no number.
  func number(_ column: String, of trial: TrialRow) throws(Diagnostic) -> Double? {
    guard let place = trialColumns.values[column] else { return nil }
    return try table.number(trial.row.fields[place], in: column, trial.row)
  }

  /// What stands in `column` for `trial`; nil if there is no such column or nothing in it.
  func text(_ column: String, of trial: TrialRow) -> String? {
    guard let place = table.header.firstIndex(of: column) else { return nil }
    let text = trial.row.fields[place]
    return text.isEmpty ? nil : text
  }

  /// Whether it tells of graphs that can be drawn.
  var tellsOfGraphs: Bool { table.header.contains("graph_hash") }

  /// The layout that `trial` left; nil if it left none.
  func layout(of trial: TrialRow) throws(Diagnostic) -> [[Double]]? {
    let path = "\(folder)/\(LayoutFile.name(trial.number))"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try LayoutFile.read(fileText(at: path), file: path)
  }

  private static func checkFolder(_ folder: String) throws(Diagnostic) {
    let place = Location(file: folder)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw Diagnostic(
        "no such folder; name one that `forcelab run` wrote, such as Results/NAME/DATE-TIME",
        at: folder.isEmpty ? nil : place)
    }
    guard isFolder.boolValue else {
      throw Diagnostic("this is a file; name the folder of the run", at: place)
    }
    if FileManager.default.fileExists(atPath: folder + "/trials.csv") { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let runs = names.sorted().filter {
      FileManager.default.fileExists(atPath: "\(folder)/\($0)/trials.csv")
    }
    guard let last = runs.last else {
      throw Diagnostic(
        "not a run: the folder has no trials.csv; name one that `forcelab run` wrote", at: place)
    }
    throw Diagnostic(
      "not a run, but \(counted(runs.count, "run")) below it; name one, such as \(folder)/\(last)",
      at: place)
  }

  private static func summary(_ folder: String) throws(Diagnostic) -> CSVTable {
    let path = folder + "/summary.csv"
    if FileManager.default.fileExists(atPath: path) { return try CSVTable(path: path) }
    throw Diagnostic(
      "no such file, which names the measures; finish the run, or run the experiment again",
      at: Location(file: path))
  }

  /// The measures, which are what `summary.csv` counts: facts, such as numbers of nodes, are not.
  private static func measures(_ summary: CSVTable, _ trialColumns: TrialColumns) -> [String] {
    let names = summary.header.filter { $0.hasPrefix("n_") }
    return names.map { String($0.dropFirst(2)) }.filter { trialColumns.values[$0] != nil }
  }

  private static func configurations(_ summary: CSVTable, _ paths: [String]) throws(Diagnostic)
    -> [[String]]
  {
    guard summary.header.dropFirst().starts(with: paths) else {
      throw CSVTable.damage(
        Location(file: summary.path, line: 1), "other swept paths than in trials.csv")
    }
    return summary.rows.map { Array($0.fields.dropFirst().prefix(paths.count)) }
  }

  private static func experiment(_ folder: String, _ warnings: inout [Diagnostic]) -> SettingsNode?
  {
    do {
      return try YAMLDocument.load(folder + "/experiment.yaml")
    } catch {
      warnings.append(
        Diagnostic(
          error.message + "; the experiments cannot be compared", at: error.location,
          severity: .warning))
      return nil
    }
  }
}
