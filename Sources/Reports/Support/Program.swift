import Foundation
import ForceLabSettings
import ForceLabWorkbench

struct Program {
  let name: String
  /// The packages that bring it.
  let package, brew: String
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

/// The file formats of charts and drawings.
public enum PictureFormat: String, CaseIterable, Sendable {
  case svg, pdf, png

  /// A PNG is `width` px wide. Throws if the file cannot be written or `rsvg-convert` is missing.
  func write(_ svg: String, to path: String, width: Int) throws(Diagnostic) {
    if self == .svg { return try writeFile(svg, to: path) }
    let draft = path + ".svg"
    try writeFile(svg, to: draft)
    defer { try? FileManager.default.removeItem(atPath: draft) }
    let size = self == .png ? ["--width", String(width)] : []
    try Program(name: "rsvg-convert", package: "librsvg2-bin", brew: "librsvg").run(
      ["--format", rawValue, "--output", path] + size + [draft], for: path)
  }
}

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
