import ForceLabSettings
import Foundation

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
