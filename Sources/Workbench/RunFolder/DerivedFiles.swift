import ForceLabFiles
import ForceLabSettings
import Foundation

/// Files that are made from the results of a run, such as its report, and recorded in its journal.
package final class DerivedFiles {
  package let folder: Folder
  /// What the run has recorded; nil until it is needed.
  private var recorded: [String: FileStamp]?
  private var stamps: [String: FileStamp] = [:]

  package init(of folder: Folder) { self.folder = folder }

  package func write(_ text: String, to name: String) throws(Diagnostic) {
    try write(Data(text.utf8), to: name)
  }

  package func write(_ bytes: Data, to name: String) throws(Diagnostic) {
    try folder.write(bytes, to: name)
    stamps[name] = FileStamp(bytes)
  }

  /// Whether the file `name` exists with a content that no run or report has recorded. Throws if it
  /// cannot be read.
  package func isChanged(_ name: String) throws(Diagnostic) -> Bool {
    guard try folder.holds(name) else { return false }
    if recorded == nil { recorded = try readJournal() }
    guard let stamp = stamps[name] ?? recorded?[name] else { return true }
    return try !stamp.matches(name, in: folder)
  }

  /// The files that the run has recorded; none if it has no journal, or one of another version.
  private func readJournal() throws(Diagnostic) -> [String: FileStamp] {
    guard var reader = try JournalReader(in: folder),
      try reader.next()?.decoded(RunOrigin.self) != nil
    else { return [:] }
    var stamps: [String: FileStamp] = [:]
    while let line = try reader.next() { stamps.merge(line.stamps ?? [:]) { $1 } }
    return stamps
  }

  /// Records the files that were written, if the folder has a journal.
  package func record() throws(Diagnostic) {
    try Journal.record(stamps, in: folder)
    stamps = [:]
    if try folder.names(in: Folder.drafts).isEmpty { try folder.remove(Folder.drafts) }
  }
}
