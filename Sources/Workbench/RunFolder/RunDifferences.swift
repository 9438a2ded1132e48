import ForceLabFiles
import ForceLabSettings
import Foundation

/// The differences between the results of two runs, apart from times, machines and messages.
public struct RunDifferences: Sendable {
  /// The first of them, for people.
  public private(set) var lines: [String] = []
  public private(set) var count = 0
  /// How many trials and files were compared.
  public private(set) var trials = 0
  public private(set) var files = 0

  private static let maxLines = 20
  private static let parts = ["layouts/", "graphs/", "frames/", "motion/", "contacts/"]

  private let one, two: Folder
  private let columns: RunColumns
  private let times: Set<String>

  /// Of runs whose files are as their journals say. Throws if a file cannot be read, or is damaged. Cost: linear
  /// in the tables.
  public init(_ first: RunManifest, _ second: RunManifest) throws(Diagnostic) {
    (one, two) = (first.folder, second.folder)
    columns = try RunColumns(folder: one)
    let declared = columns.trials + columns.samples + (columns.events ?? []) + StepTimes.columns
    times = Set(declared.filter(\.isTime).map(\.name))
    // Copies of the files that the experiment names may be in other folders.
    let other = try RunReader.experiment(in: two).setting("folder", to: nil)
    let experiment = try RunReader.experiment(in: one).setting("folder", to: nil)
    for line in experiment.differences(from: other) { add("\(RunReader.experimentName): \(line)") }
    for name in [RunTables.trialsName, Journal.samplesName, RunTables.eventsName] {
      let bytes = (try ReadFile(name, in: one)?.mapped(), try ReadFile(name, in: two)?.mapped())
      switch bytes {
      case (let first?, let second?): try compare(first, second, name)
      case (nil, nil): break
      case (let first, _): addMissing(name, in: first == nil ? one : two)
      }
    }
    let stamps = [first, second].map { manifest in
      manifest.stamps.filter { name, _ in
        Self.parts.contains(where: name.hasPrefix) && !RunManifest.isDerived(name)
      }
    }
    for name in Set(stamps[0].keys).union(stamps[1].keys).sorted() {
      files += 1
      switch (stamps[0][name], stamps[1][name]) {
      case (let first?, let second?): if first != second { add("\(name) differs") }
      case (let first, _): addMissing(name, in: first == nil ? one : two)
      }
    }
  }

  private mutating func add(_ line: String) {
    count += 1
    if lines.count < Self.maxLines { lines.append(line) }
  }

  private mutating func addMissing(_ name: String, in folder: Folder) {
    add("\(name) is missing in \(folder.path)")
  }

  /// Compares two tables row by row.
  private mutating func compare(_ first: Data, _ second: Data, _ name: String) throws(Diagnostic) {
    let paths = (one.location(of: name).file, two.location(of: name).file)
    try CSVRows.reading(first, path: paths.0) { (first) throws(Diagnostic) in
      try CSVRows.reading(second, path: paths.1) { (second) throws(Diagnostic) in
        try compare(&first, &second, name)
      }
    }
  }

  private mutating func compare(_ first: inout CSVRows, _ second: inout CSVRows, _ name: String)
    throws(Diagnostic)
  {
    guard let top = (try first.next(), try second.next()) as? (CSVRows.Row, CSVRows.Row) else {
      return add("\(name) is empty")
    }
    let headers = (try first.texts(of: top.0), try second.texts(of: top.1))
    let kept = headers.0.indices.filter { isResult(headers.0[$0]) }
    guard kept.map({ headers.0[$0] }) == headers.1.filter(isResult) else {
      return add("\(name): the columns differ")
    }
    let others = headers.1.indices.filter { isResult(headers.1[$0]) }
    while true {
      let rows = (try first.next(), try second.next())
      guard let row = rows.0, let other = rows.1 else {
        if rows.0 != nil || rows.1 != nil {
          add("\(name) has more rows in \(rows.0 == nil ? two.path : one.path)")
        }
        return
      }
      let texts = (
        try first.texts(of: row, count: headers.0.count),
        try second.texts(of: other, count: headers.1.count)
      )
      for (index, place) in zip(kept, others) where texts.0[index] != texts.1[place] {
        let values = [texts.0[index], texts.1[place]].map { "'\($0.excerpt)'" }
        add(
          "\(name), line \(row.line): \(headers.0[index]) is \(values[0]), and \(values[1]) in \(two.path)"
        )
      }
      if name == RunTables.trialsName { trials += 1 }
    }
  }

  private func isResult(_ column: String) -> Bool {
    !times.contains(column) && !columns[column].isTime && !TrialColumns.ofRun.contains(column)
  }
}
