import Foundation
import ForceLabSettings

/// A file that only grows.
package struct AppendedFile: Sendable {
  let descriptor: CInt
  let location: Location

  package func append(_ text: String) throws(Diagnostic) { try append(text.utf8) }

  package func append(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    try describing("cannot write", at: location) { () throws(SystemError) in
      try writeAll(bytes, to: descriptor)
    }
  }

  /// Returns when all appended bytes have reached the disk.
  package func synchronize() throws(Diagnostic) {
    _ = try describing("cannot write", at: location) { () throws(SystemError) in
      try system(.synchronize) { fsync(descriptor) }
    }
  }

  package func close() { _ = Foundation.close(descriptor) }
}

/// A file that replaces `name` atomically when it is committed.
package struct DraftFile {
  private let folder: Folder
  private let name: String
  private let draft: String
  private let file: AppendedFile
  private var pending: [UInt8] = []
  /// The number of bytes above which they are written.
  private static let flushThreshold = 1 << 18

  /// A file that is to be `name`. Until then it is beside other drafts, or, if it `isHidden`, beside `name`.
  package init(of name: String, in folder: Folder, isHidden: Bool = false) throws(Diagnostic) {
    (self.folder, self.name) = (folder, name)
    if isHidden {
      let permissions = try folder.facts(of: name)?.permissions
      (draft, file) = try folder.hiddenDraft(of: name)
      if let permissions { fchmod(file.descriptor, permissions) }
    } else {
      draft = Folder.draft(of: name)
      file = try folder.append(to: draft, for: name)
    }
  }

  package func discard() {
    // What is left is a draft, which the next one of this name replaces. It is removed while it is locked.
    try? folder.remove(draft)
    file.close()
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) throws(Diagnostic) {
    pending += bytes
    if pending.count > Self.flushThreshold { try flush() }
  }

  package mutating func append(_ text: String) throws(Diagnostic) { try append(text.utf8) }

  /// Replaces the file of its name; if `isSynchronized`, once all of it is on the disk.
  package mutating func commit(isSynchronized: Bool = true) throws(Diagnostic) {
    try flush()
    if isSynchronized { try file.synchronize() }
    try folder.rename(draft, to: name)
    file.close()
  }

  private mutating func flush() throws(Diagnostic) {
    try file.append(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
