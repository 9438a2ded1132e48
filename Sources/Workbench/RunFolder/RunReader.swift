import Foundation
import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

/// The run in a folder: tables are read by the initializer, other files on demand.
public struct RunReader: Sendable {
  public typealias Configuration = Summary.Row

  public let folder: String
  package let files: Folder
  public let columns: RunColumns
  public let paths: [String]
  /// The swept paths over which algorithms are compared; nil if there are none.
  public let instances: InstanceAxes?
  public let measures: [Column]
  /// All configurations of the sweep, including those without a trial.
  public let configurations: [Configuration]
  public let allTrials: [TrialRow]
  /// The trials, without those that only warmed up.
  public let trials: [TrialRow]
  /// The experiment as it was run; nil if its file is missing or damaged.
  public let experiment: SettingsNode?
  /// The text of the experiment file; nil if it is missing or not UTF-8.
  public let experimentText: String?
  public let environment: RunEnvironment?
  public let warnings: [Diagnostic]

  let statistics: Summary
  private let trialColumns: TrialColumns
  private let table: CSVTable

  /// Throws a `Diagnostic` if there is no run or a file is damaged. Cost: linear in `trials.csv`.
  public init(folder path: String) throws(Diagnostic) {
    // Completion in a shell ends the name of a folder with a slash.
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let files = try Self.open(folder)
    let table = try CSVTable(RunTables.trialsName, in: files, isGrowing: RunLock.isHeld(in: files))
    try self.init(folder, files, table, RunColumns(folder: files))
  }

  /// The same run with more measures, of which `values` has one for each column and trial number. Nil stands for none.
  /// They replace measures of the same name.
  package func adding(_ more: [Column], _ values: [Int: [Double?]]) throws(Diagnostic) -> RunReader
  {
    var columns = columns
    columns.trials = (more + columns.trials).uniqued(on: \.name)
    let none = [Double?](repeating: nil, count: more.count)
    let rows = allTrials.map { trial in
      (values[trial.number] ?? none).map { $0.map { "\($0)" } ?? "" }
    }
    return try RunReader(folder, files, table.adding(more.map(\.name), rows), columns)
  }

  private init(
    _ folder: String, _ files: Folder, _ table: CSVTable, _ columns: RunColumns
  ) throws(Diagnostic) {
    (self.folder, self.files, self.table, self.columns) = (folder, files, table, columns)
    trialColumns = try TrialColumns(table, columns)
    paths = trialColumns.paths
    var numbers: Set<Int> = []
    let all = try table.rows.map { [trialColumns] (row) throws(Diagnostic) in
      let trial = try trialColumns.trial(row, in: table)
      guard numbers.insert(trial.number).inserted else {
        throw CSVTable.damage(table.place(of: row), "trial \(trial.number) has two rows")
      }
      return trial
    }
    allTrials = all
    trials = all.filter { !$0.isWarmUp }
    instances = columns.instances?.restricted(to: trialColumns.paths)
    let summary = try trialColumns.summary(of: all, in: table, columns)
    (statistics, measures) = (summary, summary.measures)
    configurations = summary.rows
    var warnings: [Diagnostic] = []
    switch try RunEnvironment.kept(in: files) {
    case .success(let kept): environment = kept
    case .failure(let warning):
      environment = nil
      warnings.append(warning)
    }
    let unknown = "it is unknown which values of measures are better, and how reports show them"
    let course = (Journal.samplesName, "reports lack the course of the trials")
    let events = (RunTables.eventsName, "reports lack the events")
    for case let (name, loss)? in [
      (RunColumns.fileName, unknown), columns.samples.isEmpty ? nil : course,
      columns.events == nil ? nil : events,
    ] where try !files.holds(name) {
      warnings.append(
        Diagnostic(
          "no such file, so \(loss); restore the file, or resume the run",
          at: files.location(of: name), severity: .warning))
    }
    let bytes = try files.bytes(of: Self.experimentName)
    experimentText = bytes.flatMap { String(validating: $0, as: UTF8.self) }
    do throws(Diagnostic) {
      experiment = try Self.experiment(bytes, in: files)
    } catch {
      experiment = nil
      warnings.append(
        Diagnostic(
          error.message + "; reports and comparisons lack its settings", at: error.location,
          severity: .warning))
    }
    self.warnings = warnings
  }

  /// At the folder of the run, or at one of its files.
  package func problem(
    _ message: String, in file: String? = nil, line: Int = 0, severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    let path = file.map { "\(folder)/\($0)" } ?? folder
    return Diagnostic(message, at: Location(file: path, line: line), severity: severity)
  }

  /// An error that the run lacks what it may never have had, as `message` says, or `columns.json`, without which it is
  /// not found.
  package func lack(_ message: String) -> Diagnostic {
    columns.trials.isEmpty
      ? problem("no such file; restore it, or resume the run", in: RunColumns.fileName)
      : problem(message)
  }

  public var name: String? { experiment?["name"]?.scalar?.text }
  public var summary: String? { experiment?["summary"]?.scalar?.text }

  /// How many trials each configuration was to have, without those that only warm up.
  public var repeats: Int { experiment?.whole("repeat") ?? 1 }

  /// How many trials were planned, including those that only warm up.
  public var plannedTrials: Int {
    configurations.count * (repeats + (experiment?.whole("warm-up") ?? 0))
  }

