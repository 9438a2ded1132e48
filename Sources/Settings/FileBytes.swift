import Foundation

/// What a path may name.
package enum FileKind {
  /// A regular file on a disk. A pipe could block until another program writes to it.
  case regular
  /// Also what the program inherited open: `/dev/stdin` and `/dev/fd/N`, which shells give for
  /// `<(…)`.
  case regularOrInherited
}

/// The bytes of the file at `path`; reads no more than `limit` + 1 of them.
/// Throws at `location` if the file cannot be read, is larger than `limit`, or is not of the `kind`.
/// `limitReason` explains the limit in the message, and `prefix` precedes the message.
package func fileBytes(
  at path: String, limit: Int, reason limitReason: String = "", _ kind: FileKind = .regular,
  location: Location?, prefix: String = ""
) throws(Diagnostic) -> [UInt8] {
  func failure(_ reason: String) -> Diagnostic { Diagnostic(prefix + reason, at: location) }
  let tooLarge =
    "larger than the limit of \(limit) bytes\(limitReason.isEmpty ? "" : " ")\(limitReason); "
    + "use a smaller file"
  guard !path.isEmpty else { throw failure("the path is empty; give a path") }
  guard !path.utf8.contains(0) else { throw failure("the path contains a NUL; correct it") }
  let isInherited =
    kind == .regularOrInherited
    && ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
  let descriptor = open(path, isInherited ? O_RDONLY : O_RDONLY | O_NONBLOCK)
  guard descriptor >= 0 else { throw failure(reason(errno)) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw failure(reason(errno)) }
  let type = status.st_mode & S_IFMT
  guard type != S_IFDIR else { throw failure(reason(EISDIR)) }
  let isRegular = type == S_IFREG
  guard isRegular || isInherited else { throw failure(notRegular) }
  let size = isRegular ? Int(status.st_size) : 0
  guard size <= limit else { throw failure(tooLarge) }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(size)
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= limit {
    let count = read(descriptor, &chunk, min(chunk.count, limit - bytes.count + 1))
    if count < 0, errno == EINTR { continue }
    // The files of /proc have a size of 0, and some have no end.
    guard count == 0 || !isRegular || size > 0 else { throw failure(notRegular) }
    guard count >= 0 else { throw failure(reason(errno)) }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
  }
  throw failure(tooLarge)
}

private let notRegular = "not a regular file; copy its contents to a file"

private func reason(_ code: Int32) -> String {
  switch code {
  case ENOENT: "no such file; check the path"
  case ENOTDIR: "a part of the path is not a directory; check the path"
  case EISDIR: "it is a directory; use a file"
  case ENXIO: notRegular
  case EACCES, EPERM: "permission denied; try 'chmod u+r'"
  case ENAMETOOLONG: "the path is too long; use a shorter one"
  default: "\(String(cString: strerror(code))); check the path and the disk"
  }
}
