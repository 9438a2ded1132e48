import ForceLabSettings
import Foundation

/// The file at `path`, mapped into memory, which reads only the parts that are used. Nil if there is no
/// regular file that may be read.
package func mappedFile(at path: String) throws(Diagnostic) -> Data? {
  do throws(SystemError) {
    let file = try system(.open) { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    defer { close(file) }
    var status = stat()
    try system(.status) { fstat(file, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try mapped(file, size: Int(status.st_size))
  } catch {
    let missing = [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO, EACCES, EPERM]
    if missing.contains(error.code) { return nil }
    throw Diagnostic("cannot read: \(error)", at: Location(file: path))
  }
}

/// The first `size` bytes of the open file `file`, mapped into memory.
func mapped(_ file: CInt, size: Int) throws(SystemError) -> Data {
  guard size > 0 else { return Data() }
  var memory: UnsafeMutableRawPointer?
  try system(.map) {
    memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0)
    return memory == MAP_FAILED ? -1 : 0
  }
  guard let memory else { return Data() }
  return Data(bytesNoCopy: memory, count: size, deallocator: .unmap)
}
