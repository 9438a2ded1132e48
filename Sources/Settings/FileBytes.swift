import Foundation

/// The bytes of the regular file at `path`; reads no more than `limit` + 1 of them. If it `allowsInherited`, also
/// those of what the program inherited open: `/dev/stdin` and `/dev/fd/N`, which shells give for `<(…)`. Other
/// pipes could block until another program writes to them.
///
/// Throws at `location` if the file cannot be read, is larger than `limit`, or is of another kind.
/// `limitReason` explains the limit in the message, and `prefix` precedes the message.
package func fileBytes(
  at path: String, limit: Int, reason limitReason: String = "", allowsInherited: Bool = false,
  location: Location?, prefix: @autoclosure () -> String = ""
) throws(Diagnostic) -> [UInt8] {
  let tooLarge =
    "larger than the limit of \(limit) bytes\(limitReason.isEmpty ? "" : " ")\(limitReason); "
    + "use a smaller file"
  let isInherited =
    allowsInherited
    && ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
  do throws(SystemError) {
    guard !path.isEmpty else { throw SystemError("the path is empty; give a path") }
    guard !path.utf8.contains(0) else { throw SystemError("the path contains a NUL; correct it") }
    let file = try system(.open) {
      open(path, (isInherited ? O_RDONLY : O_RDONLY | O_NONBLOCK) | O_CLOEXEC)
    }
    defer { close(file) }
    var status = stat()
    try system(.status) { fstat(file, &status) }
    let type = status.st_mode & S_IFMT
    guard type != S_IFDIR else { throw SystemError(EISDIR) }
    let isRegular = type == S_IFREG
    guard isRegular || isInherited else { throw SystemError(notRegular) }
    let size = isRegular ? Int(status.st_size) : 0
    guard size <= limit else { throw SystemError(tooLarge) }
    if isRegular && size == 0 {
      // The files of /proc look empty. Some have no end, and others cannot be read from the start,
      // which is an error here.
      let isEmpty = try? readAll(from: file, size: 0, limit: 0).isEmpty
      guard isEmpty == true else { throw SystemError(notRegular) }
      return []
    }
    let bytes = try readAll(from: file, size: size, limit: limit)
    guard bytes.count <= limit else { throw SystemError(tooLarge) }
    return bytes
  } catch {
    throw Diagnostic(prefix() + reason(error), at: location)
  }
}

package func isRegularFile(at path: String) -> Bool {
  var status = stat()
  return !path.utf8.contains(0) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

private let notRegular = "not a regular file; copy its contents to a file"

private func reason(_ error: SystemError) -> String {
  switch error.code {
  case 0: error.description
  case ENOENT: "no such file; check the path"
  case ENOTDIR: "a part of the path is not a directory; check the path"
  case EISDIR: "it is a directory; use a file"
  case ENXIO: notRegular
  case EACCES, EPERM: "permission denied; try 'chmod u+r'"
  case ELOOP: "too many symbolic links; check where they lead"
  case ENAMETOOLONG: "the path is too long; use a shorter one"
  default: "\(error); check the path and the disk"
  }
}
