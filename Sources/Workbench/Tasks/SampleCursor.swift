import ForceLabFiles
import ForceLabSettings
import Foundation

/// Reads the rows of trials from `samples.csv`, whose trials are in the order of their numbers, once from
/// its beginning to its end.
struct SampleCursor {
  private var lines: FileLines?
  /// The trial of the next row; nil at the end.
  private var trial: Int?
  private var row = Data()

  init(_ folder: Folder) throws(Diagnostic) {
    if let file = try ReadFile(SampleFile.name, in: folder) { lines = FileLines(file) }
    _ = try lines?.next()
    try advance()
  }

  /// The rows of `trial`, which must be after that of the last call.
  mutating func rows(of trial: Int) throws(Diagnostic) -> Data {
    var rows = Data()
    while let next = self.trial, next <= trial {
      if next == trial { rows += row + [UInt8(ascii: "\n")] }
      try advance()
    }
    return rows
  }

  private mutating func advance() throws(Diagnostic) {
    row = try lines?.next() ?? Data()
    trial = Int(String(decoding: row.prefix(20).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self))
  }
}
