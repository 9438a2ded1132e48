import Foundation
import ForceLabSettings

package let hostName: String = {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
  return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}()

/// An open folder. Its files have names of one or more parts, such as `layouts/1.csv`.
///
/// No link inside the folder is followed, and only regular files are read or written, so that a folder that somebody
/// else has made gives no access to files outside it. `write(_:to:)` and `rename` are atomic: readers see the old file
/// or the new one. `append(to:after:for:)` is not: readers may see an appended file with a part of its last bytes.
package final class Folder: Sendable {
  package let path: String
  private let descriptor: CInt

  private static let maxDepth = 64

  /// Where files are written before they are renamed.
  package static let drafts = "unfinished"

  /// Opens the folder at `path`, which may lead through links.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    descriptor = try system(.open) { Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  deinit { close(descriptor) }

  /// Calls `body` while no other process, or other object for this folder, does; not on file systems without locks.
  package func alone<Result>(_ body: () throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  package func location(of name: String) -> Location { Location(file: "\(path)/\(name)") }

  // MARK: Reading

  /// Returns nil if the file or folder does not exist, or if a part of its path is a file or a link.
  /// Throws if the system reports another error.
  package func facts(of name: String) throws(Diagnostic) -> FileStatus? {
    do throws(SystemError) {
      return try inside(name) { (folder, name) throws(SystemError) in
        var status = stat()
        try system(.status) { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
        return FileStatus(status)
      }
    } catch {
      // 0 is that of an impossible name.
      if [0, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG].contains(error.code) { return nil }
      throw Diagnostic("cannot read: \(error)", at: location(of: name))
    }
  }

  package func holds(_ name: String) throws(Diagnostic) -> Bool { try facts(of: name) != nil }

  /// The sorted names in the folder, or in its subfolder `part`. Returns no names if the subfolder does not exist.
  package func names(in part: String = "") throws(Diagnostic) -> [String] {
    do throws(SystemError) {
      let copy = try inside(part.isEmpty ? "x" : "\(part)/x") { (folder, _) throws(SystemError) in
        try system(.list) { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
      }
      guard let stream = fdopendir(copy) else {
        defer { close(copy) }
        throw SystemError()
      }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { names.append(name) }
      }
      return names.sorted()
    } catch {
      if error.code == ENOENT { return [] }
      throw Diagnostic("cannot read: \(error)", at: location(of: part))
    }
  }

  /// The names of all files in the subfolder `part` and below it, each with its path from this folder.
  package func files(below part: String) throws(Diagnostic) -> [String] {
    var files: [String] = []
    for name in try names(in: part) {
      let path = "\(part)/\(name)"
      if try facts(of: path)?.isFolder == true {
        files += try self.files(below: path)
      } else {
        files.append(path)
      }
    }
    return files
  }

  /// Returns nil if the file does not exist.
  package func bytes(of name: String) throws(Diagnostic) -> Data? {
    try ReadFile(name, in: self)?.bytes(0..<Int.max)
  }

  // MARK: Writing

  /// Replaces the file `name` whole.
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws(Diagnostic) {
    try replace(name) { (file) throws(Diagnostic) in try file.append(bytes) }
  }

  /// Replaces the file `name` whole by what `body` writes to a draft, which is beside it if it `isHidden`.
  func replace(
    _ name: String, isHidden: Bool = false,
    with body: (inout DraftFile) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    var file = try DraftFile(of: name, in: self, isHidden: isHidden)
    do throws(Diagnostic) {
      try body(&file)
      try file.commit(isSynchronized: false)
    } catch {
      file.discard()
      throw error
    }
  }

  func rename(_ draft: String, to name: String) throws(Diagnostic) {
    try describing("cannot write", at: location(of: name)) { () throws(SystemError) in
      try makingPart(of: name) { () throws(SystemError) in
        try inside(draft) { (draftFolder, draft) throws(SystemError) in
          try inside(name) { (folder, name) throws(SystemError) in
            _ = try system(.rename) { renameat(draftFolder, draft, folder, name) }
          }
        }
      }
    }
  }

  /// Opens the file `name` with a lock (`flock`) that ends with its descriptor, and empties it. Makes it if it is
  /// missing. Nil if somebody else has locked it; there is no lock on file systems that have none.
  package func openEmpty(_ name: String) throws(SystemError) -> CInt? {
    while true {
      let file = try open(name, O_RDWR | O_CREAT).file
      do throws(SystemError) {
        if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
          close(file)
          return nil
        }
        var (held, found) = (stat(), stat())
        try system(.status) { fstat(file, &held) }
        try inside(name) { (folder, name) throws(SystemError) in
          _ = try system(.status) { fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) }
        }
        if held.st_ino == found.st_ino, held.st_dev == found.st_dev {
          if held.st_size > 0 { try system(.truncate) { ftruncate(file, 0) } }
          return file
        }
      } catch {
        if error.code != ENOENT {
          close(file)
          throw error
        }
      }
      // The last owner has removed or renamed the file after it was opened here.
      close(file)
    }
  }

  /// Opens the file `name` to append to its first `length` bytes; if that is nil, to all of it, also to
  /// what others append meanwhile. Makes it if it is missing. Errors are those of `target` if that is given.
  package func append(
    to name: String, after length: Int? = 0, for target: String? = nil
  ) throws(Diagnostic) -> AppendedFile {
    let location = location(of: target ?? name)
    return try describing("cannot write", at: location) { () throws(SystemError) in
      let (file, size) = try makingPart(of: name) { () throws(SystemError) in
        try open(name, O_WRONLY | O_CREAT | O_APPEND)
      }
      do throws(SystemError) {
        // A file that is cut to nothing is written to the disk when it is closed, which takes longer.
        if let length, size != length { try system(.truncate) { ftruncate(file, off_t(length)) } }
      } catch {
        close(file)
        throw error
      }
      return AppendedFile(descriptor: file, location: location)
    }
  }

  /// Removes a file or an empty folder; a link is removed, not what it leads to.
  package func remove(_ name: String) throws(Diagnostic) {
    let flags = try facts(of: name)?.isFolder == true ? AT_REMOVEDIR : 0
    do throws(SystemError) {
      try inside(name) { (folder, name) throws(SystemError) in
        _ = try system(.remove) { unlinkat(folder, name, flags) }
      }
    } catch {
      if error.code == ENOENT { return }
      throw Diagnostic("cannot remove: \(error)", at: location(of: name))
    }
  }

  /// Removes the subfolder `part` and those below it if they have no files.
  package func removeEmpty(_ part: String) throws(Diagnostic) {
    for name in try names(in: part) where try facts(of: "\(part)/\(name)")?.isFolder == true {
      try removeEmpty("\(part)/\(name)")
    }
    if try names(in: part).isEmpty { try remove(part) }
  }

  package func makePart(_ part: String) throws(Diagnostic) {
    try describing("cannot create the folder", at: location(of: part)) { () throws(SystemError) in
      try makeFolder(part)
    }
  }

  // MARK: Names

  /// Opens a regular file, and returns its size.
  package func open(_ name: String, _ flags: CInt) throws(SystemError) -> (file: CInt, size: Int) {
    try inside(name) { (folder, name) throws(SystemError) in
      // Without waiting, because opening a pipe waits for its other end.
      try openRegular { openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666) }
    }
  }

  /// Calls `body` with the open folder that holds `name`, and the last part of the name.
  private func inside<Result>(
    _ name: String, _ body: (CInt, String) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= Self.maxDepth, !name.utf8.contains(0),
      parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
    else { throw SystemError("it is not a name of a file in the folder") }
    var folder = descriptor
    defer { if folder != descriptor { close(folder) } }
    for part in parts.dropLast() {
      let next = try system(.open) {
        openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      }
      if folder != descriptor { close(folder) }
      folder = next
    }
    return try body(folder, parts[parts.count - 1])
  }

  /// The result of `body`, which is repeated after the folder of the file `name` has been made if it is missing.
  private func makingPart<Result>(
    of name: String, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    for (slash, character) in zip(name.indices, name) where character == "/" {
      try makeFolder(String(name[..<slash]))
    }
    return try body()
  }

  /// Makes the subfolder `part` if it is missing.
  private func makeFolder(_ part: String) throws(SystemError) {
    do throws(SystemError) {
      try inside(part) { (folder, name) throws(SystemError) in
        _ = try system(.makeFolder) { mkdirat(folder, name, 0o777) }
      }
    } catch {
      guard error.code == EEXIST else { throw error }
    }
  }
}
