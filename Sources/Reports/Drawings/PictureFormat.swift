import Foundation
import ForceLabSettings

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
    try Program("rsvg-convert", package: "librsvg2-bin", brew: "librsvg").run(
      ["--format", rawValue, "--output", path] + size + [draft], for: path)
  }
}
