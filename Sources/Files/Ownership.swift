import Foundation

/// Why somebody else may have written, or may yet change, the file or folder at `path`; nil if only this
/// user and root may. As git's `safe.directory` does, for files that name programs to run.
///
/// In a folder with the sticky bit, such as /tmp, others cannot replace a file: it counts as safe for its files
/// if `allowsSticky`.
package func ownershipProblem(of path: String, allowsSticky: Bool = false) -> String? {
  var status = stat()
  guard stat(path, &status) == 0 else { return nil }
  guard status.st_uid == getuid() || status.st_uid == 0 else {
    return "'\(path)' belongs to another user"
  }
  let isSticky = allowsSticky && status.st_mode & S_ISVTX != 0
  return status.st_mode & S_IWOTH == 0 || isSticky ? nil : "all users can write to '\(path)'"
}

/// The same for a file and the folder that it is in.
package func ownershipProblem(ofFile path: String) -> String? {
  ownershipProblem(of: path)
    ?? ownershipProblem(of: parentFolder(of: path), allowsSticky: true)
}
