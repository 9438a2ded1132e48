import Foundation

/// Why somebody else may have written, or may yet change, the file or folder at `path`; nil if only this
/// user, the user's own group and root may. As git's `safe.directory` does, for files that name programs to run.
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
  if isSticky { return nil }
  if status.st_mode & S_IWOTH != 0 { return "all users can write to '\(path)'" }
  // Many systems give each user a group of their own, which may write.
  return status.st_mode & S_IWGRP == 0 || status.st_gid == getgid() || status.st_gid == 0
    ? nil : "other users can write to '\(path)', by its group"
}

/// The same for a file and the folder that it is in.
package func ownershipProblem(ofFile path: String) -> String? {
  ownershipProblem(of: path)
    ?? ownershipProblem(of: parentFolder(of: path), allowsSticky: true)
}
