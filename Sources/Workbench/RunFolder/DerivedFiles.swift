import ForceLabFiles
import ForceLabSettings
import Foundation

/// Files that are made from the results of a run, such as its report, and recorded in its journal.
package final class DerivedFiles {
  package let folder: Folder
  /// What the run has recorded; empty if it has no journal that can be read.
  private lazy var recorded = (try? RunManifest(of: folder))?.stamps ?? [:]
  private var stamps: [String: FileStamp] = [:]

  package init(of folder: Folder) { self.folder = folder }

  package func write(_ text: String, to name: String) throws(Diagnostic) {
    try write(Data(text.utf8), to: name)
  }

  package func write(_ bytes: Data, to name: String) throws(Diagnostic) {
    try folder.write(bytes, to: name)
    stamps[name] = FileStamp(bytes)
  }

  /// Whether the file `name` exists with a content that no run or report has recorded.
  package func isChanged(_ name: String) -> Bool {
    guard folder.holds(name) else { return false }
    let stamp = stamps[name] ?? recorded[name]
    return (try? stamp?.matches(name, in: folder)) != true
  }

  /// Records the files that were written. A run of an older version has no journal for that.
  package func record() throws(Diagnostic) {
    try Journal.record(stamps, in: folder)
    stamps = [:]
    if try folder.names(in: Folder.drafts).isEmpty { try folder.remove(Folder.drafts) }
  }
}
