import ForceLabFiles
import ForceLabSettings

/// Polls files for changes of their contents; a new date alone is no change.
public struct WatchedFiles {
  /// The version saves reading an unchanged file again; nil if there is no regular file.
  private var contents: [String: (version: String?, hash: String)] = [:]

  public init(_ paths: Set<String>) {
    for path in paths { contents[path] = Self.content(path) }
  }

  /// Whether any content has changed since the last call. Reads files whose version changed.
  public mutating func haveChanged() -> Bool {
    var haveChanged = false
    for (path, before) in contents where Self.version(path) != before.version {
      let now = Self.content(path)
      contents[path] = now
      // Editors that write a new file in place of the old remove that for a moment.
      if now.hash != before.hash && now.version != nil { haveChanged = true }
    }
    return haveChanged
  }

  private static func content(_ path: String) -> (version: String?, hash: String) {
    // A file that cannot be read now is as one without content; the next run reports it.
    (version(path), (try? ContentHash.ofFile(path)) ?? "")
  }

  /// Nil for a pipe or device too, whose contents may never end.
  private static func version(_ path: String) -> String? {
    isRegularFile(at: path) ? fileVersion(at: path) : nil
  }
}
