import Foundation
import ForceLabFiles
import ForceLabSettings

struct Program {
  let name: String
  let package, brew: String
  var advice: String { "`apt-get install \(package)`, on macOS `brew install \(brew)`" }

  var path: String? { programPath(name) }

  /// Runs it on `input`. Returns what it prints. Throws if it is missing, or with the first line of
  /// its standard error if it fails.
  func output(_ arguments: [String], input: Data) throws(Diagnostic) -> Data {
    guard let path else {
      throw Diagnostic("\(name), which makes this file type, is missing: \(advice)", at: nil)
    }
    let scratch = try TemporaryFolder()
    try scratch.folder.write(input, to: "input")
    do throws(SystemError) {
      // Errors go to a file: a second pipe could be full while the first is read.
      let process = try ChildProcess(
        "/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>errors", path] + arguments + ["input"],
        in: scratch.folder.path, piped: [.output])
      let output = try process.readToEnd(.output)
      if process.wait() == .exited(0) { return output }
    } catch {
      throw Diagnostic("\(name) cannot be run: \(error)", at: nil)
    }
    let errors = String(decoding: try scratch.folder.bytes(of: "errors") ?? Data(), as: UTF8.self)
    let line = errors.split(whereSeparator: \.isNewline).first.map { String($0).printable }
    throw Diagnostic("\(name) failed: \(line ?? "it printed no error message")", at: nil)
  }
}

public enum PictureFormat: String, CaseIterable, Sendable {
  case svg, pdf, png

  /// A PNG is `width` px wide. Throws if `rsvg-convert` is missing.
  func picture(of svg: String, width: Int) throws(Diagnostic) -> Data {
    if self == .svg { return Data(svg.utf8) }
    let size = self == .png ? ["--width", String(width)] : []
    return try Program(name: "rsvg-convert", package: "librsvg2-bin", brew: "librsvg")
      .output(["--format", rawValue] + size, input: Data(svg.utf8))
  }
}
