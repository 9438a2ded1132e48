import Foundation

/// The bytes of the file at `path`; reads no more than `limit` + 1 of them.
/// Throws at `location` if the file cannot be read, is larger than `limit`, or must be regular but is
/// not: a pipe could block until another program writes to it. `prefix` precedes the message.
package func fileBytes(
  at path: String, limit: Int, mustBeRegular: Bool = false, location: Location?, prefix: String = ""
) throws(Diagnostic) -> [UInt8] {
  func failure(_ reason: String) -> Diagnostic { Diagnostic(prefix + reason, at: location) }
  guard !path.isEmpty else { throw failure("the path is empty; give a path") }
  guard !path.utf8.contains(0) else { throw failure("the path contains a NUL; correct it") }
  let descriptor = open(path, mustBeRegular ? O_RDONLY | O_NONBLOCK : O_RDONLY)
  guard descriptor >= 0 else { throw failure(reason(errno)) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw failure(reason(errno)) }
  let kind = status.st_mode & S_IFMT
  guard kind != S_IFDIR else { throw failure(reason(EISDIR)) }
  guard kind == S_IFREG || !mustBeRegular else {
    throw failure("not a regular file; use a regular file")
  }
  let tooLarge = failure("larger than the limit of \(limit) bytes; use a smaller file")
  guard kind != S_IFREG || status.st_size <= limit else { throw tooLarge }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(min(Int(status.st_size), limit))
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= limit {
    let count = read(descriptor, &chunk, min(chunk.count, limit - bytes.count + 1))
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw failure(reason(errno)) }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
  }
  throw tooLarge
}

private func reason(_ code: Int32) -> String {
  switch code {
  case ENOENT: "no such file; check the path"
  case ENOTDIR: "a part of the path is not a directory; check the path"
  case EISDIR: "it is a directory; use a file"
  case EACCES, EPERM: "permission denied; try 'chmod u+r'"
  case ENAMETOOLONG: "the path is too long; use a shorter one"
  default: "\(String(cString: strerror(code))); check the path and the disk"
  }
}
