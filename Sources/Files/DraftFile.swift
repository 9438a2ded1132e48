import ForceLabSettings
import Foundation

/// A file that replaces `name` atomically when it is committed.
package struct DraftFile {
  private let folder: Folder
  private let name: String
  private let draft: String
  private let file: AppendedFile
  private var pending: [UInt8] = []
  /// The number of bytes above which they are written.
  private static let flushThreshold = 1 << 18

  /// A file that is to be `name`.
  package init(of name: String, in folder: Folder) throws(Diagnostic) {
    (self.folder, self.name) = (folder, name)
    draft = Folder.draft(of: name)
    file = try folder.append(to: draft)
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    pending += bytes
    if pending.count > Self.flushThreshold { try flush() }
  }

  package mutating func append(_ text: String) throws(Diagnostic) { try append(text.utf8) }

  /// Replaces the file of its name, once all of it is on the disk.
  package mutating func commit() throws(Diagnostic) {
    try flush()
    try file.synchronize()
    file.close()
    try folder.rename(draft, to: name)
  }

  private mutating func flush() throws(Diagnostic) {
    try file.append(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
