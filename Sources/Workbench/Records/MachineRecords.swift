import ForceLabFiles
import ForceLabSettings
import Foundation

/// A folder of recorded figures, with one CSV file for each machine.
public struct MachineRecords: Sendable {
  public let folder: String
  /// The records of all machines, the oldest first.
  public private(set) var all: [FigureRecord] = []

  private static let header = [
    "date", "commit", "processor", "cores", "load", "experiment", "kind", "name", "column",
    "relative", "n", "measured", "low", "high",
  ]

  /// Reads the records in `folder`. Throws a `Diagnostic` if a file is damaged, or if there is no
  /// such folder.
  public init(folder path: String) throws(Diagnostic) {
    folder = path
    let files: Folder
    do throws(SystemError) {
      files = try Folder(path)
    } catch {
      throw Diagnostic(
        "cannot read the folder of records: \(error); make it first", at: Location(file: path))
    }
    for name in try files.names() where name.hasSuffix(".csv") {
      all += try Self.records(in: CSVTable(name, in: files))
    }
    all.sort { $0.date < $1.date }
  }

  /// The latest record of the figure of `record` on its machine or, without one, on any other.
  public func latest(of record: FigureRecord) -> FigureRecord? {
    let same = all.filter { $0.key == record.key && $0.date < record.date }
    return same.last { $0.processor == record.processor && $0.cores == record.cores } ?? same.last
  }

  /// Adds `records`, which are of one machine, to the file of that machine, and returns its path.
  @discardableResult
  public mutating func add(_ records: [FigureRecord]) throws(Diagnostic) -> String? {
    guard let first = records.first else { return nil }
    let own = all.filter { $0.processor == first.processor && $0.cores == first.cores } + records
    let path = "\(folder)/\(Self.fileName(of: first))"
    let text = csvLine(Self.header) + own.map(Self.line).joined()
    try writeFile(text.utf8, to: path)
    all += records
    return path
  }

  /// Such as `amd-epyc-7763-2-cores.csv`.
  private static func fileName(of record: FigureRecord) -> String {
    let words = record.processor.lowercased().split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    let name = words.isEmpty ? "unknown" : words.joined(separator: "-")
    return "\(name)-\(counted(record.cores, "core").replacing(" ", with: "-")).csv"
  }

  private static func line(_ record: FigureRecord) -> String {
    csvLine([
      .text(record.date), .text(record.commit), .text(record.processor), .integer(record.cores),
      Field(record.load), .text(record.experiment), .text(record.kind.rawValue),
      .text(record.name), .text(record.column), .text(record.isRatio ? "true" : "false"),
      .integer(record.count), Field(record.measured), Field(record.interval?.lowerBound),
      Field(record.interval?.upperBound),
    ])
  }

  private static func records(in table: CSVTable) throws(Diagnostic) -> [FigureRecord] {
    var indices: [Int] = []
    for name in header { indices.append(try table.index(of: name)) }
    var records: [FigureRecord] = []
    for row in table.rows {
      let text = { (place: Int) in row.fields[indices[place]] }
      var record = FigureRecord()
      (record.date, record.commit, record.processor) = (text(0), text(1), text(2))
      record.cores = try table.whole(indices[3], in: row)
      record.load = try table.number(indices[4], in: row)
      record.experiment = text(5)
      record.kind = FigureRecord.Kind(rawValue: text(6)) ?? .limit
      (record.name, record.column, record.isRatio) = (text(7), text(8), text(9) == "true")
      record.count = try table.whole(indices[10], in: row)
      record.measured = try table.number(indices[11], in: row)
      let low = try table.number(indices[12], in: row)
      let high = try table.number(indices[13], in: row)
      if let low, let high, low <= high { record.interval = low...high }
      records.append(record)
    }
    return records
  }
}
