import ForceLabFiles
import ForceLabSettings

/// Polls files for changes of their contents; a new date alone is no change.
public struct WatchedFiles {
  private var hashes: [String: String]

  public init(_ paths: Set<String>) {
    hashes = Dictionary(firstOf: paths.map { ($0, Self.hash(of: $0)) })
  }

  /// Whether any content has changed since the last call. Reads files whose version changed.
  public mutating func haveChanged() -> Bool {
    var haveChanged = false
    // Editors that write a new file in place of the old, and git, remove that for a moment.
    for (path, before) in hashes where isRegularFile(at: path) {
      let now = Self.hash(of: path)
      if now != before { (hashes[path], haveChanged) = (now, true) }
    }
    return haveChanged
  }

  /// A file that cannot be read now is as one without content; the next run reports it.
  private static func hash(of path: String) -> String { (try? ContentHash.ofFile(path)) ?? "" }
}
