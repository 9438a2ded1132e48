import Foundation

extension Folder {
  package enum Kind: Sendable { case file, folder, link, other }

  /// What the system knows of a file or folder.
  package struct Facts: Sendable {
    package let kind: Kind
    package let size: Int
    /// When it was last changed, in seconds since 1970.
    package let changed: Double

    init(_ status: stat) {
      kind =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .other
        }
      size = Int(status.st_size)
      #if os(Linux)
        let time = status.st_mtim
      #else
        let time = status.st_mtimespec
      #endif
      changed = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }
}
