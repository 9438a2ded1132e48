import ForceLabSettings
import Foundation

extension Folder {
  /// Where the file `name` is written before it is renamed. The name is unique, because another
  /// process, perhaps on another machine, may write the same file at the same time.
  static func draft(of name: String) -> String {
    "\(drafts)/\(name.replacing("/", with: "-")).\(hostName)-\(getpid()).new"
  }

  /// Whether another process writes the draft `name`, or may do so on another machine.
  package static func isInUse(draft name: String) -> Bool {
    guard let dash = name.lastIndex(of: "-"), name.hasSuffix(".new"),
      let process = pid_t(name[dash...].dropFirst().dropLast(4)), process != getpid()
    else { return false }
    return !name[..<dash].hasSuffix(".\(hostName)") || kill(process, 0) == 0 || errno == EPERM
  }

  /// A new draft beside the file `name`, for folders of users, which have no folder of drafts. No two processes write
  /// the same one; what one leaves that is killed, a later one replaces.
  func hiddenDraft(of name: String) throws(Diagnostic) -> (name: String, file: AppendedFile) {
    let location = location(of: name)
    return try describing("cannot write", at: location) { () throws(SystemError) in
      var number = 1
      while true {
        // The system limits names to 255 bytes.
        let draft = ".\(name.utf8.count > 240 ? "forcelab" : name).\(number).new"
        if let file = try openEmpty(draft) {
          return (draft, AppendedFile(descriptor: file, location: location))
        }
        number += 1
      }
    }
  }
}
