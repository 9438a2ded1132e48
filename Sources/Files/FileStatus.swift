import Foundation

extension Folder {
  /// What the system knows of a file, a folder or a link.
  package struct FileStatus: Sendable {
    package let isFile: Bool
    package let isFolder: Bool
    package let size: Int
    let permissions: mode_t
    /// When it was last changed, in seconds since 1970.
    package let changed: Double

    init(_ status: stat) {
      isFile = status.st_mode & S_IFMT == S_IFREG
      isFolder = status.st_mode & S_IFMT == S_IFDIR
      (size, permissions) = (Int(status.st_size), status.st_mode & 0o777)
      let time = status.changed
      changed = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }
}

/// A text that changes whenever the file at `path` does: its inode, its size and when it was changed.
/// Nil if the file does not exist.
package func fileVersion(at path: String) -> String? {
  var status = stat()
  guard stat(path, &status) == 0 else { return nil }
  let time = status.changed
  return "\(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
}

extension stat {
  fileprivate var changed: timespec {
    #if os(Linux)
      st_mtim
    #else
      st_mtimespec
    #endif
  }
}
