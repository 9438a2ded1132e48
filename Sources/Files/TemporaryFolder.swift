import Foundation
import ForceLabSettings

/// A new folder for files that nobody keeps; removed with its owner.
package final class TemporaryFolder: Sendable {
  package let folder: Folder

  /// Throws a `Diagnostic` if no folder can be made where the system keeps such files.
  package init() throws(Diagnostic) {
    var path = TemporaryFile.template()
    folder = try describing(
      "cannot create a temporary folder", advice: "set TMPDIR to a folder that can be written to",
      at: Location(file: TemporaryFile.place)
    ) { () throws(SystemError) in
      try system(.makeFolder) { mkdtemp(&path) == nil ? -1 : 0 }
      return try Folder(TemporaryFile.path(path))
    }
  }

  // What cannot be removed is left to the system, which clears such folders.
  deinit { try? FileManager.default.removeItem(atPath: folder.path) }
}

/// A new file where the system keeps files that nobody keeps. Its mode is 0600.
package struct TemporaryFile {
  package let path: String
  package let descriptor: CInt

  package static let place = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"

  /// Opens the file for reading and writing. Whoever makes it closes and removes it.
  package init(ending: String = "") throws(SystemError) {
    var path = Self.template(ending)
    descriptor = try system(.open) { mkstemps(&path, CInt(ending.utf8.count)) }
    self.path = Self.path(path)
  }

  /// A path of which the system replaces a part.
  fileprivate static func template(_ ending: String = "") -> [CChar] {
    Array("\(place)/forcelab-XXXXXX\(ending)".utf8CString)
  }

  fileprivate static func path(_ text: [CChar]) -> String {
    String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
