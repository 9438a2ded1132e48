import Foundation
import ForceLabFiles
import ForceLabSettings

struct Program {
  let name: String
  let package, brew: String
  /// What can be done without it.
  var alternative = ""

  static let rsvgConvert = Self(name: "rsvg-convert", package: "librsvg2-bin", brew: "librsvg")
  static let ffmpeg = Self(name: "ffmpeg", package: "ffmpeg", brew: "ffmpeg")

  var path: String? { programPath(name) }

  var isMissing: Diagnostic {
    Diagnostic(
      "\(name), which makes this file type, is missing: `apt-get install \(package)`, on macOS "
        + "`brew install \(brew)`" + (alternative.isEmpty ? "" : "; or \(alternative)"), at: nil)
  }

  /// Runs it on a file with `input`, whose name is between `arguments` and `rest`. Returns what it prints, or the
  /// `file` that it writes. Throws if it is missing, or with the first line of its standard error if it fails.
  func output(
    _ arguments: [String], input: Data, then rest: [String] = [], writing file: String? = nil
  ) throws(Diagnostic) -> Data {
    guard let path else { throw isMissing }
    let scratch = try TemporaryFolder()
    try scratch.folder.write(input, to: "input")
    let words = arguments + ["input"] + rest
    let (output, errors, isDone) = try describing("\(name) cannot be run") {
      () throws(SystemError) in
      try ChildProcess.run(path, words, in: scratch.folder.path)
    }
    if isDone {
      guard let file else { return output }
      if let bytes = try scratch.folder.bytes(of: file) { return bytes }
    }
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
    return try Program.rsvgConvert.output(["--format", rawValue] + size, input: Data(svg.utf8))
  }
}
