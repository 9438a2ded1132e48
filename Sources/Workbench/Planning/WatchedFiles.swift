import Foundation

/// Polls files for changes of their contents; a new date alone is no change.
public struct WatchedFiles {
  private struct Content: Equatable {
    /// Saves reading an unchanged file again; nil if there is no regular file.
    var stamp: Stamp?
    var hash: String
  }

  private struct Stamp: Equatable {
    var changed: Date
    var length: Int
  }

  private var contents: [String: Content] = [:]

  public init(_ paths: Set<String>) {
    for path in paths { contents[path] = Self.content(path) }
  }

  /// Whether any content has changed since the last call. Reads files whose date or length changed.
  public mutating func haveChanged() -> Bool {
    var haveChanged = false
    for (path, before) in contents where Self.stamp(path) != before.stamp {
      let now = Self.content(path)
      contents[path] = now
      // Editors that write a new file in place of the old remove that for a moment.
      if now.hash != before.hash && now.stamp != nil { haveChanged = true }
    }
    return haveChanged
  }

  private static func content(_ path: String) -> Content {
    let stamp = stamp(path)
    // A file that cannot be read now is as one without content; the next run reports it.
    return Content(stamp: stamp, hash: stamp == nil ? "" : (try? ContentHash.ofFile(path)) ?? "")
  }

  /// Nil for a pipe or device too, whose contents may never end.
  private static func stamp(_ path: String) -> Stamp? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    // Fails if the file does not exist.
    let facts = try? FileManager.default.attributesOfItem(atPath: target)
    guard facts?[.type] as? FileAttributeType == .typeRegular,
      let changed = facts?[.modificationDate] as? Date, let length = facts?[.size] as? Int
    else { return nil }
    return Stamp(changed: changed, length: length)
  }
}
