import Foundation
import ForceLabWorkbench
import ForceLabSettings

struct Program {
  let name: String
  /// The packages that bring it.
  let package, brew: String

  init(_ name: String, package: String, brew: String) {
    self.name = name
    self.package = package
    self.brew = brew
  }

  var advice: String { "`apt-get install \(package)`, on macOS `brew install \(brew)`" }

  var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Throws if it is missing, or with the first line of standard error.
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

/// A process without input, whose standard error is kept.
struct Call {
  struct Ending {
    let status: Int32
    let isKilled: Bool
    let complaints: String
  }

  private let process = Process()
  private let errors = Pipe()

  init(_ path: String, _ arguments: [String], in folder: String? = nil) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
  }

  func end() -> Ending {
    let complaints = String(decoding: errors.readToEnd(), as: UTF8.self)
    process.waitUntilExit()
    return Ending(
      status: process.terminationStatus,
      isKilled: process.terminationReason == .uncaughtSignal, complaints: complaints)
  }
}
