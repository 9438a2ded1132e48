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
    var isFolder: ObjCBool = false
    let path = "\(root)/\(name)"
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
      ? path : nil
  }
}
