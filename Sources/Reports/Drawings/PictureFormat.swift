import Foundation
import ForceLabSettings

/// The formats that drawings are written in. Those other than SVG are made by `rsvg-convert`.
public enum PictureFormat: String, CaseIterable, Sendable {
  case svg, png, pdf

  /// Writes the picture `svg` to the file at `path`, `width` px wide if it is made of pixels.
  ///
  /// Throws a `Diagnostic` if it cannot be written, or if the program that converts is missing.
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