  public var valueColumns: [String] {
    let numbers = trialColumns.numbers
    return numbers.keys.sorted { numbers[$0, default: 0] < numbers[$1, default: 0] }
  }

  package func hasNumbers(in column: String) -> Bool { trialColumns.numbers[column] != nil }

  public var wordColumns: Set<String> { trialColumns.words }

  /// Whether the trials are those of `other`, down to their times.
  package func isCopy(of other: RunReader) -> Bool {
    measures.contains(where: \.isTime) && table.header == other.table.header
      && table.rows.elementsEqual(other.table.rows) { $0.fields == $1.fields }
  }

  /// The model of the processor that ran `trial`; empty if it is unknown.
  public func processor(of trial: TrialRow) -> String {
    let host = environment?.hosts?.first { $0.name == trial.host }
    return host?.cpu ?? environment?.cpu ?? ""
  }

  /// Whether it kept graphs, which drawings need.
  public var keepsGraphs: Bool { columns.graph != nil }

  /// Nil if `column` does not exist or has no numbers, or if the field is empty or not finite.
  public func number(_ column: String, of trial: TrialRow) -> Double? {
    trialColumns.numbers[column].flatMap { trial.numbers[$0] }
  }

  /// The text of `trial` in `column`; nil if the column is missing or the field is empty.
  public func text(_ column: String, of trial: TrialRow) -> String? {
    guard let text = trialColumns.indices[column].map({ trial.row.fields[$0] }) else { return nil }
    return text.isEmpty ? nil : text
  }

  /// The hash of what `trial` produced, such as its layout; nil if it is unknown.
  public func outcome(of trial: TrialRow) -> String? {
    trial.isGood ? columns.outcome.flatMap { text($0, of: trial) } : nil
  }

  /// The layout of `trial`, a list of coordinates per axis; nil if it left none. Throws if the file is damaged, or if
  /// its ids are not `ids` of the nodes, if these are known.
  public func layout(
    of trial: TrialRow, ids: [String]? = nil
  ) throws(Diagnostic) -> [[Double]]? {
    try LayoutFile.layout(of: trial.number, in: files, ids: ids)
  }

  /// Of each of `trials`, at most `limit` samples; nil if the run has none. Cost: one pass over `samples.csv`.
  public func samples(of trials: Set<Int>, limit: Int = 200) throws(Diagnostic) -> SampleTable? {
    let name = Journal.samplesName
    guard !trials.isEmpty, let bytes = try ReadFile(name, in: files)?.mapped() else { return nil }
    let path = files.location(of: name).file
    return try SampleTable(bytes, path: path, trials: trials, limit: limit)
  }

  public func frames(of trial: TrialRow) throws(Diagnostic) -> Frames? {
    let name = Frames.name(trial.number)
    guard let data = try files.bytes(of: name) else { return nil }
    let frames = try Frames(data, file: files.location(of: name).file)
    return frames.iterations.isEmpty ? nil : frames
  }

  static let experimentName = "experiment.yaml"

  package static func experiment(in files: Folder) throws(Diagnostic) -> SettingsNode {
    try experiment(files.bytes(of: experimentName), in: files)
  }

  /// The experiment of the `bytes` of its file; nil stands for a missing file.
  private static func experiment(
    _ bytes: Data?, in files: Folder
  ) throws(Diagnostic) -> SettingsNode {
    let text = try files.text(bytes, of: experimentName)
    let document = try YAMLDocument.parse(text, file: files.location(of: experimentName).file)
    guard document.mapping != nil else {
      throw Diagnostic(
        "an experiment must be a mapping, found \(document.kindDescription); restore the file from a copy",
        at: document.location)
    }
    return document
  }

  private static func open(_ folder: String) throws(Diagnostic) -> Folder {
    let place = Location(file: folder)
    let files: Folder
    do throws(SystemError) {
      files = try Folder(folder)
    } catch {
      switch error.code {
      case ENOENT:
        throw Diagnostic(
          "no such folder; name one that `\(Diagnostic.program) run` wrote, such as Results/NAME/DATE-TIME",
          at: folder.isEmpty ? nil : place)
      case ENOTDIR: throw Diagnostic("this is a file; name the folder of the run", at: place)
      default: throw Diagnostic("cannot read the folder: \(error)", at: place)
      }
    }
    if try files.holds(RunTables.trialsName) { return files }
    var runs: [String] = []
    for name in try files.names() where try files.holds("\(name)/\(RunTables.trialsName)") {
      runs.append(name)
    }
    guard let last = runs.last else {
      if try files.holds(Journal.name) {
        throw Diagnostic(
          "no such file; `\(Diagnostic.program) run FILE --resume --out \(folder.asArgument)` "
            + "writes it again",
          at: Location(file: folder + "/\(RunTables.trialsName)"))
      }
      throw Diagnostic(
        "not a run: the folder has no \(RunTables.trialsName); name one that `\(Diagnostic.program) run` "
          + "wrote",
        at: place)
    }
    throw Diagnostic(
      "not a run, but it contains \(counted(runs.count, "run")); name one, such as \(folder)/\(last)",
      at: place)
  }
}

extension SettingsNode {
  /// The count at `key`, if there is one that an experiment can have.
  fileprivate func whole(_ key: String) -> Int? {
    guard case .int(let number)? = self[key]?.scalar?.value else { return nil }
    return (0...1_000_000).contains(number) ? number : nil
  }
}
