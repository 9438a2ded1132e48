import Foundation
import ForceLabSettings

/// Writes `text` to the file at `path`, replacing it whole.
///
/// Its draft always has the same name: what a process leaves that is killed, the next one replaces.
func writeFile(_ text: String, to path: String) throws(Diagnostic) {
  let file = URL(fileURLWithPath: path)
  let draft = file.deletingLastPathComponent()
    .appendingPathComponent(".\(file.lastPathComponent).new")
  do {
    try Data(text.utf8).write(to: draft)
    guard rename(draft.path, file.path) == 0 else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
    }
  } catch {
    try? FileManager.default.removeItem(at: draft)
    throw Diagnostic(
      "cannot write: \((error as NSError).localizedDescription)", at: Location(file: path))
  }
}
