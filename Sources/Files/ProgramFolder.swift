import Foundation

/// What comes with the program besides itself: engines and experiments.
package enum ProgramFolder {
  /// The folder `name` of the sources that this program was built from or, if it is installed as
  /// `PREFIX/bin/forcelab`, `PREFIX/share/forcelab/name`. Nil if there is none.
  package static func path(_ name: String) -> String? {
    let program = Bundle.main.executablePath ?? ""
    let root =
      program.range(of: "/.build/").map { String(program[..<$0.lowerBound]) }
      ?? URL(fileURLWithPath: program + "/../../share/forcelab").standardizedFileURL.path
    let path = "\(root)/\(name)"
    return isFolder(path) ? path : nil
  }
}

/// Whether there is a folder at `path`, or a link to one.
package func isFolder(_ path: String) -> Bool {
  var isFolder: ObjCBool = false
  return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
}
