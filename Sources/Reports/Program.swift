import Foundation
import Workbench
import YAML

/// A program of the system that is called by its name.
struct Program {
  let name: String
  /// The packages that bring it.
  let package, brew: String

  /// The program `name`, which Debian's `package` and Homebrew's `brew` bring.
  init(_ name: String, package: String, brew: String) {
    self.name = name
    self.package = package
    self.brew = brew
  }

  /// How to get it.
  var advice: String { "`apt-get install \(package)`, on macOS `brew install \(brew)`" }

  /// Where it is; nil if it is not installed.
  var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Runs it to its end with `arguments`, to write `file`.
  ///
  /// Throws a `Diagnostic` of `file` if it is missing, or with the first line of what it says is wrong.
  func run(_ arguments: [String], for file: String) throws(Diagnostic) {
    guard let path else {
      throw Diagnostic("\(name), which makes it, is missing: \(advice)", at: Location(file: file))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw Diagnostic("\(name) cannot be run: \(error)", at: Location(file: file))
    }
    let told = String(decoding: errors.readToEnd(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let line = told.split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw Diagnostic("\(name) failed\(line)", at: Location(file: file))
    }
  }
}
