import Foundation
import ForceLabPlugins
import ForceLabSettings

/// Reads the bytes of a graph file.
package enum GraphFile {
  /// The largest file that is read: 1 GiB.
  static let byteLimit = 1 << 30

  /// The bytes of the regular file that `reference` names.
  ///
  /// Throws, at the place that names it, if it cannot be read or is larger than the limit.
  package static func bytes(of reference: FileReference) throws(Diagnostic) -> [UInt8] {
    let path = reference.path
    func failure(_ reason: String) -> Diagnostic {
      Diagnostic(
        "cannot read the file '\(path.excerpt)': \(reason)",
        at: reference.location ?? Location(file: path.excerpt))
    }
    guard !path.utf8.contains(0) else { throw failure("its name holds a NUL; correct the path") }
    // Not to wait: opening a named pipe would block until somebody writes to it.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(reason(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw failure("it is a directory; name a file in it")
    default: throw failure("it is not a regular file; name one")
    }
    guard status.st_size <= byteLimit else {
      throw failure("it is larger than the limit of \(byteLimit) bytes; take a smaller graph")
    }
    guard let bytes = contents(of: descriptor, size: Int(status.st_size)) else {
      throw failure(reason(errno))
    }
    return bytes
  }

  /// At most `size` bytes of the open file; nil if reading failed, as `errno` tells.
  private static func contents(of descriptor: Int32, size: Int) -> [UInt8]? {
    var hasFailed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let length = read(descriptor, rest.baseAddress, rest.count)
        if length < 0 && errno == EINTR { continue }
        hasFailed = length < 0
        guard length > 0 else { return }
        count += length
      }
    }
    return hasFailed ? nil : bytes
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT:
      "there is no such file; a path is relative to the folder of the experiment file"
    case ENOTDIR: "a part of the path is not a directory; check the path"
    case EACCES, EPERM: "it may not be read; give yourself read permission"
    case ENAMETOOLONG: "the path is too long; check it"
    default: "\(String(cString: strerror(code))); check the path and the disk"
    }
  }
}
