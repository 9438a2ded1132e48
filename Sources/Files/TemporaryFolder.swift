import Foundation
import ForceLabSettings

/// A new folder for files that nobody keeps; removed with its owner.
package final class TemporaryFolder: Sendable {
  package let folder: Folder

  /// Throws a `Diagnostic` if no folder can be made where the system keeps such files.
  package init() throws(Diagnostic) {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var path = Array("\(parent)/forcelab-XXXXXX".utf8CString)
    do throws(SystemError) {
      try system(.makeFolder) { mkdtemp(&path) == nil ? -1 : 0 }
      folder = try Folder(
        String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    } catch {
      throw Diagnostic(
        "cannot create a temporary folder: \(error); set TMPDIR to a folder that can be written to",
        at: Location(file: parent))
    }
  }

  // What cannot be removed is left to the system, which clears such folders.
  deinit { try? FileManager.default.removeItem(atPath: folder.path) }
}
