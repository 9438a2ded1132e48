import ForceLabSettings
import Foundation

/// What is done about files that name programs to run, if the user has not trusted them.
package enum TrustPolicy: Sendable {
  /// They are an error.
  case required
  /// They become trusted.
  case added
  /// Nothing that they name is run, so that they need no trust.
  case ignored
}

/// The files that name programs to run and that the user has trusted, as `direnv allow` does.
///
/// Trust holds for paths and contents together: for a file that changes, it has to be given again. It is kept in
/// `.config/forcelab/trusted` of the user's home: a line for each, with a hash and the path of the first file.
package struct TrustedFiles {
  /// Where trust is kept, for messages.
  package static let name = "~/.config/forcelab/trusted"

  private let path: String
  private var lines: Set<Substring>

  /// Throws a `Diagnostic` if there is no home, or if others can write to the file in it.
  package init(home: String? = ProcessInfo.processInfo.environment["HOME"]) throws(Diagnostic) {
    guard let home, home.hasPrefix("/") else {
      throw Diagnostic(
        "the list of trusted files cannot be found: HOME is not the path of a folder; set it",
        at: nil)
    }
    path = "\(home)/.config/forcelab/trusted"
    if let problem = ownershipProblem(ofFile: path) {
      throw Diagnostic(
        "the list of trusted files is not used: \(problem)", at: Location(file: path))
    }
    let text = try ReadFile(at: path)?.bytes(0..<Int.max)
    lines = Set(String(decoding: text ?? Data(), as: UTF8.self).split(separator: "\n"))
  }

  package func contains(_ files: [String]) throws(Diagnostic) -> Bool {
    lines.contains(try Self.line(of: files)[...])
  }

  package mutating func add(_ files: [String]) throws(Diagnostic) {
    lines.insert(try Self.line(of: files)[...])
    let folder = parentFolder(of: path)
    try describing("cannot create the folder", at: Location(file: folder)) {
      () throws(SystemError) in try makeFolder(folder)
    }
    try writeFile(lines.sorted().map { "\($0)\n" }.joined().utf8, to: path)
  }

  /// The hash of the real paths and the contents of `files`, and the first path.
  private static func line(of files: [String]) throws(Diagnostic) -> String {
    var contents: [UInt8] = []
    var paths: [String] = []
    for file in files {
      guard let bytes = try ReadFile(at: file)?.bytes(0..<Int.max),
        let path = realpath(file, nil)
      else {
        throw Diagnostic("cannot read", at: Location(file: file))
      }
      defer { free(path) }
      paths.append(String(cString: path))
      contents += Array("\(paths[paths.count - 1])\0\(bytes.count)\0".utf8) + bytes
    }
    // A path may contain the end of a line.
    return "\(SHA256.hash(of: contents)) \((paths.first ?? "").printableLine)"
  }
}
