import Foundation
import ForceLabWorkbench
import ForceLabSettings

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
    let call: Call
    do {
      call = try Call(path, arguments)
    } catch {
      throw Diagnostic("\(name) cannot be run: \(error)", at: Location(file: file))
    }
    let ending = call.end()
    guard ending.status == 0 else {
      let line = ending.complaints.split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw Diagnostic("\(name) failed\(line)", at: Location(file: file))
    }
  }
}

/// A program that runs, without input, and whose complaints are kept.
struct Call {
  /// How it ended: with which status, or by a signal, and what it said is wrong.
  struct Ending {
    let status: Int32
    let isKilled: Bool
    let complaints: String
  }

  private let process = Process()
  private let errors = Pipe()

  /// Begins to run the program at `path` with `arguments`, in `folder` if that is given.
  init(_ path: String, _ arguments: [String], in folder: String? = nil) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
  }

  /// Waits for its end.
  func end() -> Ending {
    let complaints = String(decoding: errors.readToEnd(), as: UTF8.self)
    process.waitUntilExit()
    return Ending(
      status: process.terminationStatus,
      isKilled: process.terminationReason == .uncaughtSignal, complaints: complaints)
  }
}
