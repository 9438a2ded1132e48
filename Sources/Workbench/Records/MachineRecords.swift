import ForceLabFiles
import ForceLabSettings

/// A folder of recorded figures, with one CSV file for each machine.
public struct MachineRecords: Sendable {
  private let folder: String
  /// The records of all machines, the oldest first.
  public private(set) var all: [FigureRecord] = []

  /// The columns of the files, each with the property that it holds.
  private static let columns:
    [(name: String, property: any PartialKeyPath<FigureRecord> & Sendable)] = [
      ("date", \.date), ("commit", \.commit), ("processor", \.processor), ("cores", \.cores),
      ("load", \.load), ("experiment", \.experiment), ("kind", \.kind), ("name", \.name),
      ("column", \.column), ("relative", \.isRatio), ("n", \.count), ("measured", \.measured),
      ("low", \.low), ("high", \.high),
    ]

  /// Reads the records in the folder `path`. Throws a `Diagnostic` if the folder does not exist or a file is damaged.
  public init(folder path: String) throws(Diagnostic) {
    folder = path
    let files = try Self.open(path)
    guard try !files.holds(Journal.name) else {
      throw Diagnostic(
        "this is the folder of a run; name a folder of records, to which "
          + "`\(Diagnostic.program) run --record FOLDER` adds", at: Location(file: path))
    }
    for name in try files.names() where name.hasSuffix(".csv") {
      all += try Self.records(in: name, of: files)
    }
    all.sort { $0.date < $1.date }
  }

  private static func open(_ path: String) throws(Diagnostic) -> Folder {
    try describing(
      "cannot read the folder of records", advice: "make it first", at: Location(file: path)
    ) { () throws(SystemError) in try Folder(path) }
  }

  /// Adds `records`, which are of one machine, to the file of that machine, and returns its path.
  @discardableResult
  public mutating func add(_ records: [FigureRecord]) throws(Diagnostic) -> String? {
    guard let first = records.first else { return nil }
    let name = Self.fileName(of: first)
    let files = try Self.open(folder)
    // Other runs may have added some since, or add some now.
    try files.alone { () throws(Diagnostic) in
      let present = try files.holds(name) ? Self.records(in: name, of: files) : []
      let text = csvLine(Self.columns.map(\.name)) + (present + records).map(Self.line).joined()
      try writeFile(text.utf8, to: "\(folder)/\(name)")
    }
    self = try Self(folder: folder)
    return "\(folder)/\(name)"
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
    csvLine(
      columns.map { column in
        switch record[keyPath: column.property as PartialKeyPath<FigureRecord>] {
        case let number as Double?: Field(number)
        case let number as Int: .integer(number)
        case let value: .text("\(value)")
        }
      })
  }

  private static func records(in name: String, of files: Folder) throws(Diagnostic)
    -> [FigureRecord]
  {
    do throws(Diagnostic) {
      return try records(in: CSVTable(name, in: files))
    } catch {
      // There is no run to resume.
      let advice = "; restore the file from a copy, or delete what is damaged"
      throw Diagnostic(
        error.message.replacing(CSVTable.repair, with: advice), at: error.location)
    }
  }

  private static func records(in table: CSVTable) throws(Diagnostic) -> [FigureRecord] {
    var records = [FigureRecord](repeating: FigureRecord(), count: table.rows.count)
    for (name, property) in columns {
      let index = try table.index(of: name)
      for (place, row) in table.rows.enumerated() {
        switch property {
        case let path as WritableKeyPath<FigureRecord, Double?>:
          records[place][keyPath: path] = try table.number(index, in: row)
        case let path as WritableKeyPath<FigureRecord, Int>:
          records[place][keyPath: path] = try table.whole(index, in: row)
        case let path as WritableKeyPath<FigureRecord, Bool>:
          records[place][keyPath: path] = row.fields[index] == "true"
        case let path as WritableKeyPath<FigureRecord, FigureRecord.Kind>:
          records[place][keyPath: path] = .init(rawValue: row.fields[index]) ?? .limit
        case let path as WritableKeyPath<FigureRecord, String>:
          records[place][keyPath: path] = row.fields[index]
        default: break
        }
      }
    }
    return records
  }
}
