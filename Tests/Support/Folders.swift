import Foundation

/// The folder of this checkout, which has `Sources` and `Tests`.
package let checkout = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Calls `body` with the path of a temporary folder that contains `files`.
package func withFolder<Result>(_ files: [String: String] = [:], _ body: (String) throws -> Result)
  throws
  -> Result
{
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("forcelab-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  return try body(folder.path)
}

/// The text of the file at `path`.
package func text(_ path: String) throws -> String {
  try String(contentsOfFile: path, encoding: .utf8)
}
