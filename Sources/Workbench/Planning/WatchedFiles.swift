import Foundation

/// Files, such as those that an experiment is made of, watched for changes of what they say.
///
/// They are looked at again and again, which works on every system and file system. A file that is
/// only touched, or saved as it was, has not changed.
public struct WatchedFiles {
  private struct Content: Equatable {
    /// When it was changed, and how long it is, by which reading it again is saved; nil if there is
    /// none.
    var stamp: Stamp?
    var hash: String
  }

  private struct Stamp: Equatable {
    var changed: Date
    var length: Int
  }

  private var contents: [String: Content] = [:]

  /// The files at `paths`, as they are now, whether they are there or not.
  public init(_ paths: Set<String>) {
    for path in paths { contents[path] = Self.content(path) }
  }

  /// Whether one of them says something else than it did when this was last asked.
  ///
  /// Cost: a look at each file, and reading those whose date or length has changed.
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
    return Content(stamp: stamp, hash: ContentHash.ofFile(path))
  }

  private static func stamp(_ path: String) -> Stamp? {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    guard let changed = facts?[.modificationDate] as? Date, let length = facts?[.size] as? Int
    else { return nil }
    return Stamp(changed: changed, length: length)
  }
}
