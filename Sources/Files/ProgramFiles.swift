import ForceLabSettings
import Foundation

/// The folder `name` of what comes with the program besides itself, engines and experiments: in the sources that it
/// was built from or, if it is installed as `PREFIX/bin/forcelab`, `PREFIX/share/forcelab/name`. Nil if there is none.
package func programFolder(_ name: String) -> String? {
  let program = Bundle.main.executablePath ?? ""
  let root =
    program.range(of: "/.build/").map { String(program[..<$0.lowerBound]) }
    ?? URL(fileURLWithPath: program + "/../../share/forcelab").standardizedFileURL.path
  let path = "\(root)/\(name)"
  return isFolder(path) ? path : nil
}

/// Whether there is a folder at `path`, or a link to one.
package func isFolder(_ path: String) -> Bool {
  var isFolder: ObjCBool = false
  return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
}

/// The path of the program `name` in `folders` or else those of the PATH; nil if there is none.
package func programPath(_ name: String, in folders: [String] = []) -> String? {
  let standard = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
  return (folders + standard.split(separator: ":").map(String.init)).map { "\($0)/\(name)" }
    .first(where: isProgram)
}

/// Whether there is an executable file at `path`.
package func isProgram(at path: String) -> Bool {
  isRegularFile(at: path) && access(path, X_OK) == 0
}

/// Where the program keeps what it has fetched for this user, by the XDG Base Directory Specification.
package let cacheFolder = {
  let environment = ProcessInfo.processInfo.environment
  let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  let home = environment["HOME"] ?? NSHomeDirectory()
  return (cache ?? home + "/.cache") + "/forcelab"
}()
