import ForceLabFiles
import ForceLabSettings
import Foundation

/// Files that are made from the results of a run, such as its report, and recorded in its journal.
package final class DerivedFiles {
  package let folder: Folder
  private var stamps: [String: FileStamp] = [:]

  package init(of folder: Folder) { self.folder = folder }

  // Drafts of others stay. An empty folder that cannot be removed does no harm.
  deinit { try? folder.removeEmpty(Folder.drafts) }

  package func write(_ text: String, to name: String) throws(Diagnostic) {
    try write(Data(text.utf8), to: name)
  }

  package func write(_ bytes: Data, to name: String) throws(Diagnostic) {
    try folder.write(bytes, to: name)
    stamps[name] = FileStamp(bytes)
  }

  /// Records the files that were written, if the folder has a journal.
  package func record() throws(Diagnostic) {
    try Journal.record(stamps, in: folder)
    stamps = [:]
  }

  /// Records the files of a report, and removes those of earlier ones that this one did not write, unless they have
  /// changed.
  package func recordReport() throws(Diagnostic) {
    try Journal.record(stamps, in: folder, isReport: true)
    stamps = [:]
    for (name, stamp) in try ReportFiles(in: folder).superseded
    where try stamp.matches(name, in: folder) {
      try folder.remove(name)
    }
  }
}
