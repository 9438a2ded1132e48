import Foundation
import ForceLabSettings

/// Whether there is something at `path` that is not a regular file, such as a pipe, a device or a folder. Also if it is
/// a file that is open already, such as `/dev/stdout` in `> FILE`.
package func isSpecialFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0
    && (status.st_mode & S_IFMT != S_IFREG || path.hasPrefix("/dev/std")
      || path.hasPrefix("/dev/fd/"))
}

/// Writes `bytes` to the file at `path`, which the user has named.
///
/// A regular file is replaced whole, also if a link leads to it. Pipes and devices are written to, and files that are
/// open already are appended to.
/// Throws a `Diagnostic` if that is impossible; then a regular file is as it was.
package func writeFile(_ bytes: some Sequence<UInt8>, to path: String) throws(Diagnostic) {
  if isSpecialFile(path) {
    return try describing("cannot write", at: Location(file: path)) { () throws(SystemError) in
      // On Linux, opening this would leave the position of standard output where it is, for others to write over.
      let file = try system(.open) {
        path == "/dev/stdout" ? dup(1) : open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
      }
      defer { close(file) }
      try writeAll(bytes, to: file)
    }
  }
  try replaceFile(at: path) { (file) throws(Diagnostic) in try file.append(bytes) }
}

/// Writes `bytes` to a file at `path` that does not exist. Throws a `Diagnostic` if that is impossible; then there is no
/// such file.
package func writeNewFile(_ bytes: some Sequence<UInt8>, to path: String) throws(Diagnostic) {
  try describing("cannot write", at: Location(file: path)) { () throws(SystemError) in
    let file = try system(.open) { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    defer { close(file) }
    do throws(SystemError) {
      try writeAll(bytes, to: file)
    } catch {
      unlink(path)
      throw error
    }
  }
}

/// Makes the folder at `path` and those that it is in, if they are missing.
package func makeFolder(_ path: String) throws(SystemError) {
  for isRepeated in [false, true] {
    do throws(SystemError) {
      try system(.makeFolder) { mkdir(path, 0o777) }
      return
    } catch {
      if error.code == EEXIST, isFolder(path) { return }
      let parent = parentFolder(of: path)
      guard !isRepeated, error.code == ENOENT, parent != path, parent != "." else { throw error }
      try makeFolder(parent)
    }
  }
}

/// Throws a `Diagnostic` if `writeFile` could not write to `path`: if that is a folder, or in none that can be written
/// to. For results that take long.
package func checkIsWritable(_ path: String) throws(Diagnostic) {
  if isSpecialFile(path) {
    guard isFolder(path) else { return }
    throw Diagnostic("cannot write: \(SystemError(EISDIR))", at: Location(file: path))
  }
  let folder = try outputFolder(of: path)
  try describing("cannot write", at: Location(file: path)) { () throws(SystemError) in
    _ = try system(.status) { access(folder.path, W_OK) }
  }
}

/// The folder of the file that `path` leads to.
private func outputFolder(of path: String) throws(Diagnostic) -> Folder {
  let target = try linkTarget(of: path)
  do throws(SystemError) {
    return try Folder(parentFolder(of: target))
  } catch {
    let advice = error.code == ENOENT ? "; create the folder \(parentFolder(of: path)) first" : ""
    throw Diagnostic("cannot write: \(error)\(advice)", at: Location(file: path))
  }
}

/// Replaces the regular file at `path` whole by what `body` writes, also if a link leads to it. Throws a
/// `Diagnostic` if that is impossible, or that of `body`; then the file is as it was.
package func replaceFile(
  at path: String, with body: (inout DraftFile) throws(Diagnostic) -> Void
) throws(Diagnostic) {
  let place = Location(file: path)
  let target = try linkTarget(of: path)
  let folder = try outputFolder(of: path)
  let name = target.split(separator: "/").last.map(String.init) ?? ""
  do throws(Diagnostic) {
    try folder.replace(name, isHidden: true, with: body)
  } catch {
    let isOwn = error.location == folder.location(of: name)
    throw isOwn ? Diagnostic(error.message, at: place) : error
  }
}

/// The path that the links at the end of `path` lead to, whether the file exists or not. Throws if it is not UTF-8.
package func linkTarget(of path: String) throws(Diagnostic) -> String {
  var path = path
  for _ in 0..<40 {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return path }
    let bytes = buffer.prefix(count).map(UInt8.init(bitPattern:))
    guard let target = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic(
        "this link leads to a path that is not UTF-8; rename its parts", at: Location(file: path))
    }
    path = target.hasPrefix("/") ? target : "\(parentFolder(of: path))/\(target)"
  }
  return path
}

/// The folder that `path` is in, such as `a` for `a/b/`; `.` for a single name, `/` for itself.
package func parentFolder(of path: String) -> String {
  let whole = path.reversed().drop { $0 == "/" }
  guard !whole.isEmpty else { return path.isEmpty ? "." : "/" }
  guard let slash = whole.firstIndex(of: "/") else { return "." }
  let parent = String(whole[slash...].drop { $0 == "/" }.reversed())
  return parent.isEmpty ? "/" : parent
}

/// `path` in full, without `.` and `..`, which may lead out of the target of a link.
package func absolutePath(_ path: String) -> String {
  path.split(separator: "/").contains("..")
    ? physicalPath(path) : URL(fileURLWithPath: path).standardizedFileURL.path
}

/// `path` in full and without links, whose parent folders are others.
package func physicalPath(_ path: String) -> String {
  guard let real = realpath(path, nil) else {
    // This takes `..` away before it resolves links.
    return URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
  defer { free(real) }
  return String(cString: real)
}

/// `path` in full, in a folder without links. The file itself may be one.
package func physicalFile(_ path: String) -> String {
  let name = path.split(separator: "/").last.map(String.init) ?? ""
  if ["", ".", ".."].contains(name) { return physicalPath(path) }
  let folder = physicalPath(parentFolder(of: path))
  return folder == "/" ? "/" + name : "\(folder)/\(name)"
}
