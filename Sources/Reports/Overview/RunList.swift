import Foundation
import ForceLabFiles
import ForceLabSettings

/// The runs below a folder, the latest first.
public struct RunList: Sendable {
  public let runs: [RunStatus]
  private static let maxDepth = 4

  /// Throws if the folder does not exist. Cost: linear in the runs' `trials.csv`.
  public init(below folder: String) throws(Diagnostic) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw Diagnostic(
        "no such folder; name one that contains runs, or create one with `forcelab run`",
        at: folder.isEmpty ? nil : Location(file: folder))
    }
    let trimmed = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    runs = Self.folders(below: trimmed, depth: 0).map { RunStatus(folder: $0) }.sorted { a, b in
      (a.started ?? .distantPast, a.folder) > (b.started ?? .distantPast, b.folder)
    }
  }

  /// Links are not followed, because they may lead in a circle.
  private static func folders(below path: String, depth: Int) -> [String] {
    guard let folder = try? Folder(path), let names = try? folder.names() else { return [] }
    if names.contains("journal.jsonl") || names.contains("trials.csv") { return [path] }
    guard depth < maxDepth else { return [] }
    return names.filter { !$0.hasPrefix(".") && (try? folder.facts(of: $0))?.kind == .folder }
      .flatMap { folders(below: path == "." ? $0 : "\(path)/\($0)", depth: depth + 1) }
  }

  public var table: FixedWidthTable {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm"
    return FixedWidthTable(
      runs, source: "the folder",
      [
        .text("date", importance: 2) { $0.started.map(formatter.string) ?? "unknown" },
        .text("name") { $0.name }, .number("trials") { $0.progress },
        .text("state") { $0.state.rawValue },
        .number("failed", importance: 1) {
          $0.failures.isEmpty ? "" : String($0.failures.count)
        },
        .text("folder") { $0.folder },
      ])
  }
}
